/**
 * Movement between two views: where each piece was, where it is now, and which piece became which.
 *
 * Ids of pieces name their zone, so a card that changes zones has a new id. What vanished and what appeared is matched
 * by type; what is still unexplained came from (or went to) a zone whose count changed by as much.
 * Nothing here blocks input: animations only move what is already drawn in its final place.
 */
import type { Scene } from "./wire";

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
  /** Drawn pieces as they looked, for those that leave. */
  bodies: ReadonlyMap<string, HTMLElement>;
}

/** One movement; `piece` is drawn in the new view. Without it, a face-down ghost moves between two zones. */
export interface Move {
  piece: string | null;
  /** The zone it ends in. */
  zone: string;
  from: { piece: string } | { zone: string };
  to: { piece: string } | { zone: string };
  /** The card shows another side than before. */
  flip: boolean;
  /** Places walked on a ring, both ends included. */
  path: number[] | undefined;
}

/** What changed between two scenes, as movements and as pieces that look new. */
export interface Plan {
  moves: Move[];
  fresh: Set<string>;
}

const MOST_GHOSTS = 8;

/** Work out what moved. */
export function planMoves(before: Scene, after: Scene): Plan {
  const old = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const now = new Map(after.pieces.map((piece) => [piece.id, piece]));
  const layouts = new Map(after.zones.map((zone) => [zone.id, zone]));
  const moves: Move[] = [];
  const fresh = new Set<string>();
  // How many each zone gained (or lost) that no piece explains yet.
  const owed = new Map<string, number>();
  for (const zone of after.zones) owed.set(zone.id, zone.count);
  for (const zone of before.zones) owed.set(zone.id, (owed.get(zone.id) ?? 0) - zone.count);
  const settle = (zone: string, by: number): void => void owed.set(zone, (owed.get(zone) ?? 0) + by);

  const vanished = before.pieces.filter((piece) => !now.has(piece.id));
  const appeared = after.pieces.filter((piece) => !old.has(piece.id));

  for (const piece of after.pieces) {
    const was = old.get(piece.id);
    if (!was) continue;
    const flip = was.type !== piece.type && (was.type === null || piece.type === null);
    const changed = was.type !== piece.type || was.value !== piece.value || String(was.pos) !== String(piece.pos);
    const zone = layouts.get(piece.zone);
    const path = zone?.layout === "ring" && zone.under ? hops(after, zone.under, was.pos, piece.pos) : undefined;
    moves.push({ piece: piece.id, zone: piece.zone, from: { piece: piece.id }, to: { piece: piece.id }, flip, path });
    const listOrder = zone && ["fan", "row", "spread", "pile"].includes(zone.layout);
    // A card that closes is not marked: remembering it may be the game.
    const closed = piece.type === null && was.type !== null;
    if (was.zone !== piece.zone || (changed && !closed && !(listOrder && was.type === piece.type))) fresh.add(piece.id);
    if (was.zone !== piece.zone) {
      settle(was.zone, 1);
      settle(piece.zone, -1);
    }
  }
  for (const piece of appeared) {
    if (layouts.get(piece.zone)?.layout === "pool") continue;
    const index = vanished.findIndex((gone) => gone.type !== null && gone.type === piece.type);
    const [gone] = index < 0 ? [] : vanished.splice(index, 1);
    if (!gone) continue;
    moves.push({ ...move(piece.id, piece.zone), from: { piece: gone.id }, to: { piece: piece.id } });
    if (gone.zone !== piece.zone) fresh.add(piece.id);
    settle(gone.zone, 1);
    settle(piece.zone, -1);
  }
  const explained = new Set(moves.map((move) => move.piece));
  // A card that turned up or left for a zone that only counts: its other end is a zone that owes one.
  const source = (not: string): string | undefined => [...owed].find(([zone, by]) => by < 0 && zone !== not)?.[0];
  const target = (not: string): string | undefined => [...owed].find(([zone, by]) => by > 0 && zone !== not)?.[0];
  for (const piece of appeared) {
    if (explained.has(piece.id) || layouts.get(piece.zone)?.layout === "pool") continue;
    fresh.add(piece.id);
    const zone = source(piece.zone);
    settle(piece.zone, -1);
    if (zone === undefined) continue;
    settle(zone, 1);
    moves.push({ ...move(piece.id, piece.zone), from: { zone }, to: { piece: piece.id }, flip: piece.type !== null });
  }
  for (const gone of vanished) {
    if (!layouts.has(gone.zone) || layouts.get(gone.zone)?.layout === "pool") continue;
    const zone = target(gone.zone);
    settle(gone.zone, 1);
    if (zone === undefined) continue;
    settle(zone, -1);
    moves.push({ ...move(null, zone), from: { piece: gone.id }, to: { zone } });
  }
  // Hidden to hidden, and chips from pool to pool.
  for (let ghosts = 0; ghosts < MOST_GHOSTS; ghosts++) {
    const [from, to] = [source(""), target("")];
    if (from === undefined || to === undefined) break;
    const alike = (layouts.get(from)?.layout === "pool") === (layouts.get(to)?.layout === "pool");
    if (!alike) break;
    settle(from, 1);
    settle(to, -1);
    moves.push({ ...move(null, to), from: { zone: from }, to: { zone: to } });
  }
  return { moves, fresh };
}

