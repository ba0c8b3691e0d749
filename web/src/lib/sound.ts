/** Short, soft tones. Every sound has a visible counterpart: a title, a badge, a banner. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** A few notes, in hertz, one after the other. */
function play(notes: number[], volume: number): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    const start = context.currentTime + 0.02;
    notes.forEach((pitch, i) => {
      if (!context) return;
      const at = start + i * 0.13;
      const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
      const level = new GainNode(context, { gain: 0 });
      level.gain.setValueAtTime(0, at);
      level.gain.linearRampToValueAtTime(volume, at + 0.015);
      level.gain.exponentialRampToValueAtTime(0.0001, at + 0.32);
      tone.connect(level).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.35);
    });
  } catch {
    // A browser without sound still plays.
  }
}

/** Your turn. */
export const soundTurn = (): void => play([523.25, 659.25], 0.08);

/** Somebody wrote. */
export const soundChat = (): void => play([783.99], 0.04);

/** The game is over. */
export const soundEnd = (): void => play([523.25, 659.25, 783.99], 0.07);
