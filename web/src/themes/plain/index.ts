import type { Theme } from "../theme";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";

export const plain: Theme = {
  slug: "",
  className: "theme-plain",
  face: Face,
  back: Back,
  picture: Picture,
  ratio: 5 / 7,
};
