import type { Component } from "svelte";
import type { Sound } from "../lib/instruments";
import type { PieceType, ThemeInfo } from "../lib/wire";

/** What a face is drawn from; `value` is a die's number or how many chips lie there. */
export interface FaceProps {
  id: string;
  type: PieceType;
  value?: number | null;
  look?: ThemeInfo;
}

/**
 * How one game looks. The table is playable without it; a theme adds colours and drawings, never rules.
 *
 * Everything drawn fills the width of its box (cards at `ratio`, dice, pawns and chips as squares) and is hidden from
 * screen readers: the table gives every piece its name in words.
 */
export interface Theme {
  slug: string;
  /**
   * Set on the table's root element; the theme's CSS hangs its custom properties on it: --felt, --felt-ink, --accent,
   * --accent-ink, --card-paper, --card-ink, and --cloth, the pattern of the felt (`background: var(--cloth), var(--felt)`).
   */
  className: string;
  /** A card face or other piece drawn from its type. */
  face: Component<FaceProps>;
  /** A card back; the family of the zone tells apart decks that lie on the same table. */
  back: Component<{ family?: string; look?: ThemeInfo }>;
  /** A picture of the game for the home page, 16:10. */
  picture: Component<{ look?: ThemeInfo }>;
  /** The look as data, of a game whose own package sends it: the three above are given it. */
  look?: ThemeInfo;
  /** Types that are no cards: dice and pawns, drawn as squares. */
  tokens?: readonly string[];
  /** How events sound that sound otherwise than their moves. */
  sounds?: Readonly<Record<string, Sound>>;
  /** Width divided by height of a card. */
  ratio: number;
}
