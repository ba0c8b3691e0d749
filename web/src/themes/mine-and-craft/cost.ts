/** One part of a craft card's cost. */
export interface Price {
  count: number;
  material: string;
}

/** The parts of a cost such as `1 stone + 2 wood`. */
export function priceOf(cost: string): Price[] {
  return [...cost.matchAll(/(\d+) (\w+)/g)].map((part) => ({ count: Number(part[1]), material: part[2] ?? "" }));
}
