/** Shows updates stage by stage: measures, draws the next stage, lets its pieces move, and waits as the pace asks. */
import { tick } from "svelte";
import { Motion, snapshot } from "../lib/motion";
import type { Tempo } from "../lib/pace";
import { closesAny, freshOf, stagesOf, type Stage } from "../lib/stages";
import type { Snapshot, TableEvent } from "../lib/wire";
import type { Board } from "./board.svelte";
import { keepFocus } from "./focus";

/** A die that lies still is read before the game goes on. */
const READ_DIE = 350;

export class Playback {
  private readonly motion: Motion;
  /** Counts what was begun or cut short. */
  private turn = 0;
  /** Draws the end of what is being shown; null when it is drawn. */
  private settle: (() => void) | null = null;
  private wake: (() => void) | null = null;
  private playing: Promise<void> = Promise.resolve();
  /** When the faces that are open now were first seen. */
  private openSince = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly board: Board,
    private readonly tempo: () => Tempo,
    private readonly onStage: (stage: Stage) => void,
  ) {
    this.motion = new Motion(root);
  }

  /** Show an update; resolves when it is shown or was cut short. */
  play(next: Snapshot, seq: number, events: readonly TableEvent[]): Promise<void> {
    this.stop();
    this.playing = this.run(next, seq, events, this.turn);
    return this.playing;
  }

  /** Draw a view without showing how it came about; the focus stays with its piece. */
  take(next: Snapshot, seq: number): void {
    this.stop();
    const restore = keepFocus(this.root, []);
    this.board.take(next, seq);
    void tick().then(restore);
  }

  /** Jump to the end of what is shown. */
  stop(): void {
    this.turn++;
    this.motion.finish();
    const { settle } = this;
    this.settle = null;
    settle?.();
    this.wake?.();
  }

  get busy(): boolean {
    return this.settle !== null || this.wake !== null;
  }

  /** Resolves when nothing is moving. */
  async idle(): Promise<void> {
    await this.playing;
    await this.motion.idle();
  }

  private async run(next: Snapshot, seq: number, events: readonly TableEvent[], turn: number): Promise<void> {
    const { board } = this;
    const [before, after] = [board.scene, next.scene];
    if (!before || !after) {
      board.take(next, seq);
      return;
    }
    const begun = performance.now();
    const stages = stagesOf(before, events, after);
    const fresh = freshOf(stages, after);
    const take = (): void => board.take(next, seq, fresh);
    this.settle = take;
    const { speed, beat, reveal } = this.tempo();
    // What others must remember was seen long enough before it closes.
    const early = stages[0] && closesAny(before, stages[0].scene) ? this.openSince + reveal - begun : 0;
    if (early > 0) await this.wait(early, turn);
    for (const stage of stages.slice(0, -1)) {
      // Without movement, a stage is shown only if its faces close again.
      if (speed <= 0 && !(stage.closes && reveal > 0)) continue;
      if (this.turn !== turn) return;
      // What a die shows is not told before it lies still.
      await this.stage(stage, () => board.show(stage.scene, stage.kind === "roll" ? "" : stage.say));
      await this.motion.idle();
      if (this.turn === turn) board.show(stage.scene, stage.say);
      await this.wait(this.restOf(stage), turn);
    }
    if (this.turn !== turn) return;
    this.settle = null;
    const last = stages.at(-1);
    if (last) await this.stage(last, take);
    this.openSince = performance.now();
    await this.motion.idle();
    if (events.some((event) => event.say)) await this.wait(begun + beat - performance.now(), turn);
  }

  /** How long a stage is looked at. */
  private restOf(stage: Stage): number {
    const { speed, rest, reveal } = this.tempo();
    if (stage.closes) return reveal;
    return stage.kind === "roll" && speed > 0 ? READ_DIE / speed : rest;
  }

  private async stage(stage: Stage, draw: () => void): Promise<void> {
    const { speed } = this.tempo();
    const shot = speed > 0 ? snapshot(this.root, stage.flights) : null;
    const restore = keepFocus(this.root, stage.flights);
    this.onStage(stage);
    draw();
    await tick();
    if (shot) this.motion.play(shot, stage.flights, stage.kind, speed);
    restore();
  }

  private wait(time: number, turn: number): Promise<void> {
    if (time <= 0 || this.turn !== turn) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.wake = done;
    });
  }
}
