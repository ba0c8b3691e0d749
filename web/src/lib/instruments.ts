/** Short, soft sounds, made here. Each has a visible counterpart: a title, a badge, a piece that moves. */
import { settings } from "./settings.svelte";
import type { Moved } from "./wire";

export type Sound = "card" | "die" | "coin" | "explosion";

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Play into a running context. */
function make(play: (on: AudioContext, at: number) => void): void {
  context ??= new AudioContext();
  void context.resume();
  play(context, context.currentTime + 0.02);
}

/** A source that swells and fades. */
function shaped(on: AudioContext, source: AudioScheduledSourceNode, at: number, volume: number, length: number): void {
  const level = new GainNode(on, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime((volume * settings.volume) / 50, at + Math.min(0.015, length / 4));
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(level).connect(on.destination);
  source.start(at);
  source.stop(at + length + 0.03);
}

/** A few notes, in hertz, one after the other. */
export function notes(pitches: number[], volume: number, apart = 0.13, length = 0.32): void {
  make((on, start) =>
    pitches.forEach((pitch, i) =>
      shaped(on, new OscillatorNode(on, { frequency: pitch }), start + i * apart, volume, length),
    ),
  );
}

/** Noise around a pitch: paper, wood, a blast. */
function rustle(pitch: number, volume: number, length: number, delay = 0): void {
  make((on, start) => {
    if (!hiss) {
      hiss = new AudioBuffer({ length: on.sampleRate, sampleRate: on.sampleRate });
      hiss.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
    }
    const noise = new AudioBufferSourceNode(on, { buffer: hiss, loop: true });
    const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: pitch, Q: 0.8 });
    const through = noise.connect(filter);
    const level = new GainNode(on, { gain: 0 });
    const at = start + delay;
    level.gain.setValueAtTime((volume * settings.volume) / 50, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    through.connect(level).connect(on.destination);
    noise.start(at);
    noise.stop(at + length);
  });
}

const SOUNDS: Record<Sound, () => void> = {
  card: () => rustle(2600, 0.12, 0.09),
  die: () => [0, 0.12, 0.22, 0.34, 0.5].forEach((delay) => rustle(900, 0.2, 0.05, delay)),
  coin: () => notes([1975.5, 2637], 0.035, 0.06, 0.2),
  explosion: () => {
    rustle(90, 0.9, 1.1);
    rustle(500, 0.3, 0.4);
  },
};

const OF_MOVES: Partial<Record<Moved["kind"] | "settle", Sound>> = {
  deal: "card",
  draw: "card",
  play: "card",
  pass: "card",
  flip: "card",
  shuffle: "card",
  roll: "die",
  pay: "coin",
};

/** What a move sounds like, unless the game's theme says otherwise. */
export function soundMove(kind: Moved["kind"] | "settle", own?: Sound): void {
  const sound = own ?? OF_MOVES[kind];
  if (sound) SOUNDS[sound]();
}
