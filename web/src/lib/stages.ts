/**
 * What happened, as scenes in between: an update's events say which pieces moved, in order, and each group of moves
 * that belongs together becomes one stage to be played.
 *
 * Nothing is guessed from what changed. Moves name a zone, and pieces or places as far as the viewer may know them; the
 * scene after the update lends the ids, so that a card keeps its element when it has landed.
 */
import type { Moved, Piece, Scene, TableEvent, Zone } from "./wire";

/** Where a movement begins or ends: a drawn piece, or a zone that only counts. */
export type Spot = { piece: string } | { zone: string };

/** One movement; `piece` is drawn in the stage's scene. Without it, a ghost moves between two zones. */
export interface Flight {
  piece: string | null;
  /** The zones it begins and ends in. */
  source: string;
  zone: string;
  from: Spot;
  to: Spot;
  /** The card shows another side than before. */
  flip: boolean;
  /** Places walked on a ring, both ends included. */
  path?: number[];
}

export interface Stage {
  /** The scene once these moves are made. */
  scene: Scene;
  flights: Flight[];
  kind: Moved["kind"] | "settle";
  /** The kind of the event. */
  event: string;
  /** The sentence of the event, and whose it is. */
  say: string;
  seat: number | null;
  /** Somebody has to remember what is seen here: it closes when the next stage begins. */
  closes: boolean;
}

/** Ghosts of one move; more of them would only hide the table. */
const MOST_GHOSTS = 8;
/** Moves that everybody makes at the same time, told as one event each. */
const TOGETHER: ReadonlySet<string> = new Set(["deal", "pass", "flip", "remove", "pay"]);

/** The stages from one scene to the next; the last one is the next scene itself. */
export function stagesOf(before: Scene, events: readonly TableEvent[], after: Scene): Stage[] {
  const table = new Moving(before, after);
  const stages: Stage[] = [];
  let last = "";
  for (const event of events) {
    for (const move of event.moves) {
      const flights = table.make(move);
      const group = `${event.kind} ${move.kind}`;
      const stage = stages.at(-1);
      if (stage && group === last && TOGETHER.has(move.kind)) {
        stage.flights.push(...flights);
        stage.scene = table.scene();
        if (event.say) stage.say = event.say;
      } else {
        const { say, seat } = event;
        stages.push({ scene: table.scene(), flights, kind: move.kind, event: event.kind, say, seat, closes: false });
      }
      last = group;
    }
  }
  const flights = turned(stages.at(-1)?.scene ?? before, after);
  stages.push({ scene: after, flights, kind: "settle", event: "", say: "", seat: null, closes: false });
  stages.forEach((stage, index) => (stage.closes = closesAny(stage.scene, stages[index + 1]?.scene ?? after)));
  return stages;
}

/** Does a piece that shows its face now lie face down in the next scene? */
export function closesAny(now: Scene, next: Scene): boolean {
  const shut = new Set(next.pieces.filter((piece) => piece.type === null).map((piece) => piece.id));
  return now.pieces.some((piece) => piece.type !== null && shut.has(piece.id));
}

/** Pieces that look new after an update: they moved or turned up, and are still to be seen. */
export function freshOf(stages: readonly Stage[], after: Scene): Set<string> {
  const open = new Set(after.pieces.filter((piece) => piece.type !== null).map((piece) => piece.id));
  const moved = stages.filter(({ kind }) => kind !== "settle").flatMap(({ flights }) => flights);
  return new Set(moved.map(({ piece }) => piece ?? "").filter((id) => open.has(id)));
}

/** What no event tells apart: the same pieces, with another side up. */
function turned(now: Scene, after: Scene): Flight[] {
  const was = new Map(now.pieces.map((piece) => [piece.id, piece]));
  return after.pieces
    .filter((piece) => was.has(piece.id) && (was.get(piece.id)?.type === null) !== (piece.type === null))
    .map((piece) => stays(piece, true));
}

function stays(piece: Piece, flip = false, path?: number[]): Flight {
  const spot = { piece: piece.id };
  return {
    piece: piece.id,
    source: piece.zone,
    zone: piece.zone,
    from: spot,
    to: spot,
    flip,
    ...(path ? { path } : {}),
  };
}

/** The table while the moves of one update are made. */
class Moving {
  private pieces: Piece[];
  private counts: Map<string, number>;
  private readonly zones: Map<string, Zone>;
  private readonly later: Map<string, Piece>;
  private made = 0;

