/** The log of a game, grouped for reading. */
import type { LogLine } from "./wire";

/** Lines that belong together: what one player did in a row, with its consequences. */
export function byTurn(lines: LogLine[]): LogLine[][] {
  const turns: LogLine[][] = [];
  let seat: number | null = null;
  for (const line of lines) {
    const last = turns.at(-1);
    if (last && (line.seat === null || line.seat === seat)) last.push(line);
    else turns.push([line]);
    if (line.seat !== null) seat = line.seat;
  }
  return turns;
}

/** Merge the whole log with its newest lines, without duplicates. */
export function joined(older: LogLine[], tail: LogLine[]): LogLine[] {
  const first = tail[0]?.n ?? Number.POSITIVE_INFINITY;
  return [...older.filter((line) => line.n < first), ...tail];
}
