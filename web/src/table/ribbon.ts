/** Cards that overlap where the row is too short for them. */

/** Visible part of a card below which its title would be cut off. */
const SEEN = 0.85;

/** Mark a row whose cards overlap, and begin at its last card where that is the newest. */
export function ribbon(row: HTMLElement, newestLast: boolean): () => void {
  const measure = (): void => {
    const [first, second] = row.querySelectorAll<HTMLElement>(":scope > [data-pid]");
    const step = first && second ? second.offsetLeft - first.offsetLeft : 0;
    row.classList.toggle("lapped", first !== undefined && step > 0 && step < first.offsetWidth * SEEN);
  };
  const watcher = new ResizeObserver(measure);
  watcher.observe(row);
  measure();
  if (newestLast) row.scrollLeft = row.scrollWidth;
  return () => watcher.disconnect();
}
