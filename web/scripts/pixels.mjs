// Pixel pictures written as letters: each letter a colour, one row of text a row of pixels.
const COLOURS = {
  // A material's own four shades, set by the card that shows it.
  a: "var(--m1)",
  b: "var(--m2)",
  c: "var(--m3)",
  d: "var(--m4)",
  h: "#a97742",
  j: "#6f4724",
  k: "#1d1b18",
  w: "#fff8e7",
  r: "#c8372d",
  s: "#8f1f1b",
  g: "#5aa84a",
  f: "#3b7a34",
  y: "#ffcf4d",
  o: "#ef8a2c",
  p: "#6b3aa0",
  q: "#84509f",
};

/** Runs of one colour become one path; `M x y h n v 1 h -n z` is one run. */
function picture(name, rows) {
  const size = Math.max(rows.length, ...rows.map((row) => row.length));
  const paths = {};
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length;) {
      const letter = row[x];
      let end = x + 1;
      while (end < row.length && row[end] === letter) end++;
      if (letter !== ".") {
        if (COLOURS[letter] === undefined) throw new Error(`pixels.txt: ${name} uses the unknown colour ${letter}`);
        paths[letter] = `${paths[letter] ?? ""}M${x} ${y}h${end - x}v1h-${end - x}z`;
      }
      x = end;
    }
  });
  const body = Object.entries(paths).map(([letter, d]) => `<path fill="${COLOURS[letter]}" d="${d}"/>`);
  return { size, body: body.join("") };
}

/** The same rows inside a dark outline, which keeps a tool visible on any ground. */
function outlined(rows) {
  const width = Math.max(...rows.map((row) => row.length)) + 2;
  const at = (x, y) => rows[y - 1]?.[x - 1] ?? ".";
  const line = (y) =>
    Array.from({ length: width }, (_, x) => {
      const beside = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)];
      return at(x, y) === "." && beside.some((letter) => letter !== ".") ? "k" : at(x, y);
    }).join("");
  return Array.from({ length: rows.length + 2 }, (_, y) => line(y));
}

/** A cube seen from a corner: its texture on three sides, two of them in the shade. */
function cube(name, { size, body }) {
  const k = (n) => (n / size).toFixed(4);
  return (
    `<symbol id="block-${name}" viewBox="-1 -1 66 74" shape-rendering="geometricPrecision">` +
    `<g transform="matrix(${k(32)} ${k(16)} ${k(-32)} ${k(16)} 32 0)">${body}</g>` +
    `<g transform="matrix(${k(32)} ${k(16)} 0 ${k(36)} 0 16)">${body}</g>` +
    `<g transform="matrix(${k(32)} ${k(-16)} 0 ${k(36)} 32 32)">${body}</g>` +
    `<path fill="#140d05" fill-opacity=".22" d="M0 16l32 16v36L0 52z"/>` +
    `<path fill="#140d05" fill-opacity=".45" d="M64 16L32 32v36l32-16z"/>` +
    `<path fill="none" stroke="#140d05" stroke-opacity=".55" stroke-width="1.6" stroke-linejoin="round" d="M32 0l32 16v36L32 68 0 52V16zM0 16l32 16 32-16M32 32v36"/>` +
    `</symbol>`
  );
}

/** Every picture of the file as symbols; those called `block NAME` as the sides of a cube. */
export function pixelSymbols(text) {
  const symbols = [];
  for (const part of text.split(/^# /m).slice(1)) {
    const [head, ...lines] = part.split("\n");
    const rows = lines.map((line) => line.trim()).filter((line) => line !== "");
    const [kind, name] = head.trim().split(" ");
    const drawn = picture(name, kind === "block" ? rows : outlined(rows));
    const box = `viewBox="0 0 ${drawn.size} ${drawn.size}" shape-rendering="crispEdges"`;
    symbols.push(kind === "block" ? cube(name, drawn) : `<symbol id="${kind}-${name}" ${box}>${drawn.body}</symbol>`);
  }
  return symbols;
}
