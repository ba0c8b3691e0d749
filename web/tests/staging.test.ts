// @vitest-environment node
import { describe, expect, it } from "vitest";
import { type Cell, Chooser, FEW, isStaged, NOTHING, type Staged, type Target } from "../src/lib/staging";
import type { Choice, Scene, Snapshot } from "../src/lib/wire";

const views = import.meta.glob<Snapshot>("./fixtures/*.json", { eager: true, import: "default" });
const scenes = Object.entries(views).flatMap(([path, { scene }]) =>
  scene ? [{ name: path.replace(/^.*\/|\.json$/g, ""), scene }] : [],
);
const asked = scenes.filter(({ scene }) => scene.prompt);

function scene(name: string): Scene {
  const found = scenes.find((each) => each.name === name);
  if (!found) throw new Error(`no fixture ${name}`);
  return found.scene;
}

/** Everything a person can point at: pieces, zones, seats, chips and the cells of a grid. */
function targets(of: Scene, chooser: Chooser): Target[] {
  const cells = of.zones.flatMap(({ id, shape }) =>
    Array.from({ length: shape ? shape[0] * shape[1] : 0 }, (_, index) => ({
      cell: [Math.floor(index / (shape?.[1] ?? 1)), index % (shape?.[1] ?? 1)] satisfies Cell,
      zone: id,
    })),
  );
  return [
    ...of.pieces.map(({ id }) => ({ piece: id })),
    ...of.zones.map(({ id }) => ({ zone: id })),
    ...of.players.map(({ seat }) => ({ seat })),
    ...chooser.options.map((option) => ({ option })),
    ...cells,
  ];
}

/** All stagings that taps lead to, and after how many taps each choice first has a button beside at most three others. */
function explore(of: Scene, most: number): { seen: Staged[]; offered: Map<Choice, number> } {
  const chooser = new Chooser(of);
  const all = targets(of, chooser).filter((target) => chooser.reachable(target));
  const seen = new Map<string, { staged: Staged; taps: number }>([["", { staged: NOTHING, taps: 0 }]]);
  const offered = new Map<Choice, number>();
  for (const { staged, taps } of seen.values()) {
    const { buttons, long } = chooser.offer(staged);
    for (const choice of long ? [] : buttons) if (!offered.has(choice)) offered.set(choice, taps);
    if (seen.size > most) continue;
    for (const target of all) {
      const next = chooser.tap(target, staged);
      const key = JSON.stringify(next);
      if (next && isStaged(next) && !seen.has(key)) seen.set(key, { staged: next, taps: taps + 1 });
    }
  }
  return { seen: [...seen.values()].map(({ staged }) => staged), offered };
}

describe.each(asked)("$name", ({ scene: of }) => {
  const choices = of.prompt?.choices ?? [];
  const { seen, offered } = explore(of, 3000);

  it("offers every choice by taps and buttons", () => {
    expect(choices.filter((choice) => !offered.has(choice)).map((choice) => choice.label)).toEqual([]);
  });

  it("never offers what is not a choice, and never a dead end", () => {
    const chooser = new Chooser(of);
    for (const staged of seen) {
      const { buttons, primary } = chooser.offer(staged);
      for (const choice of buttons) expect(choices).toContain(choice);
      if (primary) expect(buttons).toEqual([primary]);
      if (isStaged(staged)) expect(chooser.candidates(staged).length).toBeGreaterThan(0);
    }
  });

  it("needs at most four taps for any choice", () => {
    expect(Math.max(...offered.values())).toBeLessThanOrEqual(4);
  });

  it("shows few buttons before anything is staged", () => {
    expect(new Chooser(of).offer(NOTHING).buttons.length).toBeLessThanOrEqual(FEW + 2);
  });
});

