import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backOff, Connection, TIMES } from "../src/lib/socket.svelte";
import type { Act, FromTable, Hello, Step, ToTable } from "../src/lib/wire";
import { line, scene, update, view } from "./views";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  readonly address: string;
  readyState = FakeSocket.CONNECTING;
  sent: ToTable[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(address: string) {
    this.address = address;
    FakeSocket.made.push(this);
  }

  static get last(): FakeSocket {
    const socket = FakeSocket.made.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  say(message: FromTable): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Open and greet, as the server does. */
  greet(version = "1.0"): void {
    this.open();
    const you = { seat: 0, role: "host", name: "Ana", acted: false } as const;
    this.say({ t: "welcome", proto: 3, version, now: Date.now() / 1000, you, grace: 30 });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToTable);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  /** The connection breaks without the client's doing. */
  break(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.();
  }
}

let hidden = false;
let answers: (path: string, init: RequestInit) => Response | Promise<Response>;
let connection: Connection;
const opened: Connection[] = [];

function open(): FakeSocket {
  connection = new Connection("K7QX2MPA");
  opened.push(connection);
  return FakeSocket.last;
}

function live(): FakeSocket {
  const socket = open();
  socket.greet();
  socket.say(update(1));
  return socket;
}

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  FakeSocket.made = [];
  hidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  vi.stubGlobal("WebSocket", FakeSocket);
  answers = () => Promise.reject(new TypeError("offline"));
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => Promise.resolve().then(() => answers(path, init)));
});

