/**
 * One table's connection: views in, choices out, and reconnecting when it is lost.
 *
 * A connection begins with the whole view; the steps after it hold what is new. A reconnect gets the whole view
 * again, so a lost connection costs nothing. What was sent and not acknowledged is sent again with the same id; the
 * server does nothing twice.
 */
import { getView, openSocket, Refused, sendByPost } from "./api";
import { stepped } from "./step";
import type { TableSocket } from "./transport";
import type {
  Ack,
  Act,
  Bye,
  Command,
  Do,
  FromTable,
  LogLine,
  Presence,
  Step,
  TableEvent,
  Snapshot,
  ToTable,
  Update,
} from "./wire";
import { PROTOCOL } from "./wire";

/** Milliseconds; see the protocol. */
export const TIMES = {
  ping: 5_000,
  pingHidden: 15_000,
  silence: 12_000,
  /** Timeout of the first response after waking up or losing the network. */
  doubt: 4_000,
  retryLeast: 500,
  retryMost: 15_000,
} as const;
/** Failed attempts to open a socket, while HTTP works, before falling back to polling. */
const SOCKETS_TRIED = 2;
const POLL_SECONDS = 25;
const AWAY_LINES = 3;

/** `live`: by socket; `polling`: by HTTP; `lost`: reconnecting; `ended`: the server said goodbye. */
export type Phase = "connecting" | "live" | "polling" | "lost" | "ended";

interface Waiting {
  message: Act | Do;
  settle: (ack: Ack) => void;
}

export class Connection {
  readonly code: string;
  /** Everything this viewer sees; null before the first response. */
  view: Snapshot | null = $state.raw(null);
  events: TableEvent[] = $state.raw([]);
  seq = $state(0);
  phase: Phase = $state("connecting");
  /** Why the server hung up for good. */
  ending = $state("");
  /** The server was updated since this page was loaded. */
  outdated = $state(false);
  /** The last lines of what happened while the player could not see the table. */
  away: LogLine[] = $state.raw([]);
  /** Messages sent and not yet acknowledged. */
  sending = $state(0);
  /** The server's clock minus ours, in seconds. */
  clockOffset = 0;
  /** Seconds a player may be away before a bot can take the seat. */
  grace = $state(180);

  #socket: TableSocket | null = null;
  #greeted = false;
  #pace = 1;
  #everLive = false;
  #failures = 0;
  #attempt = 0;
  #waiting = new Map<string, Waiting>();
  #version = "";
  /** The last log line seen with the page visible; null until one was seen. */
  #seen: number | null = null;
  /** Whether the player saw the latest update arrive. */
  #looking = true;
  #pingTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #polling: AbortController | null = null;
  #closed = false;
  #unlisten: () => void;

