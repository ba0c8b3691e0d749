/** Names for screen readers: what a piece is, where it lies, and what is special about it. */
import type { Cell } from "./staging";
import type { Badge, Piece, PieceType, Scene, Zone } from "./wire";

/** What a zone is called inside its owner's place: "Hand", "Pile 2". */
export function zoneLabel(zone: Zone): string {
  const label = zone.number === null ? zone.label : `${zone.label} ${String(zone.number)}`;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What a zone is called at the table, with whose it is: "Your hand", "Bo's hand", "Pile 2". */
export function zoneName(scene: Scene, zone: Zone): string {
  const owner = zone.area === "self" || zone.area === "seat" ? zone.owner : null;
  if (owner === null) return zoneLabel(zone);
  const name = scene.players.find((player) => player.seat === owner)?.name ?? "";
  const whose = owner === scene.seat || name === "You" ? "Your" : `${name}'s`;
  return `${whose} ${zone.number === null ? zone.label : `${zone.label} ${String(zone.number)}`}`;
}

/** A badge's text, with the piece it is about in front. */
export function badgeWords(badge: Badge): string {
  return badge.about ? `${badge.about}: ${badge.text}` : badge.text;
}

/** The letter of a grid's row. */
export function rowName(row: number): string {
  return String.fromCharCode(97 + row);
}

/** A place of a grid as people say it: `c2` is the third row, second column. */
export function cellName(cell: Cell): string {
  return `${rowName(cell[0])}${String(cell[1] + 1)}`;
}

/** What a piece is called: its type's name, or that it lies face down. */
export function whatIs(scene: Scene, piece: Piece): string {
  if (piece.type === null) return "Face-down card";
  const name = scene.types[piece.type]?.name ?? piece.type;
  return piece.value === null ? name : `${name}, ${String(piece.value)}`;
}

/** The full accessible name of a piece. */
export function pieceName(scene: Scene, zone: Zone, piece: Piece): string {
  const parts = [whatIs(scene, piece)];
  const type = piece.type === null ? undefined : scene.types[piece.type];
  const told = type ? tellingFacet(type.name, type.facets) : "";
  if (told) parts.push(told);
  parts.push(...placeOf(zone, piece));
  for (const tag of piece.tags) parts.push(TAGS[tag]);
  return parts.filter(Boolean).join(", ");
}

const TAGS: Record<Piece["tags"][number], string> = {
  fixed: "stays face up",
  new: "new",
  peeked: "only you see it",
  selected: "chosen",
  target: "being looked at",
  used: "used",
};

/** The words on a card that its name does not contain already. */
function tellingFacet(name: string, facets: PieceType["facets"]): string {
  const words = Object.values(facets)
    .map((value) => (Array.isArray(value) ? value.join(" ") : value))
    .filter((value): value is string => typeof value === "string" && value !== "none");
  return words
    .filter((word) => !name.toLowerCase().includes(word.toLowerCase()))
    .slice(0, 2)
    .join(", ");
}

function placeOf(zone: Zone, piece: Piece): string[] {
  if (Array.isArray(piece.pos)) {
    const [row, column] = piece.pos;
    const where = `row ${rowName(row).toUpperCase()} column ${String(column + 1)}`;
    return piece.number === null ? [where] : [`number ${String(piece.number)}`, where];
  }
  if (zone.layout === "ring")
    return [`position ${String(piece.pos + 1)}${zone.under ? "" : ` of ${String(zone.count)}`}`];
  return [];
}

/** A counter's name as shown beside a number. */
export function plainName(scene: Scene, seat: number): string {
  if (seat === scene.seat) return "You";
  return scene.players.find((player) => player.seat === seat)?.name ?? `Seat ${String(seat + 1)}`;
}
