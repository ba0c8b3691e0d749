import { beforeEach, expect, it } from "vitest";
import { forgetTips, gameKnown, tipsFor } from "../src/lib/tips";
import { tipRead } from "../src/lib/tips-seen";
import type { Choice, Prompt } from "../src/lib/wire";

const choice: Choice = {
  action: 1,
  text: "play 7",
  label: "Play 7",
  style: "main",
  pieces: ["hand:0:7:1"],
  zones: [],
  seats: [],
  cells: [],
  number: null,
  option: "",
  confirm: "",
  preview: "",
  ends: false,
};
const turn: Prompt = {
  seat: 0,
  kind: "turn",
  text: "Play.",
  choices: [choice],
  blocked: [{ pieces: ["hand:0:3:1"], zones: [], why: "Too low." }],
  help: "a-turn",
  series: null,
};
const table = { hints: true, instant: false, awaited: false };
const ids = (game: string, prompt: Prompt, at = table): string[] => tipsFor(game, prompt, at).map((tip) => tip.id);

beforeEach(forgetTips);

it("shows at most three, and those that apply", () => {
  expect(ids("st-croix", turn)).toEqual(["turn-outlined", "turn-blocked", "turn-rules"]);
  expect(ids("st-croix", { ...turn, blocked: [], help: "" })).toEqual(["turn-outlined", "turn-hint"]);
  expect(ids("st-croix", { ...turn, blocked: [], help: "" }, { hints: false, instant: true, awaited: false })).toEqual(
    [],
  );
  expect(ids("st-croix", { ...turn, kind: "commit" })).toEqual(["commit-together"]);
});

it("shows none twice in a game, and none in a game that is known", () => {
  tipRead("st-croix", "turn-outlined");
  tipRead("st-croix", "turn-outlined");
  expect(ids("st-croix", turn)).toEqual(["turn-blocked", "turn-rules", "turn-hint"]);
  expect(ids("match-me", turn)).toContain("turn-outlined");
  gameKnown("match-me");
  expect(ids("match-me", turn)).toEqual([]);
  forgetTips();
  expect(ids("match-me", turn)).toContain("turn-outlined");
});
