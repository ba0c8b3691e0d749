/**
 * Shows the moves of a stage: where each piece was, where it is now, and what it shows.
 *
 * Nothing here blocks input: animations only move what is already drawn in its final place, and can be cut short.
 */
import type { Flight, Spot } from "./stages";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where pieces and zones were drawn. */
export interface Snapshot {
  pieces: ReadonlyMap<string, Box>;
  zones: ReadonlyMap<string, Box>;
  /** Drawn pieces as they looked, for those that leave or turn over. */
  bodies: ReadonlyMap<string, HTMLElement>;
}

/** Measure what is drawn inside an element, and clone the pieces that will leave or turn over. */
export function snapshot(root: HTMLElement, flights: readonly Flight[]): Snapshot {
  const kept = new Set<string>();
  for (const { piece, from, flip } of flights) {
    if ("piece" in from && (flip || piece !== from.piece)) kept.add(from.piece);
  }
  const pieces = new Map<string, Box>();
  const bodies = new Map<string, HTMLElement>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-pid]")) {
    const id = element.dataset.pid ?? "";
    pieces.set(id, element.getBoundingClientRect());
    const body = kept.has(id) && element.querySelector<HTMLElement>(".body");
    if (body) bodies.set(id, body.cloneNode(true) as HTMLElement);
  }
  const zones = new Map<string, Box>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-zone-id]")) {
    zones.set(element.dataset.zoneId ?? "", zoneBox(element));
  }
  return { pieces, zones, bodies };
}

/** Where the newest piece of a zone lies; a zone that is folded away is where its owner's panel is. */
function zoneBox(zone: HTMLElement): Box {
  const holder = zone.querySelector<HTMLElement>(".lying .pieces > :last-child, .pool .chip") ?? zone;
  const box = holder.getBoundingClientRect();
  if (box.width) return box;
  const panel = zone.closest<HTMLElement>("[data-seat]")?.querySelector("h3");
  return panel ? panel.getBoundingClientRect() : box;
}

const MOVE = { least: 250, most: 500 };
const FLIP = 250;
const STAGGER = { each: 60, most: 800 };
const HOP = { each: 120, most: 800 };
const ROLL = 750;
const SHUFFLE = 400;
const PEEK = 500;

/** Plays one stage at a time; the next one cuts it short. */
export class Motion {
  private running = new Set<Animation>();
  private ghosts = new Set<HTMLElement>();

  constructor(private readonly root: HTMLElement) {}

  /** Resolves when nothing is moving. */
  async idle(): Promise<void> {
    while (this.running.size) await Promise.allSettled([...this.running].map((each) => each.finished));
  }

  /** Jump to the end of everything that moves. */
  finish(): void {
    for (const animation of [...this.running]) animation.cancel();
    this.running.clear();
    for (const ghost of [...this.ghosts]) ghost.remove();
    this.ghosts.clear();
  }

  /** Animate from the old picture to the new one. */
  play(before: Snapshot, flights: readonly Flight[], kind: string, speed: number): void {
    this.finish();
    if (speed <= 0) return;
    const after = snapshot(this.root, []);
    const moving = new Set(flights.map((flight) => flight.piece));
    for (const [id, box] of after.pieces) {
      const was = before.pieces.get(id);
      if (was && !moving.has(id)) this.slide(id, was, box, speed);
    }
    const far = flights.filter((flight) => !isInPlace(flight));
    const step = Math.min(STAGGER.each, STAGGER.most / Math.max(1, far.length));
    far.forEach((flight, index) => this.travel(before, after, flight, step * index, speed));
    for (const flight of flights.filter(isInPlace)) this.stay(before, after, flight, kind, speed);
  }

  private travel(before: Snapshot, after: Snapshot, flight: Flight, delay: number, speed: number): void {
    // A card deep in a pile is not drawn: it flies from or to its zone.
    const from = boxOf(before, flight.from) ?? before.zones.get(flight.source) ?? after.zones.get(flight.source);
    const to = boxOf(after, flight.to) ?? after.zones.get(flight.zone);
    if (from) this.fly(before, flight, from, to ?? null, delay, speed);
  }

