import type { Theme } from "../theme";
import Back from "./Back.svelte";
import MatchFace from "./MatchFace.svelte";
import MatchPicture from "./MatchPicture.svelte";
import "./colours.css";
import "./habitats.css";

export const matchMe: Theme = {
  slug: "match-me",
  className: "theme-match-me",
  face: MatchFace,
  back: Back as Theme["back"],
  picture: MatchPicture as Theme["picture"],
  ratio: 5 / 7,
};
