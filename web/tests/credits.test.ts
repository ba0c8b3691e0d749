import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ARTISTS } from "../src/parts/Credits.svelte";

it("names on the page every artist whose icons are used", () => {
  const told = readFileSync("CREDITS.md", "utf8").matchAll(/^- \*\*(.+?)\*\*/gm);
  expect([...told].map((one) => one[1])).toEqual(ARTISTS);
});
