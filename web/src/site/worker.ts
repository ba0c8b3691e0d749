/** The rules in a web worker: Python, Parlour, and the tables of this browser. */
import { Kept } from "./keep";
import type { FromWorker, ToWorker } from "./talk";

/** The part of Pyodide that is used here. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  globals: { set(name: string, value: unknown): void };
}

interface Proxy {
  toJs(): unknown;
  destroy(): void;
}

interface Socket {
  send(text: string): void;
  close(): void;
}

interface Host {
  request(method: string, path: string, type: string, body: string): Promise<Proxy>;
  hurry(): void;
  connect(code: string, heard: (text: string) => void, closed: (code: number) => void): Socket;
}

/** The files of the runtime with their sizes, written by the build. */
interface Manifest {
  version: string;
  files: Record<string, number>;
}

const START = `
from parlour.offline.host import Host
Host(token, kept.to_py(), keep, pace, thinking)
`;

const say = (message: FromWorker): void => postMessage(message);
const sockets = new Map<number, Socket>();
let started: (host: Promise<Host>) => void;
const host = new Promise<Host>((done) => (started = done));

/** Archives that the build compressed. */
const PACKED = /\.gz$/;

/** Keep the content of a compressed file. A host may have told the browser to unpack it already. */
async function unpack(cache: Cache, address: string): Promise<void> {
  const answer = await fetch(`${address}.gz`);
  if (!answer.ok) throw new Error(`The host answered ${answer.status}.`);
  const packed = await answer.blob();
  const [first, second] = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const content = isPacked ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed;
  await cache.put(address, new Response(content));
}

/** Fetch the runtime's files into the browser's cache, and say how far that is. Pyodide then finds them there. */
async function download(base: string): Promise<Cache> {
  const cache = await caches.open("parlour-runtime");
  const note = `${base}runtime/version`; // which version is in the cache; no file has this name
  const known = await (await cache.match(note))?.text();
  let manifest: Manifest;
  try {
    manifest = (await (await fetch(`${base}runtime/manifest.json`)).json()) as Manifest;
  } catch (offline) {
    if (known === undefined) throw offline;
    return cache;
  }
  if (known !== manifest.version) await Promise.all((await cache.keys()).map((old) => cache.delete(old)));
  const size = Object.values(manifest.files).reduce((sum, one) => sum + one, 0);
  let loaded = 0;
  await Promise.all(
    Object.entries(manifest.files).map(async ([file, bytes]) => {
      const address = `${base}runtime/${file.replace(PACKED, "")}`;
      if (!(await cache.match(address))) await (PACKED.test(file) ? unpack(cache, address) : cache.add(address));
      loaded += bytes;
      say({ t: "progress", loaded, size });
    }),
  );
  await cache.put(note, new Response(manifest.version));
  return cache;
}

/** Serve the runtime's files from the cache, so that it also starts without a network. */
function fetchFrom(cache: Cache): void {
  const network = self.fetch.bind(self);
  self.fetch = async (asked, init) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    return (await cache.match(address)) ?? network(asked, init);
  };
}

async function begin(base: string, pace: number): Promise<Host> {
  const [kept, cache] = await Promise.all([Kept.open(), download(base)]);
  fetchFrom(cache);
  const runtime = `${base}runtime/`;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<Python>;
  };
  const [python, archive, token, log] = await Promise.all([
    loadPyodide({ indexURL: runtime }),
    self.fetch(`${runtime}parlour.zip`).then((answer) => answer.arrayBuffer()),
    kept.token(),
    kept.all(),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  python.globals.set("token", token);
  python.globals.set("kept", log);
  python.globals.set("keep", (text: string) => kept.append(text));
  python.globals.set("thinking", (busy: boolean) => say({ t: "thinking", busy }));
  python.globals.set("pace", pace);
  return python.runPython(START) as Host;
}

async function ask(id: number, method: string, path: string, type: string, body: string): Promise<void> {
  const answer = await (await host).request(method, path, type, body);
  const [status, kind, text] = answer.toJs() as [number, string, string];
  answer.destroy();
  say({ t: "answer", id, status, type: kind, text });
}

async function open(id: number, code: string): Promise<void> {
  const heard = (text: string): void => say({ t: "heard", id, text });
  const closed = (): void => {
    sockets.delete(id);
    say({ t: "closed", id });
  };
  sockets.set(id, (await host).connect(code, heard, closed));
  say({ t: "opened", id });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.t) {
    case "begin":
      started(begin(data.base, data.pace));
      host.then(
        () => say({ t: "ready" }),
        (error: unknown) => say({ t: "failed", why: error instanceof Error ? error.message : String(error) }),
      );
      break;
    case "ask":
      void ask(data.id, data.method, data.path, data.type, data.body);
      break;
    case "open":
      void open(data.id, data.code);
      break;
    case "say":
      sockets.get(data.id)?.send(data.text);
      break;
    case "hurry":
      void host.then((one) => one.hurry());
      break;
    case "hang-up":
      sockets.get(data.id)?.close();
      sockets.delete(data.id);
      break;
  }
};
