import type { Theme } from "../theme";
import Back from "./Back.svelte";
import FollowFace from "./FollowFace.svelte";
import FollowPicture from "./FollowPicture.svelte";
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

export const followMe: Theme = {
  slug: "follow-me",
  className: "theme-follow-me",
  face: FollowFace,
  back: Back as Theme["back"],
  picture: FollowPicture as Theme["picture"],
  ratio: 5 / 7,
};
