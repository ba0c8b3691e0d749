/** Twelve small pictures for players, drawn in a square of 24: each seat has two, so no two players share one. */
const EMBLEMS = [
  "M12 3l2.6 5.8 6.4.7-4.8 4.3 1.4 6.2-5.6-3.2L6.4 20l1.4-6.2L3 9.5l6.4-.7z", // star
  "M12 2c4 5 6.5 8.5 6.5 12a6.5 6.5 0 0 1-13 0C5.5 10.5 8 7 12 2z", // drop
  "M12 2l6 8h-3l4 6h-5v6h-4v-6H5l4-6H6z", // tree
  "M15 2.5a9.5 9.5 0 1 0 6.5 15A8.5 8.5 0 0 1 15 2.5z", // moon
  "M3 19V7l5 4.5L12 4l4 7.5L21 7v12z", // crown
  "M12 20.5C5 15.5 3 12.5 3 9.5a4.6 4.6 0 0 1 9-1.5 4.6 4.6 0 0 1 9 1.5c0 3-2 6-9 11z", // heart
  "M14 2L5 13.5h5.5L9 22l9.5-12H13z", // bolt
  "M2 20l7-14 4.5 8 2-3L22 20z", // mountain
  "M12 3a4.2 4.2 0 0 1 4 5 4.2 4.2 0 0 1 0 8 4.2 4.2 0 0 1-8 0 4.2 4.2 0 0 1 0-8 4.2 4.2 0 0 1 4-5z", // clover
  "M2.5 12C7 5.5 13 5.5 17 10.5L21.5 7v10L17 13.5c-4 5-10 5-14.5-1.5z", // fish
  "M12 2.5l8 3v6c0 5-4 8.5-8 10-4-1.5-8-5-8-10v-6z", // shield
  "M12 2l8 10-8 10-8-10z", // diamond
];
const SEATS = 6;

/** The path of a player's picture: by the seat, and one of two by the name. */
export function emblemOf(seat: number, name: string): string {
  const letters = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return EMBLEMS[(seat % SEATS) + SEATS * (letters % 2)] ?? "";
}