function move(piece: string | null, zone: string): Pick<Move, "piece" | "zone" | "flip" | "path"> {
  return { piece, zone, flip: false, path: undefined };
}

/** The places a pawn walks over, forwards round the ring. */
function hops(
  scene: Scene,
  ring: string,
  from: number | [number, number],
  to: number | [number, number],
): number[] | undefined {
  const size = scene.zones.find((zone) => zone.id === ring)?.count ?? 0;
  if (typeof from !== "number" || typeof to !== "number" || from === to || size === 0) return undefined;
  const steps = (to - from + size) % size;
  return Array.from({ length: steps + 1 }, (_, step) => (from + step) % size);
}

/** Measure what is drawn inside an element, and clone the pieces that will leave or turn over. */
export function snapshot(root: HTMLElement, plan: Plan): Snapshot {
  const kept = new Set<string>();
  for (const { piece, from, flip } of plan.moves) {
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
    const holder = element.querySelector<HTMLElement>(".lying .pieces > :last-child, .pool .chip") ?? element;
    zones.set(element.dataset.zoneId ?? "", holder.getBoundingClientRect());
  }
  return { pieces, zones, bodies };
}

const MOVE = { least: 250, most: 500 };
const FLIP = 250;
const STAGGER = { each: 60, most: 800 };
const HOP = { each: 120, most: 800 };
const ROLL = 600;

/** Plays what changed; a newer change cuts an older one short. */
export class Motion {
  private running = new Set<Animation>();
  private ghosts = new Set<HTMLElement>();
  private times: number[] = [];

  constructor(
    private readonly root: HTMLElement,
    private readonly speed: () => number,
  ) {}

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

  /** Animate from the old view to the new one. */
  play(before: Snapshot, plan: Plan, rolled: boolean): void {
    const behind = this.running.size > 0;
    this.finish();
    const speed = this.speed() * this.hurry(behind);
    if (!Number.isFinite(speed) || speed <= 0) return;
    const after = snapshot(this.root, { moves: [], fresh: new Set() });
    let dealt = 0;
    const travelling = plan.moves.filter((move) => !("piece" in move.from && move.piece === move.from.piece));
    const step = Math.min(STAGGER.each, STAGGER.most / Math.max(1, travelling.length));
    for (const move of plan.moves) {
      const from = "piece" in move.from ? before.pieces.get(move.from.piece) : before.zones.get(move.from.zone);
      // A card that ends deep in a pile is not drawn there: it flies to the zone.
      const ended =
        "piece" in move.to
          ? (after.pieces.get(move.to.piece) ?? after.zones.get(move.zone))
          : after.zones.get(move.to.zone);
      if (!from || !ended) continue;
      const stays = "piece" in move.from && move.piece === move.from.piece;
      const delay = stays ? 0 : step * dealt++;
      if (stays) this.shift(before, move, from, ended, speed);
      else this.fly(before, move, from, ended, delay, speed);
    }
    if (rolled) this.roll(speed);
  }

