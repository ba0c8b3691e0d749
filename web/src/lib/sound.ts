/** Sounds, off by default; what makes them is loaded when they are first wanted. */
import { settings } from "./settings.svelte";

type Instruments = typeof import("./instruments");

function play(how: (on: Instruments) => void): void {
  // A browser without sound still plays.
  if (settings.sound) void import("./instruments").then(how).catch(() => undefined);
}

/** Your turn. */
export const soundTurn = (): void => play((on) => on.notes([523.25, 659.25], 0.08));

/** Somebody wrote. */
export const soundChat = (): void => play((on) => on.notes([783.99], 0.04));

/** The game is over. */
export const soundEnd = (): void => play((on) => on.notes([523.25, 659.25, 783.99], 0.07));

/** What a move sounds like, unless the game's theme says otherwise. */
export const soundMove: Instruments["soundMove"] = (kind, own) => play((on) => on.soundMove(kind, own));
