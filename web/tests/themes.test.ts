import { mount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import credited from "../CREDITS.md?raw";
import { collect, credits } from "../scripts/icons.mjs";
import type { Palette, PieceType, ThemeInfo } from "../src/lib/wire";
import { loadTheme, themeOf } from "../src/themes";
import { plain } from "../src/themes/plain";
import stored from "./types.json";
import { PATIENCE } from "./views";

const games = Object.entries(stored as unknown as Record<string, Record<string, PieceType>>);
const sprite = collect();
const symbols = new Set([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1] ?? ""));
const drawn = new Set<string>();
await Promise.all(games.map(([slug]) => loadTheme(slug)));

/** What a component draws, and the names of the sprite it used. */
function draw(
  slug: string,
  part: "face" | "back" | "picture",
  props: { id?: string; type?: PieceType; value?: number | null; zone?: string } = {},
): { target: HTMLElement; names: string[] } {
  const target = document.createElement("div");
  mount(themeOf(slug)[part] as never, { target, props: props as never });
  const names = [...target.querySelectorAll("use")].map((use) => use.getAttribute("href")?.split("#")[1] ?? "");
  names.forEach((name) => drawn.add(name));
  return { target, names };
}

describe.each(games)("the look of %s", (slug, types) => {
  const faces = Object.entries(types).map(([id, type]) => ({ id, ...draw(slug, "face", { id, type, value: 3 }) }));

  it("has a class of its own and a card's proportions", () => {
    expect(themeOf(slug).className).toBe(`theme-${slug}`);
    expect(themeOf(slug).ratio).toBeCloseTo(5 / 7);
  });

  it("uses only drawings the sprite has", () => {
    for (const { id, names } of faces) for (const name of names) expect(symbols, id).toContain(name);
    const others = [draw(slug, "back", { zone: "" }), draw(slug, "back", { zone: "craft:1" }), draw(slug, "picture")];
    for (const { names } of others) for (const name of names) expect(symbols).toContain(name);
  });

  it("draws different pieces differently", () => {
    expect(new Set(faces.map(({ target }) => target.innerHTML)).size).toBe(faces.length);
  });

  it("says nothing to a screen reader", () => {
    for (const { id, target } of faces)
      for (const child of target.children) expect(child.getAttribute("aria-hidden"), id).toBe("true");
  });

  it("draws a piece it has never heard of", () => {
    const type = { name: "Surprise", short: "S", facets: {}, help: "", title: "", text: "" };
    for (const name of draw(slug, "face", { id: "surprise", type }).names) expect(symbols).toContain(name);
  });
});

describe("the sprite", () => {
  it("holds no drawing that no game uses", () => {
    expect([...symbols].filter((name) => !drawn.has(name))).toEqual([]);
  });

  it("runs no script and loads nothing", () => {
    expect(sprite).not.toMatch(/<script|<image|<foreignObject|\son\w+=/i);
    expect(sprite.replace(/<!--.*?-->/gs, "").replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  });

  it("credits its artists", () => {
    expect(credited).toBe(credits());
  });
});

it("a game without a look gets plain cards", () => {
  const { target } = draw("somebody-elses-game", "face", {
    id: "x",
    type: { name: "Queen of Cups", short: "QC", facets: {}, help: "", title: "", text: "" },
  });
  expect(target.innerHTML).toContain("Queen of Cups");
});

describe("a look that comes as data", () => {
  const look: ThemeInfo = {
    light: palette("#2b1b3d", "#f6e9d8"),
    dark: palette("#1a1026", "#e9dccb"),
    back: { icon: "bat", paper: "#3b2457", ink: "#f2c14e" },
    corner: "rank",
    by: "",
    cards: { owl: { icon: "barn-owl", paper: null, ink: "#5a3d0c", help: "Sees at night." } },
    picture: ["owl"],
    zones: { Hand: "Your own cards." },
  };
  const owl: PieceType = { name: "Owl", short: "o", facets: { rank: 5 }, help: "", title: "", text: "" };

  it("draws its icons and the fields of its cards", () => {
    const target = document.createElement("div");
    mount(plain.face, { target, props: { id: "owl", type: owl, look } });
    expect(target.querySelector("use")?.getAttribute("href")).toMatch(/#barn-owl$/);
    expect(target.querySelector(".short")?.textContent).toBe("5");
    expect(target.querySelector(".help")?.textContent).toBe("Sees at night.");
    mount(plain.back, { target, props: { look } });
    mount(plain.picture, { target, props: { look } });
    expect([...target.querySelectorAll("use")].map((use) => use.getAttribute("href")?.split("#")[1])).toEqual([
      "barn-owl",
      "bat",
      "barn-owl",
    ]);
  });

  it("is asked for once, when a game has no look here", async () => {
    const asked = vi.fn(() => Promise.resolve(Response.json({ games: [{ slug: "masks", theme: look }] })));
    vi.stubGlobal("fetch", asked);
    const rules: string[] = [];
    vi.stubGlobal(
      "CSSStyleSheet",
      class {
        insertRule = (rule: string): number => rules.push(rule);
      },
    );
    document.adoptedStyleSheets = [];
    vi.resetModules();
    const { themeOf: fresh } = await import("../src/themes");
    expect(fresh("masks").className).toBe("theme-plain");
    await vi.waitFor(() => expect(fresh("masks").look).toEqual(look), PATIENCE);
    expect(fresh("another").className).toBe("theme-plain");
    expect(asked).toHaveBeenCalledOnce();
    expect(rules).toEqual([
      expect.stringMatching(/^\.theme-masks \{ --felt: #2b1b3d;/),
      expect.stringMatching(/^:root\[data-scheme="dark"\] \.theme-masks \{ --felt: #1a1026;/),
    ]);
  });
});

function palette(felt: string, felt_ink: string): Palette {
  return { felt, felt_ink, accent: "#a5352a", accent_ink: "#ffffff", card_paper: "#fff6e3", card_ink: "#10333b" };
}
