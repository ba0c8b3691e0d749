import type { Theme } from "../theme";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import "./colours.css";

export const stCroix: Theme = {
  slug: "st-croix",
  className: "theme-st-croix",
  face: Face,
  back: Back as Theme["back"],
  picture: Picture as Theme["picture"],
  ratio: 5 / 7,
};
