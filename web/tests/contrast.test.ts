// @vitest-environment node
import { describe, expect, it } from "vitest";
import { categoryOf, habitats, tintOf } from "../src/themes/mackinac/guide";
import { deedOf } from "../src/themes/around-mackinac/sights";
import stored from "./types.json";

const sheets = import.meta.glob<string>("../src/themes/*/colours.css", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The contrast of two #rrggbb colours as WCAG counts it. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high = 0, low = 0] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Every value a sheet gives a colour, in the light scheme or as changed by the dark one. */
function values(sheet: string, dark: boolean): (name: string) => string[] {
  const at = sheet.indexOf(':root[data-scheme="dark"]');
  const all = (text: string, name: string) =>
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)]
      .filter((found) => found[1] === name)
      .map((found) => found[2] ?? "");
  return (name) => {
    const changed = dark ? all(sheet.slice(at), name) : [];
    return changed.length ? changed : all(sheet.slice(0, at), name);
  };
}

describe("text is readable", () => {
  it.each(Object.entries(sheets))("%s", (_, sheet) => {
    for (const dark of [false, true]) {
      const of = values(sheet, dark);
      const pairs = [
        ["felt", "felt-ink", 7],
        ["accent", "accent-ink", 4.5],
        ["card-paper", "card-ink", 7],
      ] as const;
      for (const [ground, ink, least] of pairs) {
        expect(of(ground)).not.toEqual([]);
        for (const one of of(ground))
          for (const other of of(ink)) expect(contrast(one, other), `${one} ${other}`).toBeGreaterThan(least);
      }
    }
    for (const [, sign] of sheet.matchAll(/--sign: (#[0-9a-f]{6})/g))
      expect(contrast(sign ?? "", "#ffffff"), sign).toBeGreaterThan(4.5);
  });

  it("white letters on habitats, categories and deeds", () => {
    const cards = Object.values(stored["match-me"]);
    const inks = [
      ...habitats.map((habitat) => habitat.ink),
      ...cards.map((card) => categoryOf(card.facets.category).ink),
      ...Object.values(stored["around-mackinac"]).map(
        (card) => deedOf("does" in card.facets ? card.facets.does : "").ink,
      ),
    ];
    for (const ink of inks) expect(contrast(ink, "#ffffff"), ink).toBeGreaterThan(4.5);
  });

  it("treasures on paper, in both schemes", () => {
    for (const id of Object.keys(stored["follow-me"]))
      for (const paper of ["#faf3e0", "#ece3cb"]) expect(contrast(tintOf(id), paper), id).toBeGreaterThan(3);
  });
});

describe("habitats are told apart without colour", () => {
  it("by letter and by icon", () => {
    expect(new Set(habitats.map((habitat) => habitat.letter)).size).toBe(habitats.length);
    expect(new Set(habitats.map((habitat) => habitat.icon)).size).toBe(habitats.length);
  });

  it("and so are the categories", () => {
    const names = [...new Set(Object.values(stored["match-me"]).map((card) => card.facets.category))];
    expect(names).toHaveLength(15);
    expect(new Set(names.map((name) => categoryOf(name).code)).size).toBe(names.length);
    expect(new Set(names.map((name) => categoryOf(name).icon)).size).toBe(names.length);
  });
});
