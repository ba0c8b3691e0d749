import { aroundMackinac } from "./around-mackinac";
import { deluxeMemory } from "./deluxe-memory";
import { followMe, matchMe } from "./mackinac";
import { mineAndCraft } from "./mine-and-craft";
import { plain } from "./plain";
import { stCroix } from "./st-croix";
import type { Theme } from "./theme";

export type { FaceProps, Theme } from "./theme";

const themes = new Map(
  [stCroix, matchMe, followMe, aroundMackinac, deluxeMemory, mineAndCraft].map((theme) => [theme.slug, theme]),
);

/** The look of a game; a game without one of its own gets plain cards. */
export function themeOf(slug: string): Theme {
  return themes.get(slug) ?? plain;
}
