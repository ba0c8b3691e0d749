import type { LogLine, Scene, SeatInfo, Snapshot, Update } from "../src/lib/wire";

/** How long to wait for what is loaded on demand: only ever reached by a test that fails, however busy the machine. */
export const PATIENCE = { timeout: 50_000 };

/** A seat with a person who is here. */
export function seat(number: number, changes: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat: number,
    kind: "person",
    name: ["Ana", "Bo", "Cy", "Dana"][number] ?? `Player ${number}`,
    level: "",
    members: [],
    here: true,
    away_since: null,
    bot_plays: false,
    muted: false,
    share: "",
    ...changes,
  };
}

export function line(n: number, text = `Line ${n}.`, by: number | null = null): LogLine {
  return { n, seq: n, text, seat: by };
}

/** A table with two people, in the lobby unless told otherwise. */
export function view(changes: Partial<Snapshot> = {}, table: Partial<Snapshot["table"]> = {}): Snapshot {
  return {
    table: {
      code: "K7QX2MPA",
      game: "st-croix",
      title: "St. Croix",
      status: "lobby",
      seats: [seat(0), seat(1)],
      host: 0,
      options: {},
      changed: [],
      house: { absence: "ask", hints: true, chat: true, watchers: true },
      seal: "",
      secret: "",
      seed_hash: "",
      seed: "",
      rematch: "",
      watching: 0,
      started_at: null,
      note: "",
      watchers_muted: false,
      ...table,
    },
    you: { seat: 0, role: "host", name: "Ana", acted: false },
    scene: null,
    prompt: null,
    log: { total: 0, tail: [] },
    chat: [],
    lesson: null,
    undo: null,
    ...changes,
  };
}

export function update(seq: number, shown: Snapshot = view()): Update {
  return { t: "update", seq, events: [], view: shown };
}

/** A scene with one card in it. */
export function scene(changes: Partial<Scene> = {}): Scene {
  return {
    game: "st-croix",
    title: "St. Croix",
    seat: 0,
    phase: "Playing",
    players: [],
    types: { "7": { name: "Seven", short: "7", facets: {}, help: "", title: "", text: "" } },
    zones: [],
    pieces: [{ id: "a", zone: "hand:0", pos: 0, type: "7", tags: [], value: null, number: null }],
    prompt: null,
    waiting: [],
    result: null,
    note: "",
    log: [],
    goal: "",
    charts: [],
    ...changes,
  };
}

const stored = import.meta.glob<Snapshot>("./fixtures/*.json", { eager: true, import: "default" });

/** The names of the stored views of real games. */
export const FIXTURES = Object.keys(stored).map((path) => path.replace(/^.*\/|\.json$/g, ""));

/** A copy of a stored view. */
export function fixture(name: string): Snapshot {
  const found = stored[`./fixtures/${name}.json`];
  if (!found) throw new Error(`no fixture ${name}`);
  return structuredClone(found);
}
