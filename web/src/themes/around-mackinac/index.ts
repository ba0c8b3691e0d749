import type { Theme } from "../theme";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import "./colours.css";

export const aroundMackinac: Theme = {
  slug: "around-mackinac",
  className: "theme-around-mackinac",
  face: Face,
  back: Back as Theme["back"],
  picture: Picture as Theme["picture"],
  tokens: ["die", "pawn"],
  ratio: 5 / 7,
};
