/** What the page and its worker say to each other. */
export type ToWorker =
  | { t: "begin"; base: string; pace: number }
  | { t: "ask"; id: number; method: string; path: string; type: string; body: string }
  | { t: "open"; id: number; code: string }
  | { t: "say"; id: number; text: string }
  | { t: "hang-up"; id: number }
  /** The bots shall stop thinking. */
  | { t: "hurry" };

export type FromWorker =
  | { t: "progress"; loaded: number; size: number }
  | { t: "ready" }
  | { t: "failed"; why: string }
  /** Whether a bot or the coach thinks. */
  | { t: "thinking"; busy: boolean }
  | { t: "answer"; id: number; status: number; type: string; text: string }
  | { t: "opened"; id: number }
  | { t: "heard"; id: number; text: string }
  | { t: "closed"; id: number };
