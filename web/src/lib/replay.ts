/** A replay's moments as views the table can draw, and navigation between them. */
import { TAIL } from "./step";
import type { LogLine, Replay, Snapshot } from "./wire";

/** The log up to and including each moment: `upTo[i]` lines exist at moment i. */
export interface Told {
  lines: LogLine[];
  upTo: number[];
}

export function tell(replay: Replay): Told {
  const lines: LogLine[] = [];
  const upTo = replay.frames.map((frame, i) => {
    for (const event of frame.events)
      if (event.say) lines.push({ n: lines.length + 1, seq: i, text: event.say, seat: event.seat });
    return lines.length;
  });
  return { lines, upTo };
}

/** The moments at which another player begins to act; the first is the deal. */
export function turnStarts(replay: Replay): number[] {
  const starts = [0];
  let seat: number | null = null;
  replay.frames.forEach((frame, i) => {
    if (i > 0 && frame.seat !== null && frame.seat !== seat) starts.push(i);
    if (frame.seat !== null) seat = frame.seat;
  });
  return [...new Set(starts)];
}

/** The start of a turn after (`by` 1) or before (-1) a moment. */
export function otherTurn(starts: number[], at: number, by: 1 | -1, last: number): number {
  return by > 0 ? (starts.find((start) => start > at) ?? last) : (starts.findLast((start) => start < at) ?? 0);
}

/** Which seat `as` names: a name in any case, a number, or null for all hands open. */
export function perspective(as: string, names: string[]): number | null {
  const wanted = as.toLowerCase();
  const named = names.findIndex((name) => name.toLowerCase() === wanted);
  if (named >= 0) return named;
  const seat = /^\d+$/.test(as) ? Number(as) : -1;
  return seat >= 0 && seat < names.length ? seat : null;
}

/** One moment as the table draws it. */
export function viewAt(replay: Replay, told: Told, at: number, code: string): Snapshot | null {
  const frame = replay.frames[at];
  if (!frame) return null;
  const upTo = told.upTo[at] ?? 0;
  return {
    table: {
      code,
      game: replay.game,
      title: replay.title,
      status: at === replay.frames.length - 1 ? "over" : "playing",
      seats: replay.names.map((name, seat) => ({
        seat,
        kind: "person",
        name,
        level: "",
        members: frame.scene.players[seat]?.members ?? [],
        here: true,
        away_since: null,
        bot_plays: false,
        muted: false,
        share: replay.shares[seat] ?? "",
      })),
      host: null,
      options: replay.options,
      changed: [],
      house: { absence: "wait", hints: false, chat: false, watchers: true },
      seal: replay.seal,
      secret: replay.secret,
      seed_hash: replay.seed_hash,
      seed: replay.seed,
      rematch: "",
      watching: 0,
      started_at: null,
      note: "",
      watchers_muted: false,
    },
    you: {
      seat: replay.seat,
      role: "watcher",
      name: replay.seat === null ? "" : (replay.names[replay.seat] ?? ""),
      acted: false,
    },
    scene: frame.scene,
    prompt: null,
    log: { total: upTo, tail: told.lines.slice(Math.max(0, upTo - TAIL), upTo) },
    chat: [],
    lesson: null,
    undo: null,
  };
}
