import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import type { Ack, TableEvent, Snapshot } from "../src/lib/wire";
import { loadTheme } from "../src/themes";
import Harness from "./TableHarness.svelte";
import { fixture as view, FIXTURES, PATIENCE } from "./views";

await Promise.all(FIXTURES.map((name) => loadTheme(view(name).table.game)));

interface Shown {
  set: (view: Snapshot, seq: number, events?: TableEvent[]) => void;
}
let component: Shown;
let acted: number[];
let answer: (action: number) => Promise<Ack>;

function show(what: Snapshot, readonly = false): void {
  acted = [];
  answer = () => new Promise(() => undefined);
  const act = (action: number): Promise<Ack> => {
    acted.push(action);
    return answer(action);
  };
  component = mount(Harness, { target: document.body, props: { view: what, act, readonly } }) as Shown;
  flushSync();
}
function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing like ${selector}`);
  return found;
}
function press(selector: string): void {
  find(selector).click();
  flushSync();
}
function key(selector: string, name: string): void {
  find(selector).focus();
  find(selector).dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  flushSync();
}
const ack = (ok: boolean, text = ""): Ack => ({
  t: "ack",
  id: "1",
  ok,
  seq: 5,
  error: ok ? null : { code: "illegal", text, view: null },
});

beforeEach(() => {
  window.matchMedia ??= (() => ({ matches: true })) as unknown as typeof window.matchMedia;
  globalThis.CSS ??= {} as typeof CSS;
  CSS.escape ??= (text: string) => text.replace(/[^\w-]/g, "\\$&");
  settings.instant = false;
  settings.keys = true;
});
afterEach(() => {
  void unmount(component as never);
  document.body.replaceChildren();
});

describe.each(FIXTURES)("%s", (name) => {
  it("draws every zone, every visible piece and one tab stop per zone, and hides what is hidden", () => {
    const what = view(name);
    show(what);
    for (const zone of what.scene?.zones ?? []) {
      const drawn = document.querySelectorAll(`[data-zone-id="${zone.id}"]`);
      // A place beside the game is drawn once something lies there.
      const bare = zone.area === "side" && zone.count === 0 && zone.layout !== "text";
      expect(drawn.length, zone.id).toBe(bare ? 0 : 1);
      const pieces = (what.scene?.pieces ?? []).filter((piece) => piece.zone === zone.id);
      const here = [...(drawn[0]?.querySelectorAll<HTMLElement>("[data-pid]") ?? [])].filter(
        (each) => each.closest("[data-zone-id]") === drawn[0],
      );
      const top = zone.layout === "pile" && here.length === 1;
      expect(here.length, zone.id).toBe(top ? Math.min(1, pieces.length) : pieces.length);
      if (zone.layout !== "pool") {
        expect(here.filter((each) => each.tabIndex === 0).length, zone.id).toBe(here.length ? 1 : 0);
      }
    }
    for (const piece of what.scene?.pieces ?? []) {
      const element = document.querySelector(`[data-pid="${piece.id}"]`);
      if (element && piece.type === null) expect(element.textContent).toMatch(/^\s*Face-down card/);
    }
    expect(document.querySelectorAll("[data-seat]").length).toBe(what.scene?.players.length);
  });
});

describe("the prompt", () => {
  it("carries the full label of what is staged and sends it once", async () => {
    show(view("st-croix-2-009-0"));
    press('[data-pid="hand:0:4:2"]');
    expect(find('[data-pid="hand:0:4:1"]').getAttribute("aria-pressed")).toBe("true");
    expect(find(".choice.main").textContent).toContain("Play 2 x Protestant Cay (4)");
    press(".choice.main");
    press(".choice.main");
    press('[data-pid="hand:0:5:1"]');
    expect(acted).toEqual([36]);
    expect(find(".choice").getAttribute("aria-disabled")).toBe("true");
    await tick();
  });

  it("shows a refusal as text and keeps the selection", async () => {
    show(view("st-croix-2-009-0"));
    answer = () => Promise.resolve(ack(false, "Not your turn any more."));
    press('[data-pid="hand:0:5:1"]');
    press(".choice.main");
    await tick();
    await tick();
    flushSync();
    expect(find("[data-testid=message]").textContent).toBe("Not your turn any more.");
    expect(find("[data-testid=live-urgent]").textContent).toContain("Not your turn any more.");
    expect(find('[data-pid="hand:0:5:1"]').dataset.look).toBe("staged");
  });

  it("asks first when a choice wants to be confirmed", () => {
    const what = view("follow-me-2-004-0");
    const ending = what.scene?.prompt?.choices.find((choice) => choice.confirm && !choice.pieces.length);
    show(what);
    press(`[data-action="${String(ending?.action)}"]`);
    expect(acted).toEqual([]);
    expect(find("[data-testid=prompt-text]").textContent?.trim()).toBe(ending?.confirm);
    press("[data-cancel]");
    expect(document.querySelector("[data-confirm]")).toBeNull();
    press(`[data-action="${String(ending?.action)}"]`);
    press("[data-confirm]");
    expect(acted).toEqual([ending?.action]);
  });

  it("says why something cannot be chosen", () => {
    show(view("st-croix-2-009-0"));
    press('[data-pid="table:0:9:1"]');
    expect(find("[data-testid=message]").textContent).toContain("Table Cards wait until your hand is empty.");
    expect(find('[data-pid="table:0:9:1"]').getAttribute("aria-disabled")).toBe("true");
  });

  it("forgets what was staged when the prompt changes, and keeps it while others act", () => {
    const what = view("st-croix-2-009-0");
    show(what);
    press('[data-pid="hand:0:5:1"]');
    component.set({ ...what }, 1);
    flushSync();
    expect(find('[data-pid="hand:0:5:1"]').dataset.look).toBe("staged");
    component.set({ ...what, prompt: "another" }, 2);
    flushSync();
    expect(find('[data-pid="hand:0:5:1"]').dataset.look).toBe("live");
  });

  it("acts at once on the only meaning of a tap when the player wishes", () => {
    settings.instant = true;
    show(view("st-croix-2-009-0"));
    press('[data-pid="hand:0:5:1"]');
    expect(acted).toEqual([39]);
  });

  it("offers nothing to somebody who only watches", () => {
    show(view("st-croix-2-009-0"), true);
    expect(document.querySelectorAll("[data-action]").length).toBe(0);
    press('[data-pid="hand:0:5:1"]');
    expect(find('[data-pid="hand:0:5:1"]').dataset.look).toBe("idle");
    expect(acted).toEqual([]);
  });

  it("is quiet about what one may do in another's turn", () => {
    show(view("mine-and-craft-4-088-0"));
    expect(document.querySelectorAll(".choice:not(.quiet)").length).toBe(0);
    expect(find("[data-testid=live-urgent]").textContent).toBe("");
    expect(document.activeElement).toBe(document.body);
  });
});

describe("the keyboard", () => {
  it("walks, chooses by number, confirms with Enter and cancels with Escape", () => {
    show(view("st-croix-2-009-0"));
    key('[data-pid="hand:0:4:1"]', "End");
    expect((document.activeElement as HTMLElement).dataset.pid).toBe("hand:0:5:1");
    key('[data-pid="hand:0:5:1"]', "ArrowLeft");
    expect((document.activeElement as HTMLElement).dataset.pid).toBe("hand:0:4:2");
    key('[data-pid="hand:0:4:2"]', "3");
    expect(find('[data-pid="hand:0:5:1"]').dataset.look).toBe("staged");
    key('[data-pid="hand:0:5:1"]', "Escape");
    expect(find('[data-pid="hand:0:5:1"]').dataset.look).toBe("live");
    key('[data-pid="hand:0:5:1"]', "3");
    key('[data-pid="hand:0:5:1"]', "Enter");
    expect(acted).toEqual([39]);
  });

  it("goes over the gaps of a grid in two directions", () => {
    show(view("deluxe-memory-2-003-0"));
    key('[data-pid="place:1"]', "ArrowDown");
    expect((document.activeElement as HTMLElement).dataset.pid).toBe("place:8");
    key('[data-pid="place:8"]', "ArrowLeft");
    expect((document.activeElement as HTMLElement).dataset.pid).toBe("place:7");
    key('[data-pid="place:7"]', "ArrowUp");
    expect((document.activeElement as HTMLElement).dataset.pid).toBe("place:1");
  });

  it("reaches every card of a thinned grid: to the sides in reading order, up and down row by row", () => {
    const what = view("deluxe-memory-2-003-0");
    const left = [7, 8, 10, 11, 14, 16, 19, 23, 28, 32, 33, 37, 38, 51].map((place) => `place:${String(place)}`);
    if (what.scene) {
      what.scene.pieces = what.scene.pieces.filter(({ id, zone }) => zone !== "grid" || left.includes(id));
      what.scene.prompt = null;
    }
    show(what);
    const at = (): string => (document.activeElement as HTMLElement).dataset.pid ?? "";
    const walk = (name: string): string[] => {
      const seen = [at()];
      for (;;) {
        key(`[data-pid="${at()}"]`, name);
        if (at() === seen.at(-1)) return seen;
        seen.push(at());
      }
    };
    find('[data-pid="place:7"]').focus();
    expect(walk("ArrowRight")).toEqual(left);
    expect(walk("ArrowLeft")).toEqual(left.toReversed());
    const rows = left.map((id) => find(`[data-pid="${id}"]`).dataset.row);
    expect(walk("ArrowDown").map((id) => find(`[data-pid="${id}"]`).dataset.row)).toEqual([...new Set(rows)]);
  });

  it("tells on request, unless single keys are switched off", async () => {
    show(view("st-croix-2-009-0"));
    key('[data-pid="hand:0:4:1"]', "h");
    await vi.waitFor(
      () => expect(find("[data-testid=message]").textContent).toMatch(/^Your hand: 3, Protestant Cay \(4\)/),
      PATIENCE,
    );
    key('[data-pid="hand:0:4:1"]', "Escape");
    settings.keys = false;
    await tick();
    key('[data-pid="hand:0:4:1"]', "h");
    expect(document.querySelector("[data-testid=message]")).toBeNull();
  });
});

describe("an update", () => {
  it("keeps the focus in its zone when the focused card has gone", async () => {
    const what = view("st-croix-2-009-0");
    show(what);
    await (window as unknown as { __table: { idle: () => Promise<void> } }).__table.idle();
    find('[data-pid="hand:0:4:2"]').focus();
    const next = structuredClone(what);
    if (next.scene) next.scene.pieces = next.scene.pieces.filter((piece) => !piece.id.startsWith("hand:0:4"));
    component.set({ ...next, prompt: null }, 1);
    flushSync();
    await tick();
    expect((document.activeElement as HTMLElement).dataset.pid).toBe("hand:0:5:1");
  });

  it("is said once, politely, and the turn at once", () => {
    const what = view("st-croix-2-009-0");
    show({ ...what, prompt: null, scene: what.scene && { ...what.scene, prompt: null } });
    expect(find("[data-testid=live-urgent]").textContent).toBe("");
    component.set(what, 1, [{ kind: "played", seat: 1, say: "Bo plays Cane Bay (7).", facts: {}, moves: [] }]);
    flushSync();
    expect(find("[data-testid=live-polite]").textContent).toBe("Bo plays Cane Bay (7).");
    expect(find("[data-testid=live-urgent]").textContent).toBe("Your turn. Start a new pile with any card.");
  });

  it("shows the result with every player's line", async () => {
    const what = view("match-me-4-092-0");
    show(what);
    await vi.waitFor(() => find("[data-testid=result]"), PATIENCE);
    expect(find("[data-testid=result] h2").textContent?.trim().replace(/\s+/g, " ")).toBe("Bo wins");
    for (const line of what.scene?.result?.lines ?? [])
      expect(find("[data-testid=result]").textContent).toContain(line);
  });
});
