/** Short labels beside numbers, on chips and below what is asked. */
import { plainName } from "../lib/names";
import type { Chooser } from "../lib/staging";
import type { Choice, Scene } from "../lib/wire";

/** The noun for a number: 1 point, 2 points. */
export function unit(name: string, count: number): string {
  return count === 1 ? name.replace(/s$/, "") : name;
}

/** A word, with the player's name where that tells it apart from the others: left is Bo, right is Cleo. */
export function chipLabel(scene: Scene, { options, choices }: Chooser, option: string): string {
  const seatsOf = (word: string): number[] => [
    ...new Set(choices.filter((one) => one.option === word).flatMap((one) => one.seats)),
  ];
  const [seat, ...more] = seatsOf(option);
  const telling = options.some((other) => seatsOf(other)[0] !== seat);
  return seat === undefined || more.length || !telling ? option : `${option}: ${plainName(scene, seat)}`;
}

/** What follows from a choice; nothing if it is only what the card itself shows. */
export function previewOf(scene: Scene, choice: Choice): string {
  const shown = scene.pieces.filter(({ id }) => choice.pieces.includes(id));
  return shown.some(({ type }) => scene.types[type ?? ""]?.short === choice.preview) ? "" : choice.preview;
}
