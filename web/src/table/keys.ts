/** Keys at the table: moving inside a zone, confirming and cancelling, and spoken queries. */
import { settings } from "../lib/settings.svelte";
import type { Board } from "./board.svelte";

/** Keys that ask something: last action, whose turn, your cards, the table, your moves, this card, help. */
const QUERIES = "lthzmi?";

type Step = readonly [number, number];
const ARROWS: Record<string, Step> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Attach to the element that holds a zone's pieces: one tab stop per zone, then arrows, Home, End and digits. */
export function walk(zone: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = goalOf(zone, event.key);
    if (!goal) return;
    event.preventDefault();
    event.stopPropagation();
    goal.focus();
    if (/^[1-9]$/.test(event.key)) goal.click();
  };
  zone.addEventListener("keydown", onKey);
  return () => zone.removeEventListener("keydown", onKey);
}

function goalOf(zone: HTMLElement, key: string): HTMLElement | undefined {
  const items = [...zone.querySelectorAll<HTMLElement>("[data-pid], [data-cell]")];
  if (!items.length) return undefined;
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (/^[1-9]$/.test(key)) {
    return items.filter((item) => !["off", "idle"].includes(item.dataset.look ?? "off"))[Number(key) - 1];
  }
  const step = ARROWS[key];
  const now = items.indexOf(document.activeElement as HTMLElement);
  if (!step || now < 0) return undefined;
  const here = items[now];
  // Left and right go through a grid in reading order, so that every piece can be reached, whatever gaps there are.
  if (zone.dataset.walk === "grid" && step[0] && here) return across(items, here, step[0]);
  const next = now + step[0] + step[1];
  return zone.dataset.walk === "ring" ? items.at(next % items.length) : items[next];
}

/** The next piece above or below in a grid: in the nearest row that has any, the one nearest to this column. */
function across(items: readonly HTMLElement[], from: HTMLElement, down: number): HTMLElement | undefined {
  const cost = (item: HTMLElement): number => {
    const ahead = (Number(item.dataset.row) - Number(from.dataset.row)) * down;
    return ahead > 0 ? ahead * 1000 + Math.abs(Number(item.dataset.column) - Number(from.dataset.column)) : Infinity;
  };
  const [best] = [...items].sort((a, b) => cost(a) - cost(b));
  return best && cost(best) < Infinity ? best : undefined;
}

/** Attach to the whole table: Enter, Escape, the letters on the buttons and the single-key queries. */
export function commands(board: Board): (root: HTMLElement) => () => void {
  return (root) => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (handled(board, root, event)) event.preventDefault();
    };
    // The keys work as soon as the page is there, wherever nothing else has the focus.
    const onPage = (event: KeyboardEvent): void => {
      const { target } = event;
      const inside = target instanceof Node && root.contains(target);
      const nowhere = target === document.body || (target instanceof Element && target.id === "main");
      if (inside || (nowhere && !root.closest("[hidden]"))) onKey(event);
    };
    document.addEventListener("keydown", onPage);
    return () => document.removeEventListener("keydown", onPage);
  };
}

function handled(board: Board, root: HTMLElement, event: KeyboardEvent): boolean {
  if (event.key === "Escape") return board.cancel();
  if (event.key === "Enter") {
    const onTarget =
      event.target instanceof Element && event.target.matches("[data-pid], [data-cell], [data-target], .who");
    return onTarget && board.confirm();
  }
  if (!settings.keys || event.key.length !== 1) return false;
  const key = event.key.toLowerCase();
  if (QUERIES.includes(key)) {
    void import("./tell").then(({ tell }) => {
      const told = tell(board, key);
      if (told !== null) board.say(told);
    });
    return true;
  }
  const button = /^[a-z]$/.test(key) ? root.querySelector<HTMLElement>(`.prompt [data-key="${key}"]`) : null;
  button?.click();
  return button !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
