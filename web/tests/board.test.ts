import { describe, expect, it } from "vitest";
import { Board } from "../src/table/board.svelte";
import type { Ack, Choice, Snapshot } from "../src/lib/wire";
import { fixture } from "./views";

/** A prompt that asks for two cards of the hand together, and the same prompt once one of them is chosen. */
function twoOfTheHand(): { first: Snapshot; second: Snapshot; pieces: string[] } {
  const first = fixture("st-croix-6-028-0");
  const { scene } = first;
  if (!scene?.prompt) throw new Error("nothing is asked");
  const hand = scene.pieces.filter((piece) => piece.zone === `hand:${String(scene.seat)}`);
  const pieces = [...new Map(hand.map((piece) => [piece.type, piece.id])).values()].slice(0, 2);
  const [example] = scene.prompt.choices;
  const choices = pieces.map((piece, action): Choice => ({
    ...(example as Choice),
    action,
    pieces: [piece],
    zones: [],
    seats: [],
    confirm: "",
  }));
  scene.prompt = { ...scene.prompt, choices, series: { count: 2, label: "Lay both" } };
  const second = structuredClone(first);
  second.prompt = "the next one";
  return { first, second, pieces };
}

describe("a series of choices", () => {
  async function send(answer: () => Promise<Ack>): Promise<number[]> {
    const { first, second, pieces } = twoOfTheHand();
    const board = new Board();
    const sent: number[] = [];
    board.send = (action) => {
      sent.push(action);
      return answer();
    };
    board.take(first, 1);
    for (const piece of pieces) board.tap({ piece });
    board.confirm();
    await new Promise((resolve) => setTimeout(resolve));
    board.take(second, 2);
    return sent;
  }

  it("goes on with the next prompt", async () => {
    const ok: Ack = { t: "ack", id: "1", ok: true, seq: 2, error: null };
    expect(await send(() => Promise.resolve(ok))).toEqual([0, 1]);
  });

  it("is given up when its first choice could not be sent", async () => {
    expect(await send(() => Promise.reject(new Error("no connection")))).toEqual([0]);
  });
});