  /** Updates that come faster than they can be shown are played faster, then not at all. */
  private hurry(behind: boolean): number {
    const now = performance.now();
    this.times = [...this.times.filter((time) => now - time < 1200), now];
    if (this.times.length > 3) return Infinity;
    return behind ? 3 : 1;
  }

  private element(id: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-pid="${CSS.escape(id)}"]`);
  }

  /** A piece that stays in its zone slides, hops or turns over in place. */
  private shift(before: Snapshot, move: Move, from: Box, to: Box, speed: number): void {
    const element = this.element(move.piece ?? "");
    if (!element) return;
    const [dx, dy] = [centre(from).x - centre(to).x, centre(from).y - centre(to).y];
    if (move.path && move.path.length > 2) this.hop(element, move.path, dx, dy, speed);
    else if (Math.hypot(dx, dy) > 1) {
      const frames = [{ transform: `translate(${px(dx)}, ${px(dy)})` }, { transform: "none" }];
      this.run(element, frames, { duration: MOVE.least / speed, easing: "ease-out" });
    }
    if (move.flip) this.flip(element, before.bodies.get(move.piece ?? "") ?? null, 0, speed);
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

  private roll(speed: number): void {
    for (const die of this.root.querySelectorAll<HTMLElement>(".die .body")) {
      const frames = [
        { transform: "rotate(-540deg) translateY(-60%) scale(1.2)" },
        { transform: "rotate(-160deg) translateY(10%) scale(1.05)", offset: 0.7 },
        { transform: "none" },
      ];
      this.run(die, frames, { duration: ROLL / speed, easing: "ease-out" });
    }
  }

  /** A piece that changes zones flies above everything; what is drawn at its end shows when it lands. */
  private fly(before: Snapshot, move: Move, from: Box, to: Box, delay: number, speed: number): void {
    const element = move.piece === null ? null : this.element(move.piece);
    const face =
      element?.querySelector(".body") ??
      ("piece" in move.from ? before.bodies.get(move.from.piece) : this.anyBack(move));
    if (!face) return;
    const [dx, dy] = [centre(from).x - centre(to).x, centre(from).y - centre(to).y];
    const small = Math.min(2, Math.max(0.2, to.width ? from.width / to.width : 1));
    // Drawn at the size it lands in; what lands in a counted zone keeps the size it had.
    const size = element ? to : { ...from, x: centre(to).x - from.width / 2, y: centre(to).y - from.height / 2 };
    const ghost = this.ghost(face, size);
    const start = `translate(${px(dx)}, ${px(dy)}) scale(${String(element ? small : 1)})`;
    const end = element ? "none" : `scale(${String(Math.min(1, 1 / small))})`;
    const timing = { duration: lasting(Math.hypot(dx, dy)) / speed, delay: delay / speed, easing: "ease-in-out" };
    const animation = this.run(ghost, [{ transform: start }, { transform: end }], { ...timing, fill: "both" });
    const drop = (): void => this.drop(ghost);
    animation.finished.then(drop, drop);
    if (element) this.run(element, [{ opacity: 0 }, { opacity: 0 }], { ...timing, fill: "backwards" });
    const back = move.flip && "zone" in move.from ? this.anyBack(move) : null;
    if (back) this.flip(ghost, this.layer(back), timing.delay + timing.duration * 0.4, speed);
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
  private anyBack(move: Move): HTMLElement | null {
    const ids = ["zone" in move.from ? move.from.zone : "", "zone" in move.to ? move.to.zone : ""];
    for (const id of ids) {
      const zone = this.root.querySelector<HTMLElement>(`[data-zone-id="${CSS.escape(id)}"]`);
      const found = zone?.querySelector<HTMLElement>(".ghost, .place.back > *, .chip");
      if (found) return found;
    }
    return this.root.querySelector<HTMLElement>(".ghost, .place.back > *");
  }

  private run(element: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, timing);
    this.running.add(animation);
    const done = (): void => void this.running.delete(animation);
    animation.finished.then(done, done);
    return animation;
  }
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
