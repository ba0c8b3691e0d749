/** Applies what the socket sends: a complete view first, then steps that leave out what did not change. */
import type { Step, Snapshot } from "./wire";

/** Log lines in a view; older ones are fetched on request. */
export const TAIL = 40;

/** A list after a step; a pair of numbers in it stands for a range of the list before. */
function spelled<Part>(before: Part[], told: (Part | [number, number])[]): Part[] {
  return told.flatMap((part) => (Array.isArray(part) ? before.slice(part[0], part[1]) : [part]));
}

/** The view after a step; null if the step does not follow from this one. */
export function stepped(view: Snapshot | null, seq: number, step: Step): Snapshot | null {
  if (!view?.scene || step.seq !== seq + 1) return null;
  const before = view.scene;
  const { players, zones, pieces, ...rest } = step.scene;
  const { table, you, chat, lesson, undo } = { ...view, ...step };
  return {
    table,
    you,
    chat,
    lesson,
    undo,
    scene: {
      ...before,
      ...rest,
      players: spelled(before.players, players),
      zones: spelled(before.zones, zones),
      pieces: spelled(before.pieces, pieces),
    },
    prompt: step.prompt,
    log: { total: step.log.total, tail: [...view.log.tail, ...step.log.more].slice(-TAIL) },
  };
}
