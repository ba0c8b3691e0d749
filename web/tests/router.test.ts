import { expect, it } from "vitest";
import { parse } from "../src/lib/router.svelte";

const at = (address: string): ReturnType<typeof parse> => parse(new URL(address, "http://parlour"));

it.each([
  ["/", { page: "home" }],
  ["/new/st-croix", { page: "new", slug: "st-croix" }],
  ["/t/k7qx2mpa", { page: "table", code: "K7QX2MPA" }],
  ["/t/K7QX2MPA/", { page: "table", code: "K7QX2MPA" }],
  ["/replay", { page: "replay", code: null, n: null, as: "", review: false }],
  ["/replay/K7QX2MPA?n=41&as=bo", { page: "replay", code: "K7QX2MPA", n: 41, as: "bo", review: false }],
  ["/replay/K7QX2MPA?n=-3&as=open", { page: "replay", code: "K7QX2MPA", n: null, as: "open", review: false }],
  ["/replay/K7QX2MPA?review&as=0", { page: "replay", code: "K7QX2MPA", n: null, as: "0", review: true }],
  ["/rules/mine-and-craft#tnt", { page: "rules", slug: "mine-and-craft", section: "tnt" }],
  ["/here#ABCD2345EFGH", { page: "here", code: "ABCD2345EFGH" }],
  ["/here", { page: "here", code: "" }],
  ["/new", { page: "nowhere" }],
  ["/t/A/B", { page: "nowhere" }],
  ["/t/%E0%A4%A", { page: "table", code: "%E0%A4%A" }],
  ["/elsewhere", { page: "nowhere" }],
])("%s", (address, route) => {
  expect(at(address)).toEqual(route);
});
