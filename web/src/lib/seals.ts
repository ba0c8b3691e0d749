/** The seals that this browser saw when it sent its shares: a server that changes one later is found out. */
const KEY = "parlour-seals";
/** Enough for years of games; the oldest are dropped. */
const MOST = 99;

export type Note = [code: string, seal: string, share: string];

export function notes(): Note[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? (all as Note[]) : [];
  } catch {
    return [];
  }
}

export function note(...one: Note): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...notes(), one].slice(-MOST)));
  } catch {
    // Then nothing can be compared at the end, and the page claims nothing.
  }
}
