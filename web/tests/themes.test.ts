import { mount } from "svelte";
import { describe, expect, it } from "vitest";
import credited from "../CREDITS.md?raw";
import { collect, credits } from "../scripts/icons.mjs";
import type { PieceType } from "../src/lib/wire";
import { themeOf } from "../src/themes";
import stored from "./types.json";

const games = Object.entries(stored as unknown as Record<string, Record<string, PieceType>>);
const sprite = collect();
const symbols = new Set([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1] ?? ""));
const drawn = new Set<string>();

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
