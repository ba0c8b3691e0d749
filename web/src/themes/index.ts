import { SvelteMap } from "svelte/reactivity";
import { getCatalogue } from "../lib/api";
import type { Palette, ThemeInfo } from "../lib/wire";
import { plain } from "./plain";
import type { Theme } from "./theme";

export type { FaceProps, Theme } from "./theme";

/** The looks this client has, each loaded when it is needed. */
const OWN: Record<string, () => Promise<Theme>> = {
  "st-croix": async () => (await import("./st-croix")).stCroix,
  "match-me": async () => (await import("./mackinac/match")).matchMe,
  "follow-me": async () => (await import("./mackinac/follow")).followMe,
  "around-mackinac": async () => (await import("./around-mackinac")).aroundMackinac,
  "deluxe-memory": async () => (await import("./deluxe-memory")).deluxeMemory,
  "mine-and-craft": async () => (await import("./mine-and-craft")).mineAndCraft,
};
const themes = new SvelteMap<string, Theme>();
const loading = new Map<string, Promise<void>>();
let asked = false;

/** The look of a game: its own, the one its package sends as data, or plain cards (also until it is loaded). */
export function themeOf(slug: string): Theme {
  const theme = themes.get(slug);
  if (!theme) void loadTheme(slug);
  return theme ?? plain;
}

/** Is there nothing better to wait for than what `themeOf` gives? */
export function isThemed(slug: string): boolean {
  return themes.has(slug) || !(slug in OWN);
}

/** Load a game's look; resolves when it is there, or when it cannot be had. */
export function loadTheme(slug: string): Promise<void> {
  const own = OWN[slug];
  if (!own) return asked ? Promise.resolve() : learn();
  const known =
    loading.get(slug) ??
    own().then(
      (theme) => void themes.set(slug, theme),
      () => void themes.set(slug, plain), // playable, if not pretty
    );
  loading.set(slug, known);
  return known;
}

/** Load all looks: the next game is drawn at once. */
export function loadThemes(): void {
  for (const slug of Object.keys(OWN)) void loadTheme(slug);
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
  // A sheet made by a script is allowed where the page's security policy forbids inline styles.
  const sheet = new CSSStyleSheet();
  sheet.insertRule(rule(`.${className}`, look.light));
  sheet.insertRule(rule(`:root[data-scheme="dark"] .${className}`, look.dark ?? look.light), 1);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return { ...plain, slug, className, look };
}

function rule(selector: string, palette: Palette): string {
  const lines = Object.entries(palette).map(([name, colour]) => `--${name.replace("_", "-")}: ${colour};`);
  return `${selector} { ${lines.join(" ")} }\n`;
}
