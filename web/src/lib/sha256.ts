/** SHA-256 as FIPS 180-4 describes it. Browsers offer theirs only on HTTPS, and many tables are on a home network. */
type Eight = [number, number, number, number, number, number, number, number];

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && smallestFactor(n) === n);
/** The first 32 bits of the fractional parts of cube roots and square roots. */
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))) as Eight;

function smallestFactor(n: number): number {
  let factor = 2;
  while (n % factor !== 0) factor++;
  return factor;
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
const mix = (x: number, a: number, b: number, c: number): number => turn(x, a) ^ turn(x, b) ^ turn(x, c);
const shift = (x: number, a: number, b: number, c: number): number => turn(x, a) ^ turn(x, b) ^ (x >>> c);

/** The hash of a text in UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const message = new DataView(padded.buffer);
  message.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const words = new DataView(new ArrayBuffer(256));
  const word = (t: number): number => words.getUint32(4 * t);
  let hash = START;
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (const [t, constant] of ROUNDS.entries()) {
      const next =
        t < 16
          ? message.getUint32(block + 4 * t)
          : shift(word(t - 2), 17, 19, 10) + word(t - 7) + shift(word(t - 15), 7, 18, 3) + word(t - 16);
      words.setUint32(4 * t, next);
      const one = h + mix(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + constant + word(t);
      const two = mix(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    const after = [a, b, c, d, e, f, g, h];
    hash = hash.map((value, n) => (value + (after[n] ?? 0)) | 0) as Eight;
  }
  return hash.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}