describe("a tap", () => {
  it("on one of several equal cards takes all of them, a second tap fewer", () => {
    const of = scene("st-croix-2-009-0");
    const chooser = new Chooser(of);
    const both = chooser.tap({ piece: "hand:0:4:2" }, NOTHING);
    expect(both?.pieces).toHaveLength(2);
    expect(chooser.offer(both ?? NOTHING).primary?.label).toBe("Play 2 x Protestant Cay (4)");
    const one = chooser.tap({ piece: "hand:0:4:1" }, both ?? NOTHING);
    expect(one?.pieces).toEqual(["hand:0:4:2"]);
    expect(chooser.offer(one ?? NOTHING).primary?.label).toBe("Play Protestant Cay (4)");
    const none = chooser.tap({ piece: "hand:0:4:2" }, one ?? NOTHING);
    expect(none && isStaged(none)).toBe(false);
  });

  it("on a card in the discard pile lifts everything above it", () => {
    const of = scene("match-me-4-028-0");
    const chooser = new Chooser(of);
    const three = chooser.tap({ piece: "card:leslie-avenue" }, NOTHING) ?? NOTHING;
    expect(chooser.offer(three).primary?.text).toBe("take 3");
    const two = chooser.tap({ piece: "card:sugar-loaf" }, three) ?? NOTHING;
    expect(chooser.offer(two).primary?.text).toBe("take 2");
    const five = chooser.tap({ piece: "card:haldimand-bay" }, two) ?? NOTHING;
    expect(chooser.offer(five).primary?.text).toBe("take 5");
  });

  it("builds a question from a player and a word in either order", () => {
    const chooser = new Chooser(scene("match-me-4-028-0"));
    const player = chooser.tap({ seat: 2 }, NOTHING) ?? NOTHING;
    const asks = chooser.tap({ option: "Birds" }, player) ?? NOTHING;
    expect(chooser.offer(asks).primary?.label).toBe("Ask Cy for Birds");
    const word = chooser.tap({ option: "Birds" }, NOTHING) ?? NOTHING;
    const again = chooser.tap({ seat: 2 }, word) ?? NOTHING;
    expect(chooser.offer(again).primary?.label).toBe("Ask Cy for Birds");
    const other = chooser.tap({ seat: 1 }, again) ?? NOTHING;
    expect(chooser.offer(other).primary?.label).toBe("Ask Bo for Birds");
    const card = chooser.tap({ piece: "card:british-landing" }, other) ?? NOTHING;
    expect(chooser.offer(card).primary?.text).toBe("take 1");
  });

  it("on a pile's card means the pile when only the pile can be chosen", () => {
    const of = scene("mine-and-craft-2-005-0");
    const chooser = new Chooser(of);
    const top = of.pieces.find((piece) => piece.zone === "res:2");
    const staged = chooser.tap({ piece: top?.id ?? "" }, NOTHING) ?? NOTHING;
    expect(staged.zones).toEqual(["res:2"]);
    expect(chooser.offer(staged).primary?.text).toBe("mine 2");
  });

  it("on a square's corner takes the whole square, and on its empty corner too", () => {
    const of = scene("deluxe-memory-2-003-0");
    const square = (text: string, cell: [number, number], pieces: string[]): Choice => ({
      ...(of.prompt?.choices[0] as Choice),
      action: cell[0] * 10 + cell[1],
      text,
      label: text,
      pieces,
      zones: ["grid"],
      cells: [cell],
    });
    const choices = [
      square("square b2", [1, 1], ["place:8", "place:9", "place:15", "place:16"]),
      square("square b3", [1, 2], ["place:9", "place:10", "place:16", "place:17"]),
      square("square a1", [0, 0], ["place:1", "place:7", "place:8"]),
    ];
    const asks = { ...of, prompt: of.prompt && { ...of.prompt, choices } };
    const chooser = new Chooser(asks);
    const b3 = chooser.tap({ piece: "place:9" }, NOTHING) ?? NOTHING;
    expect(chooser.offer(b3).primary?.text).toBe("square b3");
    expect(b3.pieces).toHaveLength(4);
    const a1 = chooser.tap({ cell: [0, 0], zone: "grid" }, b3) ?? NOTHING;
    expect(chooser.offer(a1).primary?.text).toBe("square a1");
    expect(explore(asks, 500).offered.size).toBe(3);
  });

  it("that can mean nothing is refused", () => {
    const chooser = new Chooser(scene("st-croix-2-009-0"));
    expect(chooser.tap({ piece: "table:0:9:1" }, NOTHING)).toBeNull();
    expect(chooser.tap({ seat: 1 }, NOTHING)).toBeNull();
    expect(chooser.tap({ piece: "nothing at all" }, NOTHING)).toBeNull();
  });
});

describe("a series of choices", () => {
  const of: Scene = scene("st-croix-2-000-0");
  const prompt = of.prompt;
  if (!prompt) throw new Error("the fixture asks something");
  const chooser = new Chooser({ ...of, prompt: { ...prompt, series: { count: 3, label: "Lay these 3" } } });
  const cards = of.pieces.filter((piece) => chooser.reachable({ piece: piece.id })).map((piece) => piece.id);
  const after = (...taps: string[]): Staged =>
    taps.reduce<Staged>((staged, piece) => chooser.tap({ piece }, staged) ?? staged, NOTHING);

  it("collects pieces, offers one button for all of them, and lets every tap be taken back", () => {
    const [a = "", b = "", c = "", d = ""] = cards;
    expect(chooser.offer(after(a)).primary?.pieces).toEqual([a]);
    expect(chooser.offer(after(a, b)).buttons).toEqual([]);
    expect(chooser.offer(after(a, b, c)).primary?.label).toBe("Lay these 3");
    expect(after(a, b, c, d).pieces).toEqual([b, c, d]);
    expect(after(a, b, c, b).pieces).toEqual([a, c]);
    expect(chooser.together(after(c, a, b)).map((choice) => choice.pieces.length)).toEqual([1, 1, 1]);
  });
});
