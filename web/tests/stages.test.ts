// @vitest-environment node
import { describe, expect, it } from "vitest";
import { freshOf, stagesOf, type Stage } from "../src/lib/stages";
import type { Moved, Piece, Scene, TableEvent, Zone } from "../src/lib/wire";

interface Step {
  before: Scene;
  events: TableEvent[];
  after: Scene;
}
const games = import.meta.glob<Step[]>("./steps/*.json", { eager: true, import: "default" });

function zone(id: string, count: number, more: Partial<Zone> = {}): Zone {
  const plain = { owner: null, under: null, dim: null, badges: [], shape: null, number: null, family: "" };
  return { id, label: id, layout: "row", area: "table", count, policy: "visible", ...plain, ...more };
}
function piece(id: string, zoneId: string, type: string | null, more: Partial<Piece> = {}): Piece {
  return { id, zone: zoneId, pos: 0, type, tags: [], value: null, number: null, ...more };
}
function scene(zones: Zone[], pieces: Piece[]): Scene {
  const rest = {
    players: [],
    types: {},
    prompt: null,
    waiting: [],
    result: null,
    note: "",
    log: [],
    goal: "",
    charts: [],
  };
  return { game: "any", title: "Any", seat: 0, phase: "", zones, pieces, ...rest };
}
function move(kind: Moved["kind"], source: string, target = source, more: Partial<Moved> = {}): Moved {
  return { kind, source, target, count: 1, pieces: [], places: [], to_places: [], value: null, ...more };
}
function event(kind: string, moves: Moved[], say = ""): TableEvent {
  return { kind, seat: 1, say, facts: {}, moves };
}
/** What the stages show, without the last one: that is the scene afterwards. */
function shown(before: Scene, events: TableEvent[], after: Scene): Stage[] {
  return stagesOf(before, events, after).slice(0, -1);
}
const hidden = { policy: "len" as const };

