// @vitest-environment node
import { expect, it } from "vitest";
import credits from "../CREDITS.md?raw";
import { ARTISTS } from "../src/parts/Credits.svelte";

it("names on the page every artist whose icons are used", () => {
  const told = credits.matchAll(/^- \*\*(.+?)\*\*/gm);
  expect([...told].map((one) => one[1])).toEqual(ARTISTS);
});
