// Collects the drawings the themes name into one sprite, so that no request tells which card somebody sees.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pixelSymbols } from "./pixels.mjs";

const themes = join(dirname(fileURLToPath(import.meta.url)), "../src/themes");
const art = join(themes, "art");
const sprite = join(themes, "sprite.svg");
const list = join(themes, "icons.json");

/** One of our own drawings as a symbol: the file's svg element, renamed. */
function symbol(file) {
  const text = readFileSync(join(art, file), "utf8").replace(/<!--.*?-->/gs, "");
  const svg = /<svg([^>]*)>(.*)<\/svg>/s.exec(text);
  if (svg === null) throw new Error(`${file} holds no svg element`);
  const kept = svg[1].replace(/\s(xmlns|width|height)="[^"]*"/g, "");
  return `<symbol id="${basename(file, ".svg")}"${kept}>${svg[2].replace(/>\s+</g, "><").trim()}</symbol>`;
}

/** The whole sprite as text: icons of the game-icons set first, then our own drawings. */
export function collect() {
  const set = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");
  const artists = JSON.parse(readFileSync(list, "utf8"));
  const icons = Object.values(artists)
    .flat()
    .map((name) => {
      const icon = set.icons[name];
      if (icon === undefined) throw new Error(`${list} names ${name}, which is not a game icon`);
      return `<symbol id="${name}" viewBox="0 0 512 512">${icon.body}</symbol>`;
    });
  const own = readdirSync(art)
    .filter((file) => file.endsWith(".svg"))
    .sort()
    .map(symbol);
  const pixels = pixelSymbols(readFileSync(join(art, "pixels.txt"), "utf8"));
  const thanks = `<!-- Icons by ${Object.keys(artists).join(", ")}, https://game-icons.net, CC BY 3.0; others: Parlour, MIT. -->`;
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${thanks}\n${[...icons, ...own, ...pixels].join("\n")}\n</svg>\n`;
}

/** The names of all drawings, for the server: it checks the looks that games send as data. */
function names() {
  return [...collect().matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
}

/** The text of CREDITS.md: who drew what, as the icons' licence asks. */
export function credits() {
  const artists = Object.entries(JSON.parse(readFileSync(list, "utf8")));
  const lines = artists.map(([artist, icons]) => `- **${artist}**: ${icons.join(", ")}`);
  return `# Credits of the browser client

Card faces, backs, scenes, pixel pictures and suits are drawn for Parlour (\`src/themes/art/\`) and share its licence.

These icons come from [game-icons.net](https://game-icons.net) under
[CC BY 3.0](https://creativecommons.org/licenses/by/3.0/); they are recoloured, not otherwise changed.
The artists:

${lines.join("\n")}

This file is made from \`src/themes/icons.json\` by \`npm run credits\`.
`;
}

function write() {
  mkdirSync(themes, { recursive: true });
  writeFileSync(sprite, collect());
}

/** A Vite plugin that makes the sprite when a build or the development server starts, and when a drawing changes. */
export function icons() {
  return {
    name: "icons",
    config: write,
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "icons.json", source: JSON.stringify(names()) });
    },
    configureServer(server) {
      server.watcher.on("all", (_, file) => {
        if (file !== list && !file.startsWith(art)) return;
        try {
          write();
          server.ws.send({ type: "full-reload" });
        } catch (error) {
          server.config.logger.error(String(error));
        }
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(themes, "../../CREDITS.md"), credits());
}