describe("stages", () => {
  it("take a played card from the opponent who plays it", () => {
    const before = scene([zone("hand:1", 5, hidden), zone("pile", 0)], []);
    const after = scene([zone("hand:1", 4, hidden), zone("pile", 1)], [piece("pile:0", "pile", "7")]);
    const played = event("played", [move("play", "hand:1", "pile", { pieces: ["7"] })]);
    const [stage] = shown(before, [played], after);
    expect(stage?.flights).toMatchObject([{ piece: "pile:0", from: { zone: "hand:1" }, flip: true }]);
    expect([...freshOf(stagesOf(before, [played], after), after)]).toEqual(["pile:0"]);
  });

  it("show die, pawn, card and chips one after the other", () => {
    const zones = (fun: number): Zone[] => [
      zone("die", 1, { layout: "slots" }),
      zone("track", 14, { layout: "ring" }),
      zone("pawn", 1, { layout: "ring", under: "track" }),
      zone("stash", fun, { layout: "pool" }),
      zone("center", 30 - fun, { layout: "pool" }),
    ];
    const pieces = (value: number, pos: number, type: string | null): Piece[] => [
      piece("die", "die", "die", { value }),
      piece("pawn", "pawn", "pawn", { pos }),
      piece("card:2", "track", type, { pos: 1 }),
    ];
    const [before, after] = [scene(zones(0), pieces(1, 12, null)), scene(zones(3), pieces(3, 1, "fudge"))];
    const rolled = [move("roll", "die", "die", { value: 3 }), move("play", "pawn", "pawn", { to_places: [2] })];
    const turned = [move("flip", "track", "track", { pieces: ["fudge"], places: [2] })];
    const took = [move("pay", "center", "stash", { count: 3, pieces: ["fun", "fun", "fun"] })];
    const events = [event("rolled", rolled), event("turned up", turned), event("took", took)];
    const stages = shown(before, events, after);
    expect(stages.map(({ kind }) => kind)).toEqual(["roll", "play", "flip", "pay"]);
    const at = (index: number, id: string): Piece | undefined =>
      stages[index]?.scene.pieces.find((one) => one.id === id);
    expect([at(0, "die")?.value, at(0, "pawn")?.pos, at(0, "card:2")?.type]).toEqual([3, 12, null]);
    expect(stages[1]?.flights[0]?.path).toEqual([12, 13, 0, 1]);
    expect([at(1, "pawn")?.pos, at(1, "card:2")?.type, at(2, "card:2")?.type]).toEqual([1, null, "fudge"]);
    expect(stages[3]?.flights).toHaveLength(3);
  });

  it("show a match at its places before the cards leave", () => {
    const grid = (count: number): Zone[] => [
      zone("grid", count, { layout: "grid" }),
      zone("discard", 4 - count, { layout: "pile" }),
    ];
    const before = scene(
      grid(4),
      [1, 2, 3, 4].map((number) => piece(`place:${String(number)}`, "grid", null, { number })),
    );
    const after = scene(grid(2), [
      piece("place:1", "grid", null, { number: 1 }),
      piece("place:3", "grid", null, { number: 3 }),
      piece("discard:1", "discard", "red-6", { pos: 1 }),
    ]);
    const matched = [move("play", "grid", "discard", { count: 2, pieces: ["black-6", "red-6"], places: [2, 4] })];
    const flights = shown(before, [event("matched", matched)], after)[0]?.flights;
    expect(flights?.map(({ from }) => from)).toEqual([{ piece: "place:2" }, { piece: "place:4" }]);
  });

  it("let all pass at the same time: one card goes to the neighbour, another arrives", () => {
    const zones = [0, 1].flatMap((seat) => [
      zone(`pass:${String(seat)}`, 1),
      zone(`hand:${String(seat)}`, 0, seat ? hidden : {}),
    ]);
    const before = scene(zones, [piece("pass:0", "pass:0", "fox"), piece("pass:1", "pass:1", null)]);
    const after = scene(
      zones.map((each) => ({ ...each, count: each.id.startsWith("hand") ? 1 : 0 })),
      [piece("hand:0:owl", "hand:0", "owl")],
    );
    const events = [
      event("handed", [move("pass", "pass:0", "hand:1", { pieces: ["fox"] })]),
      event("handed", [move("pass", "pass:1", "hand:0", { pieces: ["owl"] })]),
    ];
    const stages = shown(before, events, after);
    expect(stages).toHaveLength(1);
    expect(stages[0]?.flights).toMatchObject([
      { piece: null, from: { piece: "pass:0" }, to: { zone: "hand:1" } },
      { piece: "hand:0:owl", from: { piece: "pass:1" }, flip: true },
    ]);
  });

  it("hold a face that closes again", () => {
    const grid = [zone("grid", 1, { layout: "grid" })];
    const down = scene(grid, [piece("place:1", "grid", null, { number: 1 })]);
    const flip = event("revealed", [move("flip", "grid", "grid", { pieces: ["ace"], places: [1] })]);
    expect(shown(down, [flip], down).map(({ closes }) => closes)).toEqual([true]);
    const up = scene(grid, [piece("place:1", "grid", "ace", { number: 1 })]);
    expect(shown(down, [flip], up).map(({ closes }) => closes)).toEqual([false]);
  });

  it("show that somebody looks at a card, and its face only to those who may see it", () => {
    const down = scene([zone("grid", 1)], [piece("place:1", "grid", null, { number: 1 })]);
    const look = (pieces: string[]): TableEvent =>
      event("looked", [move("peek", "grid", "grid", { pieces, places: [1] })]);
    expect(shown(down, [look([])], down)[0]?.scene.pieces[0]).toMatchObject({ type: null, tags: ["peeked"] });
    expect(shown(down, [look(["ace"])], down)[0]?.scene.pieces[0]).toMatchObject({ type: "ace", tags: ["peeked"] });
  });

  it("are thinned out where many hidden cards move", () => {
    const before = scene([zone("deck", 40, hidden), zone("hand:1", 0, hidden)], []);
    const after = scene([zone("deck", 20, hidden), zone("hand:1", 20, hidden)], []);
    const dealt = event("dealt", [move("deal", "deck", "hand:1", { count: 20 })]);
    expect(shown(before, [dealt], after)[0]?.flights).toHaveLength(8);
  });

  it("are the next scene alone when no event moves anything", () => {
    const same = scene([zone("hand", 1)], [piece("hand:7:1", "hand", "7")]);
    expect(stagesOf(same, [event("said", [])], same)).toMatchObject([{ kind: "settle", flights: [] }]);
  });
});

describe.each(Object.entries(games))("steps of %s", (_, steps) => {
  it("lead to the numbers of the scene afterwards by their moves alone", () => {
    expect(steps.length).toBeGreaterThan(4);
    for (const { before, events, after } of steps) {
      const made = stagesOf(before, events, after).at(-2)?.scene;
      const counts = new Map(made?.zones.map((each) => [each.id, each.count]));
      for (const each of after.zones) {
        if (each.layout !== "text") expect([each.id, counts.get(each.id)]).toEqual([each.id, each.count]);
      }
    }
  });

  it("draw every piece once, and end with the faces of the scene afterwards", () => {
    for (const { before, events, after } of steps) {
      const stages = stagesOf(before, events, after);
      for (const { scene: each } of stages)
        expect(new Set(each.pieces.map(({ id }) => id)).size).toBe(each.pieces.length);
      const made = stages.at(-2)?.scene;
      const faces = (of: Scene | undefined, id: string): string[] =>
        (of?.pieces ?? []).flatMap((one) => (one.zone === id && one.type !== null ? [one.type] : [])).sort();
      for (const each of after.zones) {
        // A pile shows its top, and where memory is the game the client closes what was open.
        if (each.layout === "fan" || each.layout === "row")
          expect([each.id, faces(made, each.id)]).toEqual([each.id, faces(after, each.id)]);
      }
    }
  });
});