  constructor(
    private readonly before: Scene,
    private readonly after: Scene,
  ) {
    this.pieces = [...before.pieces];
    this.counts = new Map(before.zones.map((zone) => [zone.id, zone.count]));
    this.zones = new Map([...before.zones, ...after.zones].map((zone) => [zone.id, zone]));
    this.later = new Map(after.pieces.map((piece) => [piece.id, piece]));
  }

  /** The scene as it is now: nothing can be chosen while cards move. */
  scene(): Scene {
    const known = new Set(this.before.zones.map((zone) => zone.id));
    const zones = [...this.before.zones, ...this.after.zones.filter((zone) => !known.has(zone.id))];
    return {
      ...this.before,
      types: { ...this.before.types, ...this.after.types },
      zones: zones.map((zone) => ({ ...zone, count: this.counts.get(zone.id) ?? 0 })),
      pieces: [...this.pieces],
      prompt: null,
      waiting: [],
      result: null,
    };
  }

  /** Make one move; returns how to show it. */
  make(move: Moved): Flight[] {
    if (move.source !== move.target) return this.carry(move);
    if (move.kind === "roll") return this.roll(move);
    if (move.kind === "play") return this.shift(move);
    return this.turn(move);
  }

  private lying(zone: string): Piece[] {
    const here = this.pieces.filter((piece) => piece.zone === zone);
    return here.sort((a, b) => (typeof a.pos === "number" && typeof b.pos === "number" ? a.pos - b.pos : 0));
  }

  /** The piece at a place of a zone; places are numbered from 1. */
  private at(zone: string, place: number | undefined): Piece | undefined {
    if (place === undefined) return undefined;
    return this.lying(zone).find((piece) => placeOf(piece) === place);
  }

  private replace(piece: Piece, changes: Partial<Piece>): Piece {
    const changed = { ...piece, ...changes };
    this.pieces = this.pieces.map((each) => (each.id === piece.id ? changed : each));
    return changed;
  }

  private count(zone: string, by: number): void {
    this.counts.set(zone, Math.max(0, (this.counts.get(zone) ?? 0) + by));
  }

  /** Pieces leave one zone for another. */
  private carry(move: Moved): Flight[] {
    const flights: Flight[] = [];
    for (let index = 0; index < move.count; index++) {
      const type = move.pieces[index] ?? null;
      const gone = this.take(move.source, type, move.places[index]);
      const came = this.put(move.target, type ?? gone?.type ?? null, move.to_places[index]);
      const flip = came !== null && (gone?.type ?? null) !== came.type;
      flights.push({
        piece: came?.id ?? null,
        source: move.source,
        zone: move.target,
        from: gone ? { piece: gone.id } : { zone: move.source },
        to: came ? { piece: came.id } : { zone: move.target },
        flip,
      });
    }
    return thinned(flights);
  }

  private take(zone: string, type: string | null, place: number | undefined): Piece | undefined {
    this.count(zone, -1);
    if (this.zones.get(zone)?.layout === "pool") return undefined;
    const here = this.lying(zone).reverse();
    const alike = here.filter((piece) => piece.type === type);
    const pool = alike.length ? alike : here.filter((piece) => piece.type === null);
    // Of several copies the one leaves that is not there afterwards, so that the others keep their elements.
    const found = this.at(zone, place) ?? pool.find((piece) => !this.later.has(piece.id)) ?? pool[0];
    if (found) this.pieces = this.pieces.filter((piece) => piece !== found);
    return found;
  }

  private put(zone: string, type: string | null, place: number | undefined): Piece | null {
    this.count(zone, 1);
    if (this.zones.get(zone)?.layout === "pool") return null;
    const lent = this.lend(zone, type, place);
    if (lent) {
      this.pieces = [...this.pieces, lent];
      return lent;
    }
    // It leaves again in a later move, so no scene has an id for it.
    if (type === null || !this.isOpen(zone)) return null;
    const last = this.lying(zone).at(-1)?.pos;
    const pos = typeof last === "number" ? last + 1 : 0;
    const made: Piece = { id: `moving:${String(this.made++)}`, zone, pos, type, tags: [], value: null, number: null };
    this.pieces = [...this.pieces, made];
    return made;
  }

