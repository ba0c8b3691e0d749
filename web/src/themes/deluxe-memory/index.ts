import type { Theme } from "../theme";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import "./colours.css";

export const deluxeMemory: Theme = {
  slug: "deluxe-memory",
  className: "theme-deluxe-memory",
  face: Face,
  back: Back as Theme["back"],
  picture: Picture as Theme["picture"],
  ratio: 5 / 7,
};
