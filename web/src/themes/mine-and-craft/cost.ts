import type { PieceType } from "../../lib/wire";

/** One part of a craft card's cost. */
export interface Price {
  count: number;
  material: string;
}

/** The parts of a craft card's cost: its own material, then wood. */
export function priceOf(facets: PieceType["facets"]): Price[] {
  return [
    { count: Number(facets.units ?? 0), material: String(facets.material ?? "") },
    { count: Number(facets.wood ?? 0), material: "wood" },
  ].filter((part) => part.count > 0);
}
