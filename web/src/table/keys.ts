/** Walking inside a zone with the arrow keys: one tab stop per zone, then arrows, Home, End and digits. */

type Step = readonly [number, number];
const ARROWS: Record<string, Step> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Attach to the element that holds a zone's pieces. */
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
  if (zone.dataset.walk === "grid" && here) return nearest(items, here, step);
  const next = now + step[0] + step[1];
  return zone.dataset.walk === "ring" ? items.at(next % items.length) : items[next];
}

/** The next piece in a direction of a grid, over gaps; rows and columns beside it count when the own one is empty. */
function nearest(items: readonly HTMLElement[], from: HTMLElement, [down, right]: Step): HTMLElement | undefined {
  const at = (item: HTMLElement): Step => [Number(item.dataset.row), Number(item.dataset.column)];
  const [row, column] = at(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const item of items) {
    const [r, c] = at(item);
    const ahead = (r - row) * down + (c - column) * right;
    const aside = Math.abs((r - row) * right) + Math.abs((c - column) * down);
    if (ahead <= 0 || aside > ahead) continue;
    const cost = ahead + 20 * aside;
    if (cost < least) [best, least] = [item, cost];
  }
  return best;
}
