import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadTheme } from "../src/themes";
import type { Scene } from "../src/lib/wire";
import Harness from "./CardHelpHarness.svelte";
import { fixture } from "./views";

const scene = fixture("st-croix-6-028-0").scene as Scene;
await loadTheme(scene.game);
const [one = "", two = ""] = scene.pieces.filter((piece) => piece.type !== null).map((piece) => piece.id);
let component: Record<string, never>;

function point(name: string, piece: string): void {
  const event = new MouseEvent(name, { bubbles: true });
  Object.assign(event, { pointerType: "mouse" });
  document.querySelector(`[data-pid="${piece}"]`)?.dispatchEvent(event);
}
function rest(): void {
  vi.advanceTimersByTime(1000);
  flushSync();
}
const help = (): Element | null => document.querySelector("[data-testid='card-help']");

beforeEach(() => {
  vi.useFakeTimers();
  component = mount(Harness, { target: document.body, props: { scene, pieces: [one, two] } });
  flushSync();
});
afterEach(() => {
  void unmount(component);
  vi.useRealTimers();
});

describe("help that the mouse opened", () => {
  beforeEach(() => {
    point("pointerover", one);
    rest();
    expect(help()).not.toBeNull();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    flushSync();
  });

  it("closes with Escape, though nothing in the table has the focus", () => {
    expect(help()).toBeNull();
  });

  it("stays closed while the mouse stays, and opens for another card", () => {
    point("pointerover", one);
    rest();
    expect(help()).toBeNull();
    point("pointerover", two);
    rest();
    expect(help()).not.toBeNull();
  });
});
