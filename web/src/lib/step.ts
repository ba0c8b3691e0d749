/** Adding up what the socket sends: a complete view first, then steps that leave out what is as it was. */
import type { Step, TableView } from "./wire";

/** So many lines of the story a view holds; older ones are asked for. */
export const TAIL = 40;

/** The view after a step; null where it does not follow from this one. */
export function stepped(view: TableView | null, seq: number, step: Step): TableView | null {
  if (!view?.scene || step.seq !== seq + 1) return null;
  const { table, you, chat } = { ...view, ...step };
  return {
    table,
    you,
    chat,
    scene: { ...view.scene, ...step.scene },
    prompt: step.prompt,
    log: { total: step.log.total, tail: [...view.log.tail, ...step.log.more].slice(-TAIL) },
  };
}
