/** The page without a server: requests and sockets go to the rules in a web worker. */
import { mount } from "svelte";
import { type Listener, type TableSocket, type Transport, useTransport } from "../lib/transport";
import Foot from "./Foot.svelte";
import { progress } from "./progress.svelte";
import type { FromWorker, ToWorker } from "./talk";

/** Answers that the build wrote, so that the first page shows before the rules are there. */
const WRITTEN = /^\/api\/games(\/[a-z-]+\/rules)?$/;
/** Seconds a bot takes for a decision, on average; an address with `?pace=0` makes them play at once. */
const PACE = Number(new URLSearchParams(location.search).get("pace") ?? 0.8);

const base = new URL(".", document.baseURI).href;

class PageSocket implements TableSocket {
  readyState: number = WebSocket.CONNECTING;

  constructor(
    readonly listener: Listener,
    readonly send: (text: string) => void,
    readonly hangUp: () => void,
  ) {}

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.hangUp();
  }
}

class Worked implements Transport {
  readonly shared = false;
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #asked = new Map<number, (answer: Response) => void>();
  readonly #sockets = new Map<number, PageSocket>();
  #last = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    this.#tell({ t: "begin", base, pace: PACE });
  }

  fetch(path: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const early = method === "GET" && WRITTEN.test(path) && progress.state !== "ready";
    // Without a network, wait for the rules.
    return early ? fetch(`${base}written${path}.json`).catch(() => this.#ask(path, init)) : this.#ask(path, init);
  }

  #ask(path: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const id = ++this.#last;
    const type = new Headers(init.headers).get("content-type") ?? "";
    const body = typeof init.body === "string" ? init.body : "";
    return new Promise((done, failed) => {
      this.#asked.set(id, done);
      init.signal?.addEventListener("abort", () => failed(new DOMException("Aborted", "AbortError")));
      this.#tell({ t: "ask", id, method, path, type, body });
    });
  }

  open(path: string, listener: Listener): TableSocket {
    const id = ++this.#last;
    const code = path.split("/").at(-2) ?? "";
    const socket = new PageSocket(
      listener,
      (text) => this.#tell({ t: "say", id, text }),
      () => {
        this.#sockets.delete(id);
        this.#tell({ t: "hang-up", id });
      },
    );
    this.#sockets.set(id, socket);
    this.#tell({ t: "open", id, code });
    return socket;
  }

  /** Have the bots decide at once until the visitor's next action. */
  hurry(): void {
    this.#tell({ t: "hurry" });
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    switch (message.t) {
      case "progress":
        progress.loaded = message.loaded;
        progress.size = message.size;
        break;
      case "ready":
        progress.state = "ready";
        break;
      case "failed":
        progress.state = "failed";
        progress.why = message.why;
        break;
      case "thinking":
        progress.thinking = message.busy;
        break;
      case "answer": {
        const empty = message.status === 204;
        const headers = { "content-type": message.type };
        this.#asked.get(message.id)?.(new Response(empty ? null : message.text, { status: message.status, headers }));
        this.#asked.delete(message.id);
        break;
      }
      case "opened": {
        const socket = this.#sockets.get(message.id);
        if (socket) socket.readyState = WebSocket.OPEN;
        socket?.listener.opened();
        break;
      }
      case "heard":
        this.#sockets.get(message.id)?.listener.heard(message.text);
        break;
      case "closed": {
        const socket = this.#sockets.get(message.id);
        this.#sockets.delete(message.id);
        if (socket) socket.readyState = WebSocket.CLOSED;
        socket?.listener.closed();
        break;
      }
    }
  }
}

/** A link to a file that only the rules can write, such as a record: fetch it from them. */
async function save(transport: Transport, link: HTMLAnchorElement): Promise<void> {
  const file = URL.createObjectURL(await (await transport.fetch(link.pathname, {})).blob());
  const saved = document.createElement("a");
  saved.href = file;
  saved.download = link.download;
  saved.click();
  URL.revokeObjectURL(file);
}

/** Use the rules of this page. */
export function start(): void {
  const transport = new Worked();
  useTransport(transport);
  // For tests, which cannot reach the worker otherwise.
  Object.assign(window, { __ask: (path: string) => transport.fetch(path, {}) });
  mount(Foot, { target: document.body, props: { hurry: () => transport.hurry() } });
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.pathname.startsWith("/api/")) return;
      event.preventDefault();
      void save(transport, link);
    },
    true,
  );
}
