/** How requests and sockets reach the rules: over the network, or inside the page (`site/start.ts`). */

/** The part of a WebSocket that a table's connection uses. */
export interface TableSocket {
  /** As a WebSocket says it. */
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

/** Who is told what happens on a socket. */
export interface Listener {
  opened: () => void;
  heard: (text: string) => void;
  closed: () => void;
}

export interface Transport {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Open the socket at this path. */
  open(path: string, listener: Listener): TableSocket;
  /** Whether others can reach these tables. */
  readonly shared: boolean;
}

const network: Transport = {
  fetch: (path, init) => fetch(path, { credentials: "same-origin", ...init }),
  open: (path, listener) => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.onopen = listener.opened;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") listener.heard(data);
    };
    socket.onclose = listener.closed;
    return socket;
  },
  shared: true,
};

let inUse = network;

/** The transport of this page. */
export const transport = (): Transport => inUse;

/** Use another transport; before anything is asked for. */
export function useTransport(other: Transport): void {
  inUse = other;
}
