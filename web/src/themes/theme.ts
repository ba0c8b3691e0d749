import type { Component } from "svelte";
import type { PieceType } from "../lib/wire";

/** How one game looks. The table is playable without it; a theme adds colours and drawings, never rules. */
export interface Theme {
  slug: string;
  /** Set on the table's root element; the theme's CSS hangs its custom properties on it. */
  className: string;
  /** A card face or other piece drawn from its type; fills its box, sized by container query units. */
  face: Component<{ id: string; type: PieceType; value?: number | null }>;
  /** A card back; fills its box. */
  back: Component<{ zone?: string }>;
  /** A picture of the game for the home page, 16:10. */
  picture: Component;
  /** Width divided by height of a card. */
  ratio: number;
}
