import { describe, expect, it } from "vitest";
import { planMoves, type Move } from "../src/lib/motion";
import type { Piece, Scene, Zone } from "../src/lib/wire";

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
function travels(before: Scene, after: Scene): Partial<Move>[] {
  return planMoves(before, after)
    .moves.filter((move) => !("piece" in move.from) || move.from.piece !== move.piece)
    .map(({ piece: id, from, to }) => ({ piece: id, from, to }));
}

describe("what moved", () => {
  it("is found by type when a card changes zones and so its id", () => {
    const before = scene(
      [zone("hand", 2), zone("pile", 0)],
      [piece("hand:7:1", "hand", "7"), piece("hand:9:1", "hand", "9")],
    );
    const after = scene(
      [zone("hand", 1), zone("pile", 1)],
      [piece("hand:9:1", "hand", "9"), piece("pile:0", "pile", "7")],
    );
    expect(travels(before, after)).toEqual([{ piece: "pile:0", from: { piece: "hand:7:1" }, to: { piece: "pile:0" } }]);
    expect([...planMoves(before, after).fresh]).toEqual(["pile:0"]);
  });

  it("comes from the zone that got smaller when its source is hidden, and turns up", () => {
    const before = scene([zone("deck", 9, { policy: "len" }), zone("hand", 0)], []);
    const after = scene([zone("deck", 8, { policy: "len" }), zone("hand", 1)], [piece("hand:7:1", "hand", "7")]);
    expect(planMoves(before, after).moves).toMatchObject([{ piece: "hand:7:1", from: { zone: "deck" }, flip: true }]);
  });

  it("goes as a ghost between zones that only count, one for each card up to a few", () => {
    const hidden = { policy: "len" as const };
    const before = scene([zone("deck", 40, hidden), zone("hand:1", 0, hidden)], []);
    const after = scene([zone("deck", 37, hidden), zone("hand:1", 3, hidden)], []);
    const three = travels(before, after);
    expect(three).toHaveLength(3);
    expect(three[0]).toEqual({ piece: null, from: { zone: "deck" }, to: { zone: "hand:1" } });
    const all = scene([zone("deck", 0, hidden), zone("hand:1", 40, hidden)], []);
    expect(travels(before, all).length).toBeLessThanOrEqual(8);
  });

  it("never mixes chips with cards", () => {
    const before = scene([zone("deck", 5, { policy: "len" }), zone("pool", 0, { layout: "pool" })], []);
    const after = scene([zone("deck", 4, { policy: "len" }), zone("pool", 1, { layout: "pool" })], []);
    expect(travels(before, after)).toEqual([]);
  });

  it("flips in place when only the face changes, and marks what turned up but not what closed", () => {
    const down = scene([zone("grid", 1, { layout: "grid" })], [piece("place:1", "grid", null)]);
    const up = scene([zone("grid", 1, { layout: "grid" })], [piece("place:1", "grid", "ace")]);
    expect(planMoves(down, up).moves).toMatchObject([{ piece: "place:1", flip: true }]);
    expect(planMoves(down, up).fresh.has("place:1")).toBe(true);
    expect(planMoves(up, down).moves).toMatchObject([{ piece: "place:1", flip: true }]);
    expect(planMoves(up, down).fresh.size).toBe(0);
  });

  it("walks a pawn forwards round its ring", () => {
    const zones = [zone("track", 14, { layout: "ring" }), zone("pawn", 1, { layout: "ring", under: "track" })];
    const at = (pos: number): Scene => scene(zones, [piece("pawn", "pawn", "pawn", { pos })]);
    expect(planMoves(at(12), at(1)).moves[0]?.path).toEqual([12, 13, 0, 1]);
    expect(planMoves(at(3), at(3)).moves[0]?.path).toBeUndefined();
  });

  it("is nothing when nothing changed", () => {
    const same = scene([zone("hand", 1)], [piece("hand:7:1", "hand", "7")]);
    expect(travels(same, same)).toEqual([]);
    expect(planMoves(same, same).fresh.size).toBe(0);
  });
});