afterEach(() => {
  for (const made of opened.splice(0)) made.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a connection", () => {
  it("greets, and shows every update as it comes", () => {
    const socket = open();
    expect(socket.address).toMatch(/^ws:.*\/api\/tables\/K7QX2MPA\/ws$/);
    expect(connection.phase).toBe("connecting");
    socket.greet();
    expect((socket.sent[0] as Hello).t).toBe("hello");
    expect((socket.sent[0] as Hello).have).toBeNull();
    expect(connection.phase).toBe("live");
    socket.say(update(7, view({ prompt: "p7" })));
    expect(connection.seq).toBe(7);
    expect(connection.view?.prompt).toBe("p7");
  });

  it("says how quick bots may be: when it greets, and when the player changes their mind", () => {
    const socket = open();
    connection.hurry(0.2);
    socket.greet();
    expect(socket.sent).toMatchObject([{ t: "hello", pace: 0.2 }]);
    socket.say(update(7, view({})));
    connection.hurry(0.2);
    expect(socket.sent).toHaveLength(1);
    connection.hurry(0);
    expect(socket.sent.at(-1)).toMatchObject({ t: "hello", have: 7, pace: 0 });
  });

  it("adds steps to what it has, and asks for everything when one does not follow", () => {
    const socket = open();
    socket.greet();
    expect(connection.grace).toBe(30);
    const lines = Array.from({ length: 40 }, (_, i) => line(i + 1));
    const first = view({ scene: scene(), log: { total: 40, tail: lines }, prompt: "0.1" });
    socket.say(update(7, first));
    const { types, note, ...drawn } = scene({ phase: "Playing on" });
    const step: Step = {
      t: "step",
      seq: 8,
      events: [],
      scene: drawn,
      prompt: null,
      log: { total: 42, more: [line(41), line(42)] },
    };
    socket.say(step);
    expect(connection.seq).toBe(8);
    expect(connection.view?.scene).toEqual({ ...first.scene, phase: "Playing on", types, note });
    expect(connection.view?.prompt).toBeNull();
    expect(connection.view?.table).toEqual(first.table);
    expect(connection.view?.log.tail.map((one) => one.n)).toEqual(Array.from({ length: 40 }, (_, i) => i + 3));
    const table = { ...first.table, status: "paused" } as const;
    socket.say({ ...step, seq: 9, log: { total: 42, more: [] }, table, chat: [] });
    expect(connection.view?.table.status).toBe("paused");
    socket.say({ ...step, seq: 11 });
    expect(connection.seq).toBe(9);
    expect(socket.sent.at(-1)).toMatchObject({ t: "hello", have: 9 });
  });

  it("pings every 5 seconds in front and every 15 hidden", () => {
    const socket = live();
    const pings = (): number => socket.sent.filter((message) => message.t === "ping").length;
    const answer = (): void => socket.say({ t: "pong", now: 0 });
    vi.advanceTimersByTime(TIMES.ping);
    expect(pings()).toBe(1);
    answer();
    hidden = true;
    vi.advanceTimersByTime(TIMES.ping);
    expect(pings()).toBe(2);
    answer();
    vi.advanceTimersByTime(TIMES.pingHidden - 1);
    expect(pings()).toBe(2);
    vi.advanceTimersByTime(1);
    expect(pings()).toBe(3);
  });

  it("counts as lost after 12 seconds of silence, and comes back by itself with what it has", async () => {
    const socket = live();
    await vi.advanceTimersByTimeAsync(TIMES.ping + TIMES.silence - 1);
    expect(connection.phase).toBe("live");
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.phase).toBe("lost");
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    await vi.advanceTimersByTimeAsync(1_000);
    const again = FakeSocket.last;
    expect(again).not.toBe(socket);
    again.greet();
    expect((again.sent[0] as Hello).have).toBe(1);
    expect(connection.phase).toBe("live");
  });

  it("does not lose a connection that answers", async () => {
    const socket = live();
    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(TIMES.ping);
      socket.say({ t: "pong", now: 0 });
    }
    expect(connection.phase).toBe("live");
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("waits longer before each try, up to 15 seconds", async () => {
    live().break();
    const gaps: number[] = [];
    let since = Date.now();
    for (let i = 0; i < 7; i++) {
      const before = FakeSocket.made.length;
      while (FakeSocket.made.length === before) await vi.advanceTimersByTimeAsync(250);
      gaps.push(Date.now() - since);
      since = Date.now();
      FakeSocket.last.break();
    }
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(gaps[0]).toBeLessThanOrEqual(1_000);
    expect(gaps.at(-1)).toBeLessThanOrEqual(15_000);
    expect(gaps.at(-1)).toBeGreaterThan(5_000);
  });

  it("tries at once when the network or the page comes back", async () => {
    live().break();
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.made).toHaveLength(1);
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last.break();
    await vi.advanceTimersByTimeAsync(1);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.made).toHaveLength(3);
  });

  it("asks for a quick answer when the network is said to be gone", async () => {
    live();
    window.dispatchEvent(new Event("offline"));
    await vi.advanceTimersByTimeAsync(TIMES.doubt);
    expect(connection.phase).toBe("lost");
  });

  it("sends what was not acknowledged again, with the same id", async () => {
    const socket = live();
    socket.say(update(2, view({ prompt: "p2" })));
    const done = connection.act(5);
    const first = socket.sent.at(-1) as Act;
    expect(first).toMatchObject({ t: "act", prompt: "p2", action: 5 });
    expect(connection.sending).toBe(1);
    socket.break();
    await vi.advanceTimersByTimeAsync(1_000);
    const again = FakeSocket.last;
    again.greet();
    expect(again.sent).toContainEqual(first);
    again.say({ t: "ack", id: first.id, ok: true, seq: 3, error: null });
    await expect(done).resolves.toMatchObject({ ok: true, seq: 3 });
    expect(connection.sending).toBe(0);
    again.break();
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.last.greet();
    expect(FakeSocket.last.sent.filter((message) => message.t === "act")).toHaveLength(0);
  });

  it("takes the view that comes with a stale prompt", async () => {
    const socket = live();
    socket.say(update(2, view({ prompt: "old" })));
    const done = connection.act(5);
    const id = (socket.sent.at(-1) as Act).id;
    const error = { code: "stale_prompt" as const, text: "Bo was faster.", view: view({ prompt: "new" }) };
    socket.say({ t: "ack", id, ok: false, seq: 2, error });
    expect((await done).error?.text).toBe("Bo was faster.");
    expect(connection.view?.prompt).toBe("new");
  });

  it("does not act without a prompt", async () => {
    const socket = live();
    expect((await connection.act(1)).ok).toBe(false);
    expect(socket.sent.filter((message) => message.t === "act")).toHaveLength(0);
  });

  it("knows who is connected", () => {
    const socket = live();
    socket.say({ t: "presence", here: [true, false], away_since: [null, 12], watching: 3 });
    expect(connection.view?.table.seats[1]).toMatchObject({ here: false, away_since: 12 });
    expect(connection.view?.table.watching).toBe(3);
  });

  it("comes back after a restart when the server says", async () => {
    const socket = live();
    socket.say({ t: "bye", reason: "restart", text: "Back in a moment.", retry_ms: 2_000 });
    expect(connection.phase).toBe("lost");
    await vi.advanceTimersByTimeAsync(1_999);
    expect(FakeSocket.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.last.greet("1.1");
    expect(connection.outdated).toBe(true);
  });

  it("ends when the server says good-bye for good, and answers what was waiting", async () => {
    const socket = live();
    const done = connection.do({ c: "say", text: "hello" });
    socket.say({ t: "bye", reason: "kicked", text: "The host gave your seat away.", retry_ms: 0 });
    expect(connection.phase).toBe("ended");
    expect(connection.ending).toBe("The host gave your seat away.");
    expect((await done).ok).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("ends with the server's sentence when there is no such table", async () => {
    answers = () => json({ code: "not_found", text: "There is no table K7QX2MPA.", view: null }, 404);
    open().break();
    await vi.advanceTimersByTimeAsync(10);
    expect(connection.phase).toBe("ended");
    expect(connection.ending).toBe("There is no table K7QX2MPA.");
  });

  it("goes on by HTTP where sockets do not get through", async () => {
    const posted: string[] = [];
    let polls = 0;
    answers = (path, init) => {
      if (init.method === "POST") {
        posted.push(path);
        const { id } = JSON.parse(init.body as string) as Act;
        return json({ t: "ack", id, ok: true, seq: 9, error: null });
      }
      if (path.includes("wait=")) {
        polls += 1;
        if (polls > 1) return new Promise<Response>(() => undefined);
        return json(update(8, view({ prompt: "p8" })));
      }
      return json(update(4));
    };
    open().break();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(connection.view).not.toBeNull();
    FakeSocket.last.break();
    await vi.advanceTimersByTimeAsync(100);
    expect(connection.phase).toBe("polling");
    expect(connection.seq).toBe(8);
    await expect(connection.act(3)).resolves.toMatchObject({ ok: true });
    expect(posted).toEqual(["/api/tables/K7QX2MPA/act"]);
  });

  it("tells what happened while the page was hidden or the connection lost", async () => {
    const socket = live();
    socket.say(update(2, view({ log: { total: 1, tail: [line(1)] } })));
    expect(connection.away).toEqual([]);
    hidden = true;
    document.dispatchEvent(new Event("visibilitychange"));
    socket.say(update(6, view({ log: { total: 5, tail: [line(1), line(2), line(3), line(4), line(5)] } })));
    hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(connection.away.map((missed) => missed.n)).toEqual([3, 4, 5]);
    connection.forgetAway();
    socket.break();
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.last.greet();
    FakeSocket.last.say(update(7, view({ log: { total: 6, tail: [line(5), line(6)] } })));
    expect(connection.away.map((missed) => missed.n)).toEqual([6]);
  });

  it("is silent after it was closed", async () => {
    live();
    connection.close();
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(1);
  });
});

it("backs off between half a second and fifteen", () => {
  for (const [random, least, most] of [
    [0, 500, 7_500],
    [0.999, 900, 15_000],
  ] as const) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    expect(backOff(0)).toBeGreaterThanOrEqual(least);
    expect(backOff(20)).toBeLessThanOrEqual(most);
  }
});
