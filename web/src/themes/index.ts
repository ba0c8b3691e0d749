import { SvelteMap } from "svelte/reactivity";
import { getCatalogue } from "../lib/api";
import type { Palette, ThemeInfo } from "../lib/wire";
import { aroundMackinac } from "./around-mackinac";
import { deluxeMemory } from "./deluxe-memory";
import { followMe, matchMe } from "./mackinac";
import { mineAndCraft } from "./mine-and-craft";
import { plain } from "./plain";
import { stCroix } from "./st-croix";
import type { Theme } from "./theme";

export type { FaceProps, Theme } from "./theme";

const themes = new SvelteMap(
  [stCroix, matchMe, followMe, aroundMackinac, deluxeMemory, mineAndCraft].map((theme) => [theme.slug, theme]),
);
let asked = false;

/** The look of a game: its own, the one its package sends as data, or plain cards. */
export function themeOf(slug: string): Theme {
  const theme = themes.get(slug);
  if (!theme && !asked) void learn();
  return theme ?? plain;
}

/** Ask the server for the looks of games this client does not know. */
async function learn(): Promise<void> {
  asked = true;
  try {
    for (const { slug, theme } of (await getCatalogue()).games)
      if (theme && !themes.has(slug)) themes.set(slug, themeFrom(slug, theme));
  } catch {
    asked = false; // plain cards until the server answers again
  }
}

/** The look of a game that sends it as data: plain cards with its colours and icons. */
function themeFrom(slug: string, look: ThemeInfo): Theme {
  const className = `theme-${slug}`;
  const sheet = document.createElement("style");
  sheet.textContent =
    rule(`.${className}`, look.light) + rule(`:root[data-scheme="dark"] .${className}`, look.dark ?? look.light);
  document.head.append(sheet);
  return { ...plain, slug, className, look };
}

function rule(selector: string, palette: Palette): string {
  const lines = Object.entries(palette).map(([name, colour]) => `--${name.replace("_", "-")}: ${colour};`);
  return `${selector} { ${lines.join(" ")} }\n`;
}
