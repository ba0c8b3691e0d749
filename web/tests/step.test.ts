// @vitest-environment node
import { describe, expect, it } from "vitest";
import { stepped } from "../src/lib/step";
import type { Piece, Step } from "../src/lib/wire";
import { scene, view } from "./views";

const piece = (id: string, pos = 0): Piece => ({
  id,
  zone: "hand:0",
  pos,
  type: "7",
  tags: [],
  value: null,
  number: null,
});

function step(pieces: Step["scene"]["pieces"], seq = 2): Step {
  return {
    t: "step",
    seq,
    events: [],
    scene: { phase: "Playing", players: [], zones: [], pieces, prompt: null, waiting: [], result: null },
    prompt: null,
    log: { total: 0, more: [] },
  };
}

describe("a step", () => {
  const before = view({ scene: scene({ pieces: [piece("a"), piece("b"), piece("c"), piece("d")] }) });

  it("spells out what stands for parts of the list before, and keeps those very pieces", () => {
    const after = stepped(before, 1, step([[2, 4], piece("e"), [0, 1]]));
    expect(after?.scene?.pieces.map((one) => one.id)).toEqual(["c", "d", "e", "a"]);
    expect(after?.scene?.pieces[0]).toBe(before.scene?.pieces[2]);
  });

  it("leaves the view it follows as it was", () => {
    stepped(before, 1, step([]));
    expect(before.scene?.pieces).toHaveLength(4);
  });

  it("does not follow what it does not follow", () => {
    expect(stepped(before, 1, step([[0, 4]], 3))).toBeNull();
    expect(stepped(view({ scene: null }), 1, step([]))).toBeNull();
    expect(stepped(null, 1, step([]))).toBeNull();
  });
});