  constructor(code: string) {
    this.code = code;
    const wake = (): void => this.#wake();
    const offline = (): void => this.#doubt();
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    addEventListener("offline", offline);
    this.#unlisten = () => {
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
      removeEventListener("offline", offline);
    };
    this.#connect();
  }

  /** Choose an action of a prompt: the current one, unless an older one is still shown. */
  act(action: number, prompt = this.view?.prompt): Promise<Ack> {
    if (!prompt) return Promise.resolve(refused("not_now", "It is not your turn to choose."));
    return this.#ask({ t: "act", id: newId(), prompt, action });
  }

  /** Send a command to the table. */
  do(command: Command): Promise<Ack> {
    return this.#ask({ t: "do", id: newId(), do: command });
  }

  /** Forget what happened meanwhile: the player has read it. */
  forgetAway(): void {
    this.away = [];
  }

  /** Reconnect now. */
  retry(): void {
    if (this.phase === "lost") this.#connect();
  }

  /** Reconnect: the visitor has taken a seat, so the server sees another viewer now. */
  reconnect(): void {
    if (this.phase !== "polling") this.#connect();
  }

  /** Disconnect; nothing is sent or received afterwards. */
  close(): void {
    this.#closed = true;
    this.#unlisten();
    this.#drop();
    clearTimeout(this.#retryTimer);
  }

  #ask(message: Act | Do): Promise<Ack> {
    if (this.phase === "ended" || this.#closed)
      return Promise.resolve(refused("closed", this.ending || "The table is closed."));
    return new Promise((settle) => {
      this.#waiting.set(message.id, { message, settle });
      this.sending = this.#waiting.size;
      this.#deliver(message);
    });
  }

  #deliver(message: Act | Do): void {
    if (this.phase === "live") this.#send(message);
    else if (this.phase === "polling") void this.#post(message);
  }

  // By socket

  #connect(): void {
    if (this.#closed || this.phase === "ended") return;
    this.#drop();
    clearTimeout(this.#retryTimer);
    if (this.phase !== "lost") this.phase = "connecting";
    const socket = openSocket(this.code, {
      opened: () => this.#greet(),
      heard: (text) => {
        if (this.#socket === socket) this.#hear(JSON.parse(text) as FromTable);
      },
      closed: () => {
        if (this.#socket === socket) void this.#lose();
      },
    });
    this.#socket = socket;
    this.#greeted = false;
    this.#expectAnswer(TIMES.silence);
  }

  #greet(): void {
    this.#send({ t: "hello", proto: PROTOCOL, have: this.view ? this.seq : null, client: "web", pace: this.#pace });
  }

  /** Bots take this share of their usual time, if everybody at the table likes that. */
  hurry(pace: number): void {
    if (pace === this.#pace) return;
    this.#pace = pace;
    if (this.#greeted) this.#greet();
  }

  #send(message: ToTable): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    if (message.t !== "hello") this.#expectAnswer(TIMES.silence);
  }

  #hear(message: FromTable): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    switch (message.t) {
      case "welcome":
        this.#greeted = this.#everLive = true;
        this.#failures = this.#attempt = 0;
        this.clockOffset = message.now - Date.now() / 1000;
        this.grace = message.grace;
        if (this.#version && this.#version !== message.version) this.outdated = true;
        this.#version ||= message.version;
        this.phase = "live";
        for (const { message } of this.#waiting.values()) this.#send(message);
        this.#pingLater();
        break;
      case "update":
        this.#show(message);
        break;
      case "step":
        this.#follow(message);
        break;
      case "ack":
        this.#settle(message);
        break;
      case "presence":
        this.#notice(message);
        break;
      case "undo":
        if (this.view && message.seq === this.seq) this.view = { ...this.view, undo: message.undo };
        break;
      case "pong":
        this.clockOffset = message.now - Date.now() / 1000;
        break;
      case "bye":
        this.#leave(message);
        break;
    }
  }

  #pingLater(): void {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(
      () => {
        this.#send({ t: "ping" });
        this.#pingLater();
      },
      document.hidden ? TIMES.pingHidden : TIMES.ping,
    );
  }

  /** Start the timeout for a response: after it the connection counts as lost. */
  #expectAnswer(within: number): void {
    this.#silenceTimer ??= setTimeout(() => void this.#lose(), within);
  }

  /** The page woke up, or the network came back. */
  #wake(): void {
    if (document.hidden) {
      this.#looking = false;
      return;
    }
    this.#lookBack();
    if (this.phase === "lost") {
      this.#attempt = 0;
      this.#connect();
    } else this.#doubt();
  }

  /** Ping the server with a short timeout. */
  #doubt(): void {
    if (this.phase !== "live") return;
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    this.#expectAnswer(TIMES.doubt);
    this.#send({ t: "ping" });
    this.#pingLater();
  }

  /** The connection is lost: show that, check by HTTP whether the table exists, and reconnect. */
  async #lose(): Promise<void> {
    const opened = this.#greeted;
    this.#drop();
    if (this.#closed || this.phase === "ended") return;
    this.phase = this.view ? "lost" : "connecting";
    this.#looking = false;
    if (!opened) {
      this.#failures += 1;
      try {
        const update = await getView(this.code);
        if (this.#closed || this.#socket) return;
        if (update) this.#show(update);
        if (this.#failures >= SOCKETS_TRIED && !this.#everLive) {
          void this.#poll();
          return;
        }
      } catch (error) {
        if (this.#closed || this.#socket) return;
        if (error instanceof Refused && error.code !== "offline" && error.code !== "broken") {
          this.#end(error.message);
          return;
        }
        this.phase = "lost";
      }
    }
    this.#retryIn(backOff(this.#attempt++));
  }

  #retryIn(milliseconds: number): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#connect(), milliseconds);
  }

  #leave(bye: Bye): void {
    if (bye.retry_ms > 0) {
      this.#drop();
      this.phase = "lost";
      this.#retryIn(bye.retry_ms * (1 + Math.random() / 4));
    } else this.#end(bye.text);
  }

  #end(text: string): void {
    this.#drop();
    this.phase = "ended";
    this.ending = text;
    for (const { settle } of this.#waiting.values()) settle(refused("closed", text));
    this.#waiting.clear();
    this.sending = 0;
  }

  #drop(): void {
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
    this.#polling?.abort();
    this.#polling = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  // By HTTP, where sockets do not get through

  async #poll(): Promise<void> {
    this.#drop();
    const polling = (this.#polling = new AbortController());
    this.phase = "polling";
    for (const { message } of this.#waiting.values()) void this.#post(message);
    try {
      while (this.#polling === polling) {
        const update = await getView(this.code, { have: this.seq, wait: POLL_SECONDS, signal: polling.signal });
        if (this.#polling === polling && update && update.seq >= this.seq) this.#show(update);
      }
    } catch (error) {
      if (this.#polling !== polling) return;
      if (error instanceof Refused && (error.code === "not_found" || error.code === "forbidden"))
        this.#end(error.message);
      else {
        this.#drop();
        this.phase = "lost";
        this.#retryIn(backOff(this.#attempt++));
      }
    }
  }

  async #post(message: Act | Do): Promise<void> {
    try {
      this.#settle(await sendByPost(this.code, message));
    } catch (error) {
      // Without a response it stays unacknowledged and is sent again; a refusal is a response.
      if (error instanceof Refused && error.code !== "offline" && error.code !== "broken")
        this.#settle({ ...refused(error.code, error.message), id: message.id });
    }
  }

  // Receiving

  #show(update: Update): void {
    this.view = update.view;
    this.events = update.events;
    this.seq = update.seq;
    if (!document.hidden) this.#lookBack();
  }

  /** Apply a step; if it does not follow from the current view, ask for the whole view. */
  #follow(step: Step): void {
    const view = stepped(this.view, this.seq, step);
    if (view) this.#show({ t: "update", seq: step.seq, events: step.events, view });
    else this.#greet();
  }

  #settle(ack: Ack): void {
    const waiting = this.#waiting.get(ack.id);
    this.#waiting.delete(ack.id);
    this.sending = this.#waiting.size;
    if (ack.error?.view) this.view = ack.error.view;
    waiting?.settle(ack);
  }

  #notice(presence: Presence): void {
    if (!this.view) return;
    const seats = this.view.table.seats.map((seat, i) => ({
      ...seat,
      here: presence.here[i] ?? seat.here,
      away_since: presence.away_since[i] ?? null,
    }));
    this.view = { ...this.view, table: { ...this.view.table, seats, watching: presence.watching } };
  }

  #lastLine(): number {
    return this.view?.log.tail.at(-1)?.n ?? 0;
  }

  /** Collect the lines that arrived while the page was hidden or the connection was lost. */
  #lookBack(): void {
    const last = this.#lastLine();
    const missed = (this.view?.log.tail ?? []).filter((line) => this.#seen !== null && line.n > this.#seen);
    if (!this.#looking && missed.length > 0) this.away = missed.slice(-AWAY_LINES);
    this.#seen = last;
    this.#looking = true;
  }
}

/** Exponential backoff with jitter: half a second at first, at most fifteen. */
export function backOff(attempt: number): number {
  const longest = Math.min(TIMES.retryMost, TIMES.retryLeast * 2 ** (attempt + 1));
  return Math.max(TIMES.retryLeast, longest * (0.5 + Math.random() / 2));
}

/** A new id for each request. (`randomUUID` exists only on https, and friends play over http.) */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
}

function refused(code: NonNullable<Ack["error"]>["code"], text: string): Ack {
  return { t: "ack", id: "", ok: false, seq: 0, error: { code, text, view: null } };
}
