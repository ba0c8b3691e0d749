// @vitest-environment node
import { expect, it } from "vitest";
import type { Shown } from "../src/lib/paced.svelte";
import { Paced } from "../src/lib/paced.svelte";
import { recapOf, sentences } from "../src/lib/recap";
import type { Moved, TableEvent } from "../src/lib/wire";
import { scene, view } from "./views";

const flip: Moved = {
  kind: "flip",
  source: "grid",
  target: "grid",
  count: 1,
  pieces: ["7"],
  places: [1],
  to_places: [],
  value: null,
};
const event = (seat: number, say: string, moves: Moved[] = []): TableEvent => ({
  kind: "x",
  seat,
  say,
  facts: {},
  moves,
});
const card = (type: string | null): Shown["view"]["scene"] =>
  scene({ pieces: [{ id: "a", zone: "grid", pos: 0, type, tags: [], value: null, number: 1 }] });
const shown = (seq: number, type: string | null, ...events: TableEvent[]): Shown => ({
  seq,
  events,
  view: view({ scene: card(type), prompt: seq === 1 ? "p" : null }, { status: "playing" }),
});

it("keeps what happened since the viewer acted", () => {
  const paced = new Paced();
  paced.take(shown(1, null));
  paced.take(shown(2, null, event(0, "Ana plays.")));
  paced.take(shown(3, null, event(1, "Bo plays.")));
  paced.take(shown(4, null, event(1, "Bo draws."), event(1, "")));
  const recap = recapOf(paced.since);
  expect(recap.map((step) => step.seq)).toEqual([2, 3, 4]);
  expect(sentences(recap[2] as Shown)).toBe("Bo draws.");
});

it("joins a step that tells nothing to the one before", () => {
  const recap = recapOf([
    shown(4, null, event(0, "Ana plays.")),
    shown(5, null, event(1, "Bo rolls.")),
    shown(6, null, event(1, "")),
    shown(7, null, event(2, "Cy rolls.")),
    shown(8, null),
  ]);
  expect(recap.map(sentences)).toEqual(["Ana plays.", "Bo rolls.", "Cy rolls."]);
  expect(recap.map((step) => step.seq)).toEqual([6, 7, 8]);
  expect(recap[1]?.events.length).toBe(2);
});

it("shows no face again that lies face down now", () => {
  const recap = recapOf([shown(1, null), shown(2, "7", event(1, "Bo reveals it.", [flip])), shown(3, null)]);
  expect(recap[1]?.view.scene?.pieces[0]?.type).toBeNull();
  expect(recap[1]?.events[0]?.moves[0]?.pieces).toEqual([]);
});

it("shows updates one after the other while there is a table, and the newest when it is gone", () => {
  const paced = new Paced();
  paced.take(shown(1, null));
  const leave = paced.attach();
  for (const seq of [2, 3, 4]) paced.take(shown(seq, null, event(1, "x")));
  expect([paced.shown?.seq, paced.waiting]).toEqual([2, 2]);
  paced.done(2);
  expect(paced.shown?.seq).toBe(3);
  paced.take({ ...shown(4, "7"), events: [] });
  leave();
  expect([paced.shown?.seq, paced.drawn?.scene?.pieces[0]?.type]).toEqual([4, "7"]);
});
