import type { Theme } from "../theme";
import Back from "./Back.svelte";
import FollowFace from "./FollowFace.svelte";
import FollowPicture from "./FollowPicture.svelte";
import "./colours.css";
import "./habitats.css";

export const followMe: Theme = {
  slug: "follow-me",
  className: "theme-follow-me",
  face: FollowFace,
  back: Back as Theme["back"],
  picture: FollowPicture as Theme["picture"],
  ratio: 5 / 7,
};
