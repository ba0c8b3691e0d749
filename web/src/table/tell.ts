/** Answers to the single-key queries, in words. */
import { badgeWords, pieceName, plainName, zoneName } from "../lib/names";
import type { Scene, Zone } from "../lib/wire";
import type { Board } from "./board.svelte";

/** The answer to a single-key query; null for any other key. */
export function tell(board: Board, key: string): string | null {
  const { scene } = board;
  switch (key) {
    case "l":
      return board.view.log.tail.at(-1)?.text ?? "Nothing has happened yet.";
    case "t": {
      const whom = scene.waiting.map((each) => `${plainName(scene, each.seat)}: ${each.text}`);
      return `${scene.phase}. ${whom.join("; ")}`.trim();
    }
    case "h": {
      const own = scene.zones.filter((zone) => zone.area === "self");
      return own.map((zone) => zoneSummary(scene, zone)).join(" ") || "You hold nothing.";
    }
    case "z":
      return scene.zones
        .filter((zone) => zone.area === "table" || zone.area === "side")
        .map((zone) => zoneSummary(scene, zone))
        .join(" ");
    case "m": {
      const labels = board.chooser.choices.map((choice) => choice.label);
      return labels.length ? `You can: ${labels.join("; ")}.` : "Nothing to choose now.";
    }
    case "i": {
      const id = (document.activeElement as HTMLElement | null)?.dataset.pid;
      const piece = scene.pieces.find((each) => each.id === id);
      const zone = piece && board.zones.get(piece.zone);
      return piece && zone ? `${pieceName(scene, zone, piece)}. ${board.helpOf(piece)}`.trim() : null;
    }
    case "?":
      return HELP;
    default:
      return null;
  }
}

const HELP =
  "Tab to a zone, arrows inside it, Space or 1 to 9 to choose, Enter to confirm, Escape to cancel. " +
  "L last action, T whose turn, H your cards, Z the table, M your moves, I this card.";

/** A zone in one sentence. */
function zoneSummary(scene: Scene, zone: Zone): string {
  const badges = zone.badges.map(badgeWords);
  const name = zoneName(scene, zone);
  if (zone.layout === "text") return `${name}: ${badges.join("; ") || "nothing"}.`;
  const visible = scene.pieces.filter((piece) => piece.zone === zone.id && piece.type !== null);
  const shown = zone.layout === "pile" ? visible.slice(-1) : visible;
  const listed = shown.slice(0, 20).map((piece) => scene.types[piece.type ?? ""]?.name ?? "");
  const what =
    listed.length && zone.layout !== "pool" ? ` ${zone.layout === "pile" ? "on top " : ""}${listed.join(", ")}` : "";
  const rest = badges.length ? `; ${badges.join(", ")}` : "";
  return `${name}: ${String(zone.count)}${what ? `,${what}` : ""}${rest}.`;
}
