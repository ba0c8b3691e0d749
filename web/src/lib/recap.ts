/** What happened since the viewer acted last, to be looked at again step by step. */
import type { Shown } from "./paced.svelte";
import type { Scene } from "./wire";

/** The first is where it began; each of the others has something to tell. */
export type Recap = readonly Shown[];

/**
 * The steps that can be told, as they may be seen again: a card that lies face down now stays face down, because
 * remembering it is part of the game.
 */
export function recapOf(since: readonly Shown[]): Recap {
  const now = since.at(-1)?.view.scene;
  if (!now || since.length < 2) return [];
  const shut = new Set(now.pieces.filter((piece) => piece.type === null).map((piece) => piece.id));
  return told(since).map((one) => ({
    ...one,
    view: { ...one.view, prompt: null, scene: closed(one.view.scene, shut) },
    events: one.events.map((event) => ({
      ...event,
      moves: event.moves.map((move) => (move.source === move.target ? { ...move, pieces: [] } : move)),
    })),
  }));
}

/** A step that tells nothing becomes part of the one before; numbered again, because only the next one is played. */
function told(since: readonly Shown[]): Shown[] {
  const steps: Shown[] = [];
  for (const step of since) {
    const before = steps.at(-1);
    if (before && !sentences(step)) steps[steps.length - 1] = { ...step, events: [...before.events, ...step.events] };
    else steps.push(step);
  }
  const now = since.at(-1)?.seq ?? 0;
  return steps.map((step, index) => ({ ...step, seq: now - (steps.length - 1 - index) }));
}

function closed(scene: Scene | null, shut: ReadonlySet<string>): Scene | null {
  if (!scene) return null;
  const pieces = scene.pieces.map((piece) => (shut.has(piece.id) ? { ...piece, type: null } : piece));
  return { ...scene, pieces, prompt: null, result: null };
}

/** What a step tells. */
export function sentences(step: Shown): string {
  return step.events
    .map((event) => event.say)
    .filter(Boolean)
    .join(" ");
}
