/** The result of a game in order, and as a text to share. */
import type { Scene } from "./wire";

export interface Placed {
  seat: number;
  name: string;
  place: number;
  score: number;
  line: string;
}

/** The players from first to last. Who shares a rank is told apart by the score, which the line explains. */
export function standing(scene: Scene): Placed[] {
  const { result } = scene;
  if (!result) return [];
  const all = scene.players.map(({ seat, name }, index) => ({
    seat,
    name,
    rank: result.ranks[index] ?? 0,
    score: result.scores[index] ?? 0,
    line: result.lines[index] ?? "",
  }));
  const isBetter = (a: (typeof all)[number], b: (typeof all)[number]): boolean =>
    a.rank === b.rank ? a.score > b.score && a.rank > 1 : a.rank < b.rank;
  return all
    .map((one) => ({ ...one, place: 1 + all.filter((other) => isBetter(other, one)).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** A few lines that say how it ended, without a card. */
export function resultText(scene: Scene, address: string): string {
  const lines = standing(scene).map(({ place, name, score }) => `${String(place)}. ${name}: ${String(score)}`);
  return [`${scene.title}: ${scene.result?.reason ?? ""}`, ...lines, address].join("\n");
}
