import type { Flight } from "../lib/stages";

/** Remember the focused element; the returned function restores the focus if a redraw lost it. */
export function keepFocus(root: HTMLElement, flights: readonly Flight[]): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !root.contains(focused)) return () => undefined;
  const id = focused.dataset.pid ?? "";
  const holder = focused.closest<HTMLElement>("[data-zone-id]");
  const zone = holder?.dataset.zoneId ?? "";
  const index = holder ? [...holder.querySelectorAll("[data-pid]")].indexOf(focused) : -1;
  const moved = flights.find(({ piece, from }) => "piece" in from && from.piece === id && piece !== null)?.piece;
  return () => {
    const now = document.activeElement;
    if (now && now !== document.body && now.isConnected) return;
    const places = [...root.querySelectorAll<HTMLElement>(`[data-zone-id="${CSS.escape(zone)}"] [data-pid]`)];
    const goal =
      find(root, id) ??
      places[Math.min(Math.max(index, 0), places.length - 1)] ??
      (moved ? find(root, moved) : null) ??
      root.querySelector<HTMLElement>("[data-testid='prompt-text'], [data-testid='result'] h2");
    goal?.focus({ preventScroll: true });
  };
}

function find(root: HTMLElement, id: string): HTMLElement | null {
  return id ? root.querySelector<HTMLElement>(`[data-pid="${CSS.escape(id)}"]`) : null;
}
