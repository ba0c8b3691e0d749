/** How long things are shown, by the player's chosen pace. Times are in milliseconds. */
import type { Pace } from "./settings.svelte";

export interface Tempo {
  /** Speed of movement relative to normal; 0: pieces do not move. */
  speed: number;
  /** The least time between two updates that show others' moves. */
  beat: number;
  /** How long a stage stays after its pieces have landed. */
  rest: number;
  /** How long a face is shown that closes again. */
  reveal: number;
  /** The share of their usual time that bots take. */
  bots: number;
}

export const TEMPI: Record<Pace, Tempo> = {
  slow: { speed: 0.6, beat: 1600, rest: 350, reveal: 3000, bots: 1 },
  normal: { speed: 1, beat: 700, rest: 120, reveal: 1500, bots: 1 },
  fast: { speed: 6, beat: 120, rest: 0, reveal: 600, bots: 0.2 },
  "at once": { speed: 0, beat: 0, rest: 0, reveal: 0, bots: 0 },
};

/** Updates waiting to be shown, from which on they are shown faster, and at once. */
const HURRY = 6;
const RUSH = 14;

/** The tempo now: without movement where the system asks for that, and faster when many updates wait. */
export function tempo(pace: Pace, calm: boolean, waiting: number): Tempo {
  const chosen = TEMPI[waiting >= RUSH || document.hidden ? "at once" : pace];
  const by = waiting >= HURRY ? 3 : 1;
  const { speed, beat, rest, reveal, bots } = chosen;
  return { speed: calm ? 0 : speed * by, beat: beat / by, rest: calm ? 0 : rest / by, reveal: reveal / by, bots };
}
