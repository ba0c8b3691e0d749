import type { Theme } from "../theme";
import Back from "./Back.svelte";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import "./colours.css";

export const mineAndCraft: Theme = {
  slug: "mine-and-craft",
  className: "theme-mine-and-craft",
  face: Face,
  back: Back,
  picture: Picture as Theme["picture"],
  sounds: { blast: "explosion", "blown up": "explosion", "creeper removed": "explosion" },
  ratio: 5 / 7,
};
