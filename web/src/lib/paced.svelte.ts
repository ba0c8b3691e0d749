/** Updates in the order they came, shown one after the other at the player's pace. */
import type { TableEvent, Snapshot } from "./wire";

export interface Shown {
  view: Snapshot;
  events: TableEvent[];
  seq: number;
}

/** Updates kept for "since your turn". */
const MOST_KEPT = 60;

export class Paced {
  /** The update the table shows now; null before the first view. */
  shown: Shown | null = $state.raw(null);
  /** The view whose moves have all been shown: what the log, the title and the turn bar are about. */
  drawn: Snapshot | null = $state.raw(null);
  /** What was shown since the viewer acted last, with the update before it first. */
  since: readonly Shown[] = $state.raw([]);
  /** Updates that wait to be shown. */
  waiting = $state(0);
  /** Is there a table that says when it has shown an update? */
  #table = false;
  #showing = false;
  #queue: Shown[] = [];

  /** Take what the connection has now. The same update again is only a newer view of it: somebody came or went. */
  take(next: Shown): void {
    const tail = this.#queue.at(-1) ?? this.shown;
    if (!tail || !this.#table || !tail.view.scene || !next.view.scene || next.seq < tail.seq) {
      this.#queue = [];
      this.#show(next);
    } else if (next.seq > tail.seq) this.#queue.push(next);
    else if (this.#queue.length) this.#queue[this.#queue.length - 1] = { ...tail, view: next.view };
    else this.shown = { ...tail, view: next.view };
    this.waiting = this.#queue.length;
    if (!this.#showing) this.#next();
  }

  /** A table is there to show updates; the returned function says that it is gone. */
  attach(): () => void {
    this.#table = true;
    return () => {
      this.#table = false;
      this.#showing = false;
      const last = this.#queue.at(-1);
      this.#queue = [];
      this.waiting = 0;
      if (last) this.#show(last);
      this.drawn = this.shown?.view ?? null;
    };
  }

  /** The table has shown an update. */
  done(seq: number): void {
    if (seq !== this.shown?.seq) return;
    this.#showing = false;
    this.#next();
  }

  /** Somebody taps while things move: show the newest update if there is something to do in it. */
  hurry(): void {
    const last = this.#queue.at(-1);
    if (!last?.view.prompt) return;
    for (const one of this.#queue) this.#remember(one);
    this.#queue = [];
    this.waiting = 0;
    this.#showing = true;
    this.shown = last;
  }

  #next(): void {
    const next = this.#queue.shift();
    this.waiting = this.#queue.length;
    if (next) {
      this.#showing = true;
      this.#show(next);
    }
  }

  #show(next: Shown): void {
    this.#remember(next);
    this.shown = next;
    if (!this.#table || !this.drawn?.scene) this.drawn = next.view;
  }

  #remember(next: Shown): void {
    const own = next.view.you.seat;
    const acted = next.events.some((event) => event.seat === own) && (this.shown?.view.prompt ?? null) !== null;
    const kept = own === null || acted || !this.since.length ? [] : this.since;
    this.since = [...kept, next].slice(-MOST_KEPT);
  }
}
