import type {
  Ack,
  Act,
  Arrive,
  Command,
  Do,
  Handover,
  Hint,
  Join,
  Log,
  LogLine,
  Me,
  NewTable,
  Refusal,
  Replay,
  ReviewState,
  Rules,
  Seated,
  Catalogue,
  Update,
  WhatIf,
} from "./wire";
import { note } from "./seals";
import { type Listener, type TableSocket, transport } from "./transport";

/** A request the server refused, with the reason as a sentence for people. */
export class Refused extends Error {
  readonly code: Refusal["code"] | "offline" | "broken";

  constructor(code: Refused["code"], text: string) {
    super(text);
    this.name = "Refused";
    this.code = code;
  }
}

/** The reason of anything thrown here, as a sentence. */
export function reason(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "Something went wrong.";
}

const SILENT = "Parlour does not answer. Is the server running, and are you online?";
const OFFLINE =
  "You are offline. Games, rules and replays come from the server and do not work until you are online again; " +
  "your tables wait there.";

/** Why nobody answers, as far as the browser knows. */
export function silence(): string {
  return navigator.onLine ? SILENT : OFFLINE;
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    const body = (await answer.json()) as Partial<Refusal>;
    if (body.code && body.text) return new Refused(body.code, body.text);
  } catch {
    // Not one of our responses: a proxy's error page, perhaps.
  }
  if (answer.status === 404) return new Refused("not_found", "There is nothing at this address.");
  return new Refused("broken", `The server answered with an error (${answer.status}).`);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await transport().fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("offline", silence());
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await reach(path, init);
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function get<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

function json(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

function post<T>(path: string, body: unknown): Promise<T> {
  return get<T>(path, json(body));
}

function table(code: string): string {
  return `/api/tables/${encodeURIComponent(code)}`;
}

let catalogue: Promise<Catalogue> | null = null;
const books = new Map<string, Promise<Rules>>();

/** The games and bot levels; fetched once per visit. */
export function getCatalogue(): Promise<Catalogue> {
  catalogue ??= get<Catalogue>("/api/games").catch((error: unknown) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

/** A game's rules page; fetched once per visit. */
export function getRules(slug: string): Promise<Rules> {
  let book = books.get(slug);
  if (!book) {
    book = get<Rules>(`/api/games/${encodeURIComponent(slug)}/rules`);
    book.catch(() => books.delete(slug));
    books.set(slug, book);
  }
  return book;
}

/** The visitor's name and tables. */
export const getMe = (): Promise<Me> => get<Me>("/api/me");

/** A code to continue on another device. */
export const handOver = (): Promise<Handover> => post<Handover>("/api/me/handover", {});

/** Redeem a code: this device becomes that visitor. */
export const arrive = (code: string, replace: boolean): Promise<Me> =>
  post<Me>("/api/me/arrive", { code, replace } satisfies Arrive);

/** The page that redeems a code. */
export const hereAddress = (path: string): string => `${location.origin}${path}`;

/** Open a table. */
export async function createTable(wish: NewTable): Promise<Seated> {
  const seated = await post<Seated>("/api/tables", { ...wish, start: false });
  if (wish.start && seated.seat !== null) await takePart(seated.code, seated.seal);
  if (wish.start) await tell(seated.code, { c: "start", fill: wish.fill ?? "normal" });
  return seated;
}

/** A player's part of the seed, chosen after the server has sealed its own part. */
export function newShare(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function takePart(code: string, seal: string): Promise<void> {
  const share = newShare();
  await tell(code, { c: "share", share });
  note(code, seal, share);
}

/** Begin a rematch at once, with a part in its seed. */
export async function startRematch(code: string): Promise<void> {
  const seal = (await getView(code))?.view.table.seal;
  if (seal) await takePart(code, seal);
  await tell(code, { c: "start" });
}

const tell = (code: string, command: Command): Promise<Ack> =>
  post<Ack>(`/api/tables/${code}/do`, { t: "do", id: newShare(), do: command } satisfies Do);

/** Begin a game's lesson, at a table of its own. */
export const startLesson = (game: string, name: string): Promise<Seated> =>
  post<Seated>("/api/tables", { game, name, lesson: true, start: true } satisfies NewTable);

/** Take a seat. */
export const joinTable = (code: string, wish: Join): Promise<Seated> => post<Seated>(`${table(code)}/join`, wish);

/** The table now or, with `wait`, after its next change; null when nothing changed in that time. */
export async function getView(
  code: string,
  how: { have?: number | null; wait?: number; signal?: AbortSignal } = {},
): Promise<Update | null> {
  const query = new URLSearchParams();
  if (how.have !== undefined && how.have !== null) query.set("have", String(how.have));
  if (how.wait) query.set("wait", String(how.wait));
  const init: RequestInit = how.signal ? { signal: how.signal } : {};
  const answer = await ask(`${table(code)}/view?${query}`, init);
  return answer.status === 204 ? null : ((await answer.json()) as Update);
}

/** Send a socket message over HTTP instead; a refusal is a response too. */
export async function sendByPost(code: string, message: Act | Do): Promise<Ack> {
  const answer = await reach(`${table(code)}/${message.t}`, json(message));
  try {
    const ack = (await answer.clone().json()) as Partial<Ack>;
    if (ack.t === "ack") return ack as Ack;
  } catch {
    // Not one of our responses.
  }
  throw await refusal(answer);
}

/** The whole log so far. */
export const getLog = async (code: string): Promise<LogLine[]> => (await get<Log>(`${table(code)}/log`)).tail;

/** What the coach would do. */
export const getHint = (code: string): Promise<Hint> => get<Hint>(`${table(code)}/hint`);

/** A finished game; `as` is a seat, or null for all hands open. */
export const getReplay = (code: string, as: number | null): Promise<Replay> =>
  get<Replay>(`${table(code)}/replay?as=${as ?? "open"}`);

/** How far the review of your game is; the first request begins it. */
export const getReview = (code: string, as: number | null): Promise<ReviewState> =>
  get<ReviewState>(`${table(code)}/review${as === null ? "" : `?as=${as}`}`);

/** A private table that plays on from your decision number `n`. */
export const playOn = (code: string, n: number): Promise<Seated> =>
  post<Seated>(`${table(code)}/what_if`, { n } satisfies WhatIf);

/** A record file as a replay. */
export const readRecord = (record: string, as: number | null): Promise<Replay> =>
  get<Replay>(`/api/replay?as=${as ?? "open"}`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: record,
  });

/** Where the record of a finished game can be downloaded. */
export const recordAddress = (code: string): string => `${table(code)}/record`;

/** Where the picture of the invitation's QR code is. */
export const qrAddress = (code: string): string => `${table(code)}/qr.svg`;

/** The address that invites to a table. */
export const inviteAddress = (code: string): string => `${location.origin}/t/${code}`;

/** The socket of a table. */
export const openSocket = (code: string, listener: Listener): TableSocket =>
  transport().open(`${table(code)}/ws`, listener);
