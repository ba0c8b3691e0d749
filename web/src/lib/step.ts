/** Adding up what the socket sends: a complete view first, then steps that leave out what is as it was. */
import type { Step, Snapshot } from "./wire";

/** So many lines of the story a view holds; older ones are asked for. */
export const TAIL = 40;

/** A list after a step; in it a pair of numbers stands for a part of the list before. */
function spelled<Part>(before: Part[], told: (Part | [number, number])[]): Part[] {
  return told.flatMap((part) => (Array.isArray(part) ? before.slice(part[0], part[1]) : [part]));
}

/** The view after a step; null where it does not follow from this one. */
export function stepped(view: Snapshot | null, seq: number, step: Step): Snapshot | null {
  if (!view?.scene || step.seq !== seq + 1) return null;
  const before = view.scene;
  const { players, zones, pieces, ...rest } = step.scene;
  const { table, you, chat } = { ...view, ...step };
  return {
    table,
    you,
    chat,
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