  /** A piece of the scene afterwards that is not drawn yet. */
  private lend(zone: string, type: string | null, place: number | undefined): Piece | undefined {
    const drawn = new Set(this.pieces.map((piece) => piece.id));
    const free = this.after.pieces.filter((piece) => piece.zone === zone && !drawn.has(piece.id));
    if (place !== undefined) return free.find((piece) => placeOf(piece) === place);
    return free.find((piece) => piece.type === type) ?? (type === null ? free[0] : undefined);
  }

  /** Are the faces of a zone's pieces shown to everybody? */
  private isOpen(zone: string): boolean {
    const { policy, layout } = this.zones.get(zone) ?? {};
    return policy === "visible" && layout !== "pool" && layout !== "text";
  }

  /** Pieces are turned, looked at or shuffled where they lie. */
  private turn(move: Moved): Flight[] {
    const flights: Flight[] = [];
    const open = this.lying(move.source).filter((piece) => piece.type !== null);
    const places = move.places.length ? move.places : move.pieces.map(() => undefined);
    places.forEach((place, index) => {
      const type = move.pieces[index] ?? null;
      const found = this.at(move.source, place);
      if (found) {
        const looked = move.kind === "peek" ? { tags: [...found.tags, "peeked" as const] } : {};
        const shown = move.kind === "peek" && type === null ? found.type : type;
        this.replace(found, { type: shown, ...looked });
        flights.push(stays(found, found.type !== shown));
      } else if (type !== null) {
        const lies = open.findIndex((piece) => piece.type === type);
        if (lies >= 0) open.splice(lies, 1);
        else flights.push(...this.show(move.source, type));
      }
    });
    return flights;
  }

  /** The next card of a pile turns up, or a hand is laid open. */
  private show(zone: string, type: string): Flight[] {
    if (!this.isOpen(zone) && !this.after.pieces.some((piece) => piece.zone === zone && piece.type !== null)) return [];
    const shut = this.lying(zone).find((piece) => piece.type === null);
    if (shut) this.pieces = this.pieces.filter((piece) => piece !== shut);
    const up = this.put(zone, type, undefined);
    this.count(zone, -1);
    return up ? [{ piece: up.id, source: zone, zone, from: { zone }, to: { piece: up.id }, flip: true }] : [];
  }

  private roll(move: Moved): Flight[] {
    return this.lying(move.source).map((die) => stays(this.replace(die, { value: move.value ?? die.value })));
  }

  /** Pieces change places inside a zone: a pawn walks, two cards are swapped, a card moves to a gap. */
  private shift(move: Moved): Flight[] {
    const [from, other] = move.places.map((place) => this.at(move.source, place));
    const goal = move.to_places[0];
    if (goal !== undefined && !move.places.length) return this.walk(move.source, goal);
    if (from && other) {
      const [one, two] = [this.replace(from, { type: other.type }), this.replace(other, { type: from.type })];
      return [
        { ...stays(one), from: { piece: two.id } },
        { ...stays(two), from: { piece: one.id } },
      ];
    }
    if (!from || goal === undefined) return [];
    this.pieces = this.pieces.filter((piece) => piece !== from);
    const came = this.lend(move.source, from.type, goal);
    if (!came) return [];
    this.pieces = [...this.pieces, came];
    return [{ ...stays(came, came.type !== from.type), from: { piece: from.id } }];
  }

  /** The places a pawn walks over, forwards round the ring. */
  private walk(zone: string, place: number): Flight[] {
    const ring = this.zones.get(zone)?.under ?? zone;
    const size = this.counts.get(ring) ?? 0;
    return this.lying(zone).map((pawn) => {
      const goal = place - 1;
      const start = typeof pawn.pos === "number" ? pawn.pos : goal;
      const steps = size ? (goal - start + size) % size : 0;
      const path = Array.from({ length: steps + 1 }, (_, step) => (start + step) % size);
      return stays(this.replace(pawn, { pos: goal }), false, path);
    });
  }
}

/** Pieces that stay drawn all fly; of ghosts between the same zones a few stand for all. */
function thinned(flights: Flight[]): Flight[] {
  let ghosts = 0;
  return flights.filter((flight) => flight.piece !== null || "piece" in flight.from || ghosts++ < MOST_GHOSTS);
}

function placeOf(piece: Piece): number | null {
  return piece.number ?? (typeof piece.pos === "number" ? piece.pos + 1 : null);
}
