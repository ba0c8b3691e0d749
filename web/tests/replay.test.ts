// @vitest-environment node
import { describe, expect, it } from "vitest";
import { otherTurn, perspective, tell, turnStarts, viewAt } from "../src/lib/replay";
import type { Frame, Replay, Scene } from "../src/lib/wire";

const scene: Scene = {
  game: "st-croix",
  title: "St. Croix",
  seat: -1,
  phase: "",
  players: [],
  types: {},
  zones: [],
  pieces: [],
  prompt: null,
  waiting: [],
  result: null,
  note: "",
  log: [],
  goal: "",
  charts: [],
};

function frame(n: number, seat: number | null, ...said: string[]): Frame {
  return {
    n,
    seat,
    text: said[0] ?? "",
    events: said.map((say) => ({ kind: "x", seat, say, facts: {}, moves: [] })),
    scene,
  };
}

const replay: Replay = {
  game: "st-croix",
  title: "St. Croix",
  names: ["Ana", "Bo", "1"],
  seat: null,
  seed: "s",
  seed_hash: "h",
  seal: "",
  secret: "",
  shares: [],
  options: {},
  verified: true,
  frames: [
    frame(0, null, "Ana begins."),
    frame(1, 0, "Ana plays.", "The pile is gone."),
    frame(2, 0, "Ana plays."),
    frame(3, 1),
    frame(4, 0, "Ana plays.", ""),
  ],
};

describe("a replay", () => {
  it("shows as much of the log as each moment knows", () => {
    const told = tell(replay);
    expect(told.lines.map((line) => line.n)).toEqual([1, 2, 3, 4, 5]);
    expect(told.upTo).toEqual([1, 3, 4, 4, 5]);
    expect(viewAt(replay, told, 2, "CODE")?.log).toMatchObject({ total: 4 });
    expect(viewAt(replay, told, 2, "CODE")?.log.tail.at(-1)?.text).toBe("Ana plays.");
  });

  it("knows where turns begin, and goes from one to the other", () => {
    const starts = turnStarts(replay);
    expect(starts).toEqual([0, 1, 3, 4]);
    expect([otherTurn(starts, 1, 1, 4), otherTurn(starts, 2, -1, 4), otherTurn(starts, 4, 1, 4)]).toEqual([3, 1, 4]);
    expect(otherTurn(starts, 0, -1, 4)).toBe(0);
  });

  it("is over at its last moment only, and nothing can be chosen in it", () => {
    const told = tell(replay);
    expect(viewAt(replay, told, 3, "")?.table.status).toBe("playing");
    expect(viewAt(replay, told, 4, "")?.table.status).toBe("over");
    expect(viewAt(replay, told, 4, "")?.prompt).toBeNull();
    expect(viewAt(replay, told, 5, "")).toBeNull();
  });

  it("finds the seat an address names: a name first, then a number", () => {
    expect([perspective("bo", replay.names), perspective("2", replay.names), perspective("1", replay.names)]).toEqual([
      1, 2, 2,
    ]);
    expect([perspective("open", replay.names), perspective("7", replay.names)]).toEqual([null, null]);
  });
});
