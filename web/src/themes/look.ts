import type { CardLook, PieceType, ThemeInfo } from "../lib/wire";

/** How one card looks. */
export function cardLook(theme: ThemeInfo | undefined, id: string, type: PieceType): CardLook | undefined {
  return theme?.cards[String(type.facets[theme.by] ?? id)];
}

/** What stands in the corner of a card. */
export function corner(theme: ThemeInfo | undefined, type: PieceType): string {
  return String(type.facets[theme?.corner ?? ""] ?? type.short);
}
