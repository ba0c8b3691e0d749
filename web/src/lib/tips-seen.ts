/** Which tips this player has seen, by game. */
const KEY = "parlour-tips";

type Seen = Record<string, string[]>;

export function seen(): Seen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Seen;
  } catch {
    return {};
  }
}

export function keep(all: Seen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Then they are shown again next time.
  }
}

/** Has this player never played this game, nor been offered its lesson? */
export function isNew(game: string): boolean {
  return seen()[game] === undefined;
}

/** Mark a tip as read. */
export function tipRead(game: string, id: string): void {
  const all = seen();
  keep({ ...all, [game]: [...new Set([...(all[game] ?? []), id])] });
}