  private element(id: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-pid="${CSS.escape(id)}"]`);
  }

  private slide(id: string, from: Box, to: Box, speed: number): void {
    const [dx, dy] = between(from, to);
    const element = Math.hypot(dx, dy) > 1 ? this.element(id) : null;
    if (!element) return;
    const frames = [{ transform: `translate(${px(dx)}, ${px(dy)})` }, { transform: "none" }];
    this.run(element, frames, { duration: MOVE.least / speed, easing: "ease-out" });
  }

  /** A piece that stays in its zone walks, rolls, turns over, is shuffled or looked at. */
  private stay(before: Snapshot, after: Snapshot, flight: Flight, kind: string, speed: number): void {
    const id = flight.piece ?? "";
    const element = this.element(id);
    const [from, to] = [before.pieces.get(id), after.pieces.get(id)];
    if (!element || !from || !to) return;
    const [dx, dy] = between(from, to);
    if (flight.path && flight.path.length > 1) this.hop(element, flight.path, dx, dy, speed);
    else this.slide(id, from, to, speed);
    if (flight.flip) this.flip(element, before.bodies.get(id) ?? null, 0, speed);
    if (kind === "roll") this.roll(element, speed);
    else if (kind === "shuffle") this.wobble(element, speed);
    else if (kind === "peek" && !flight.flip) this.lift(element, speed);
  }

  private wobble(element: HTMLElement, speed: number): void {
    const frames = [0, -6, 6, -4, 4, 0].map((by) => ({
      transform: `translateX(${px(by)}) rotate(${String(by / 2)}deg)`,
    }));
    this.run(element, frames, { duration: SHUFFLE / speed });
  }

  /** Somebody looks at a card: its edge rises. */
  private lift(element: HTMLElement, speed: number): void {
    const up = { transform: "perspective(300px) rotateX(28deg) translateY(-8%)" };
    this.run(element, [{ transform: "none" }, up, up, { transform: "none" }], { duration: PEEK / speed });
  }

  /** The old side turns away, then the new side turns up. */
  private flip(element: HTMLElement, old: HTMLElement | null, delay: number, speed: number): void {
    const body = element.querySelector<HTMLElement>(".body") ?? element;
    const half = FLIP / 2 / speed;
    if (old) {
      element.append(old);
      this.ghosts.add(old);
      const away = this.run(old, [{ transform: "none" }, { transform: "rotateY(90deg)" }], {
        duration: half,
        delay,
        fill: "both",
      });
      const drop = (): void => this.drop(old);
      away.finished.then(drop, drop);
    }
    const frames = [{ transform: "rotateY(90deg)" }, { transform: "none" }];
    this.run(body, frames, { duration: half, delay: delay + half, easing: "ease-out", fill: "backwards" });
  }

  private hop(element: HTMLElement, path: readonly number[], dx: number, dy: number, speed: number): void {
    const home = element.getBoundingClientRect();
    const places = path.map((place) => this.root.querySelector<HTMLElement>(`[data-place="${String(place)}"]`));
    const duration = Math.min(HOP.most, HOP.each * (path.length - 1));
    const frames: Keyframe[] = [];
    places.forEach((place, index) => {
      const box = place?.getBoundingClientRect();
      const x = index === 0 ? dx : box ? box.x + box.width / 2 - home.x - home.width / 2 : 0;
      const y = index === 0 ? dy : box ? box.y + box.height / 2 - home.y - home.height / 2 : 0;
      if (index > 0)
        frames.push({ transform: `translate(${px(x)}, ${px(y - 14)})`, offset: (index - 0.5) / (path.length - 1) });
      frames.push({ transform: `translate(${px(x)}, ${px(y)})`, offset: index / (path.length - 1) });
    });
    this.run(element, frames, { duration: duration / speed, easing: "linear", fill: "backwards" });
  }

  /** The die tumbles over other faces; the number shows when it lies still. */
  private roll(element: HTMLElement, speed: number): void {
    const body = element.querySelector<HTMLElement>(".body") ?? element;
    const duration = ROLL / speed;
    const frames = [
      { transform: "rotate(-540deg) translate(-40%, -60%) scale(1.25)" },
      { transform: "rotate(-200deg) translate(20%, 12%) scale(1.1)", offset: 0.6 },
      { transform: "rotate(-40deg) translate(-4%, -6%) scale(1.03)", offset: 0.85 },
      { transform: "none" },
    ];
    this.run(body, frames, { duration, easing: "ease-out" });
    for (const pip of body.querySelectorAll<SVGElement>("circle")) {
      const blurred = [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }];
      this.run(pip, blurred, { duration });
    }
  }

  /** A piece that changes zones flies above everything; what is drawn at its end shows when it lands. */
  private fly(before: Snapshot, flight: Flight, from: Box, to: Box | null, delay: number, speed: number): void {
    const element = flight.piece === null ? null : this.element(flight.piece);
    const old = "piece" in flight.from ? before.bodies.get(flight.from.piece) : undefined;
    const face = element?.querySelector(".body") ?? old ?? this.anyBack(flight);
    if (!face) return;
    if (!to || !to.width) {
      this.vanish(face, from, delay, speed);
      return;
    }
    const [dx, dy] = between(from, to);
    const small = Math.min(2, Math.max(0.2, from.width / to.width));
    // Drawn at the size it lands in; what lands in a counted zone keeps the size it had.
    const size = element ? to : { ...from, x: centre(to).x - from.width / 2, y: centre(to).y - from.height / 2 };
    const ghost = this.ghost(face, size);
    const start = `translate(${px(dx)}, ${px(dy)}) scale(${String(element ? small : 1)})`;
    const end = element ? "none" : `scale(${String(Math.min(1, 1 / small))})`;
    const timing = { duration: lasting(Math.hypot(dx, dy)) / speed, delay: delay / speed, easing: "ease-in-out" };
    this.pass(ghost, [{ transform: start }, { transform: end }], timing);
    if (element) this.run(element, [{ opacity: 0 }, { opacity: 0 }], { ...timing, fill: "backwards" });
    const side = flight.flip && element ? (old ?? this.anyBack(flight)) : null;
    if (side) this.flip(ghost, this.layer(side), timing.delay + timing.duration * 0.4, speed);
  }

  /** What leaves the table for a place that is not drawn fades where it lay. */
  private vanish(face: Element, from: Box, delay: number, speed: number): void {
    const frames = [{ opacity: 1 }, { opacity: 0, transform: "scale(0.7)" }];
    this.pass(this.ghost(face, from), frames, { duration: MOVE.most / speed, delay: delay / speed });
  }

  /** Animate a ghost and remove it. */
  private pass(ghost: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
    const drop = (): void => this.drop(ghost);
    this.run(ghost, frames, { ...timing, fill: "both" }).finished.then(drop, drop);
  }

  private ghost(face: Element, box: Box): HTMLElement {
    const ghost = document.createElement("div");
    ghost.className = "flying";
    ghost.setAttribute("aria-hidden", "true");
    ghost.append(this.layer(face));
    const root = this.root.getBoundingClientRect();
    const place = { left: px(box.x - root.x), top: px(box.y - root.y), width: px(box.width), height: px(box.height) };
    Object.assign(ghost.style, place);
    ghost.style.setProperty("--card-w", px(box.width));
    this.root.append(ghost);
    this.ghosts.add(ghost);
    return ghost;
  }

  private layer(face: Element): HTMLElement {
    const layer = document.createElement("div");
    layer.className = "body";
    layer.append(face.cloneNode(true));
    return layer;
  }

  private drop(ghost: HTMLElement): void {
    ghost.remove();
    this.ghosts.delete(ghost);
  }

  /** The ghost that moves between two counted zones: a card's back, or a chip. */
  private anyBack(move: Flight): HTMLElement | null {
    const ids = ["zone" in move.from ? move.from.zone : "", "zone" in move.to ? move.to.zone : ""];
    for (const id of ids) {
      const zone = this.root.querySelector<HTMLElement>(`[data-zone-id="${CSS.escape(id)}"]`);
      const found = zone?.querySelector<HTMLElement>(".ghost, .place.back > *, .chip");
      if (found) return found;
    }
    return this.root.querySelector<HTMLElement>(".ghost, .place.back > *");
  }

  private run(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, timing);
    this.running.add(animation);
    const done = (): void => void this.running.delete(animation);
    animation.finished.then(done, done);
    return animation;
  }
}

function isInPlace({ piece, from }: Flight): boolean {
  return "piece" in from && piece === from.piece;
}

function boxOf(shot: Snapshot, spot: Spot): Box | undefined {
  return "piece" in spot ? shot.pieces.get(spot.piece) : shot.zones.get(spot.zone);
}

function between(from: Box, to: Box): [number, number] {
  return [centre(from).x - centre(to).x, centre(from).y - centre(to).y];
}

function centre(box: Box): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function lasting(distance: number): number {
  return Math.min(MOVE.most, MOVE.least + distance * 0.35);
}

function px(value: number): string {
  return `${String(Math.round(value * 10) / 10)}px`;
}
