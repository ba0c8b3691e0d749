/** Where the pips of a number card stand, in percent of the middle field; those of the lower half are upside down. */
const L = 22;
const M = 50;
const R = 78;
const places: Record<string, [number, number][]> = {
  ace: [[M, 50]],
  2: [
    [M, 12],
    [M, 88],
  ],
  3: [
    [M, 12],
    [M, 50],
    [M, 88],
  ],
  4: [
    [L, 12],
    [R, 12],
    [L, 88],
    [R, 88],
  ],
  5: [
    [L, 12],
    [R, 12],
    [M, 50],
    [L, 88],
    [R, 88],
  ],
  6: [
    [L, 12],
    [R, 12],
    [L, 50],
    [R, 50],
    [L, 88],
    [R, 88],
  ],
  7: [
    [L, 12],
    [R, 12],
    [M, 31],
    [L, 50],
    [R, 50],
    [L, 88],
    [R, 88],
  ],
  8: [
    [L, 12],
    [R, 12],
    [M, 31],
    [L, 50],
    [R, 50],
    [M, 69],
    [L, 88],
    [R, 88],
  ],
  9: [
    [L, 10],
    [R, 10],
    [L, 37],
    [R, 37],
    [M, 50],
    [L, 63],
    [R, 63],
    [L, 90],
    [R, 90],
  ],
  10: [
    [L, 10],
    [R, 10],
    [M, 23],
    [L, 37],
    [R, 37],
    [L, 63],
    [R, 63],
    [M, 77],
    [L, 90],
    [R, 90],
  ],
};

/** The pips of a rank; none for a court card. */
export function pipsOf(rank: string): [number, number][] {
  return places[rank] ?? [];
}

const courts: Record<string, string> = {
  jack: "jester-hat",
  queen: "queen-crown",
  king: "imperial-crown",
  joker: "card-joker",
};

/** The sign of a court card or Joker. */
export function courtOf(rank: string): string | undefined {
  return courts[rank];
}

const letters: Record<string, string> = { ace: "A", jack: "J", queen: "Q", king: "K", joker: "JK" };

/** What stands in a card's corner. */
export function letterOf(rank: string): string {
  return letters[rank] ?? rank;
}
