/**
 * From taps to a choice. The server lists every legal choice with the pieces, zones and seats it touches; a tap narrows
 * that list. Nothing here knows a game: the only actions on offer are the prompt's own choices.
 */
import type { Choice, Piece, Scene, Series, Zone } from "./wire";

/** What the player has pointed at so far. */
export interface Staged {
  readonly pieces: readonly string[];
  readonly zones: readonly string[];
  readonly seats: readonly number[];
  readonly option: string | null;
  readonly cell: Cell | null;
}

/** Row and column of a place in a grid, from 0. */
export type Cell = readonly [number, number];

/** Something that can be pointed at; `cell` is a place of the grid `zone`. */
export type Target =
  | { readonly piece: string }
  | { readonly zone: string }
  | { readonly seat: number }
  | { readonly option: string }
  | { readonly cell: Cell; readonly zone: string };

/** What the prompt bar shows for a staging. */
export interface Offer {
  /** The one choice that Enter and the main button confirm. */
  primary: Choice | null;
  /** Choices shown as buttons, in the order they are shown. */
  buttons: Choice[];
  /** True when there are more than fit beside each other. */
  long: boolean;
}

export const NOTHING: Staged = { pieces: [], zones: [], seats: [], option: null, cell: null };
/** How many choices are shown as buttons beside each other. */
export const FEW = 4;

type Bag = ReadonlyMap<string, number>;

/** Is anything staged? */
export function isStaged(staged: Staged): boolean {
  const { pieces, zones, seats, option, cell } = staged;
  return pieces.length + zones.length + seats.length > 0 || option !== null || cell !== null;
}

/** Are these the same place of a grid? */
export function sameCell(one: Cell | null, other: Cell | null): boolean {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

/** Does a choice name this place of a grid? */
function isAt(choice: Choice, cell: Cell): boolean {
  return choice.cells.some((each) => sameCell(each, cell));
}

/** A scene's choices, ready to be narrowed by taps. */
export class Chooser {
  readonly choices: readonly Choice[];
  /** Words that several choices share and that tell apart choices touching the same things: shown as chips. */
  readonly options: readonly string[];
  /** Choices of one piece each that can be made together. */
  readonly series: Series | null;
  private readonly pieces = new Map<string, Piece>();
  private readonly kinds = new Map<string, string>();
  private readonly alike = new Map<string, string[]>();
  private readonly bags = new Map<Choice, Bag>();
  private readonly pieceKinds = new Set<string>();

  constructor(scene: Scene) {
    this.choices = scene.prompt?.choices ?? [];
    this.series = scene.prompt?.series ?? null;
    const zones = new Map(scene.zones.map((zone) => [zone.id, zone]));
    for (const piece of scene.pieces) {
      const kind = kindOf(piece, zones.get(piece.zone));
      this.pieces.set(piece.id, piece);
      this.kinds.set(piece.id, kind);
      const same = this.alike.get(kind);
      if (same) same.push(piece.id);
      else this.alike.set(kind, [piece.id]);
    }
    for (const choice of this.choices) {
      const bag = this.bagOf(choice.pieces);
      this.bags.set(choice, bag);
      for (const kind of bag.keys()) this.pieceKinds.add(kind);
    }
    this.options = sharedOptions(this.choices);
  }

  /** The choices that everything staged belongs to. */
  candidates(staged: Staged): Choice[] {
    if (this.series && staged.pieces.length > 1) return this.together(staged);
    const bag = this.bagOf(staged.pieces);
    return this.choices.filter(
      (choice) =>
        contains(this.bag(choice), bag) &&
        staged.zones.every((zone) => choice.zones.includes(zone)) &&
        staged.seats.every((seat) => choice.seats.includes(seat)) &&
        (staged.option === null || staged.option === choice.option) &&
        (staged.cell === null || isAt(choice, staged.cell)),
    );
  }

  /** What to show for a staging. */
  offer(staged: Staged): Offer {
    if (!isStaged(staged)) {
      const direct = inOrder(this.direct());
      return { primary: null, buttons: direct, long: direct.length > FEW };
    }
    const all = this.candidates(staged);
    const size = staged.pieces.length;
    const [first] = all;
    if (this.series && size > 1 && first) {
      const whole =
        size === this.series.count ? { ...first, label: this.series.label, pieces: [...staged.pieces] } : null;
      return { primary: whole, buttons: whole ? [whole] : [], long: false };
    }
    const exact = size ? all.filter((choice) => choice.pieces.length === size) : all;
    const shown = this.worthButtons(inOrder(exact.length ? exact : all), staged);
    return { primary: shown.length === 1 ? (shown[0] ?? null) : null, buttons: shown, long: shown.length > FEW };
  }

  /** Without a piece in hand, what a further tap tells apart needs no buttons: chips and outlines show it already. */
  private worthButtons(choices: Choice[], staged: Staged): Choice[] {
    if (choices.length < 2 || staged.pieces.length) return choices;
    const open = (choice: Choice): boolean =>
      choice.pieces.length > 0 ||
      choice.seats.length > staged.seats.length ||
      (choice.zones.length > 0 && !staged.zones.length && !choice.seats.length) ||
      (staged.option === null && this.options.includes(choice.option));
    return choices.filter((choice) => !open(choice));
  }

  /** The choices with a button of their own while nothing is staged; cards are tapped instead. */
  private direct(): Choice[] {
    const few = this.choices.length <= FEW;
    const words = new Set(this.choices.map((choice) => choice.option || choice.cells.join()).filter(Boolean));
    const eachItsWord = few && words.size === this.choices.length;
    const zoned = this.choices.filter((c) => c.zones.length && !c.pieces.length && !c.seats.length);
    return this.choices.filter((choice) => {
      if (choice.pieces.length) return eachItsWord;
      if (choice.cells.length) return false;
      if (choice.seats.length) return few;
      if (choice.zones.length) return few || zoned.length <= 2;
      return !this.options.includes(choice.option);
    });
  }

  /** Can a tap on this lead to any choice at all, now or after starting again? */
  reachable(target: Target): boolean {
    return this.meaning(target) !== null;
  }

  /** Does a tap on this extend what is staged, without starting again? */
  fits(target: Target, staged: Staged): boolean {
    const meant = this.meaning(target);
    if (this.series && meant && "piece" in meant && this.single(meant.piece)) return true;
    return meant !== null && (isIn(meant, staged) || this.candidates(add(staged, meant)).length > 0);
  }

  /** What is staged after a tap; null when the tap can mean nothing now. */
  tap(target: Target, staged: Staged): Staged | null {
    const meant = this.meaning(target);
    if (meant === null) return null;
    if (this.series && "piece" in meant && this.single(meant.piece)) return this.toggled(meant.piece, staged);
    if ("cell" in meant) return this.tapCell(meant.cell, meant.zone, staged);
    if (isIn(meant, staged)) return this.without(meant, staged);
    // Drop what does not go together with the tap, keep the rest.
    const { option, cell } = staged;
    const starts: Staged[] = [
      staged,
      { ...staged, pieces: [], zones: [] },
      { ...staged, seats: [] },
      { ...NOTHING, option, cell },
      { ...NOTHING, seats: staged.seats },
      NOTHING,
    ];
    for (const start of starts) {
      if (this.candidates(add(start, meant)).length) return this.grown(start, meant);
    }
    return null;
  }

  /** The choices made together by the staged pieces, in their order. */
  together(staged: Staged): Choice[] {
    return staged.pieces.flatMap((piece) => this.single(piece) ?? []);
  }

  /** The choice of this piece and nothing else. */
  private single(piece: string): Choice | undefined {
    const kind = this.kind(piece);
    return this.choices.find(
      ({ pieces: [only, ...more] }) => only !== undefined && !more.length && this.kind(only) === kind,
    );
  }

  /** One piece more or less; beyond the number wanted, the first one goes. */
  private toggled(piece: string, staged: Staged): Staged {
    if (staged.pieces.includes(piece)) return { ...NOTHING, pieces: staged.pieces.filter((id) => id !== piece) };
    const most = this.series?.count ?? 1;
    return { ...NOTHING, pieces: [...staged.pieces, piece].slice(-most) };
  }

  /** Is there a choice that names this piece itself, not only its zone? */
  names(piece: string): boolean {
    return this.pieceKinds.has(this.kind(piece));
  }

  /** What a tap means: a piece that no choice names stands for its zone or its cell. */
  private meaning(target: Target): Target | null {
    if ("piece" in target) {
      const piece = this.pieces.get(target.piece);
      if (!piece) return null;
      if (this.pieceKinds.has(this.kind(target.piece))) return target;
      const onCell = Array.isArray(piece.pos) && this.meaning({ cell: piece.pos, zone: piece.zone });
      return onCell || this.meaning({ zone: piece.zone });
    }
    if ("cell" in target) return this.choices.some((choice) => isAt(choice, target.cell)) ? target : null;
    const found = this.choices.some((choice) =>
      "zone" in target
        ? choice.zones.includes(target.zone) && !choice.cells.length
        : "seat" in target
          ? choice.seats.includes(target.seat)
          : choice.option === target.option,
    );
    return found ? target : null;
  }

  private tapCell(cell: Cell, zone: string, staged: Staged): Staged {
    if (sameCell(staged.cell, cell)) return NOTHING;
    const found = this.choices.filter((choice) => isAt(choice, cell));
    const choice = found.find((each) => each.zones.includes(zone)) ?? found[0];
    return choice ? { ...NOTHING, pieces: choice.pieces, cell } : NOTHING;
  }

  private grown(start: Staged, target: Target): Staged {
    if (!("piece" in target)) return add(start, target);
    const kind = this.kind(target.piece);
    const containing = this.candidates(add(start, target));
    const cell = this.pieces.get(target.piece)?.pos;
    if (containing.length > 1 && Array.isArray(cell)) {
      const named = containing.find((choice) => isAt(choice, cell));
      if (named) return { ...start, pieces: named.pieces, cell };
    }
    const sameKind = containing.every((choice) => [...this.bag(choice).keys()].every((each) => each === kind));
    const wanted = sameKind && !start.pieces.length ? this.largest(containing) : this.shared(containing);
    return { ...start, pieces: this.pick(wanted, [target.piece, ...start.pieces]) };
  }

  private without(target: Target, staged: Staged): Staged {
    if ("zone" in target) return { ...staged, zones: staged.zones.filter((zone) => zone !== target.zone) };
    if ("seat" in target) return { ...staged, seats: staged.seats.filter((seat) => seat !== target.seat) };
    if (!("piece" in target)) return { ...staged, option: null };
    const base: Staged = { ...staged, cell: null };
    const rest = staged.pieces.filter((id) => id !== target.piece);
    const none: Staged = { ...base, pieces: [] };
    if (!rest.length || staged.cell) return none;
    const fewer = this.shared(this.candidates({ ...base, pieces: rest }));
    const kind = this.kind(target.piece);
    if ((fewer.get(kind) ?? 0) < (this.bagOf(staged.pieces).get(kind) ?? 0)) {
      return { ...base, pieces: this.pick(fewer, rest) };
    }
    // The piece belongs to something else that is staged: stage as little as contains it, or nothing.
    const least = this.shared(this.candidates({ ...base, pieces: [target.piece] }));
    const ids = this.pick(least, [target.piece, ...rest]);
    return ids.length < staged.pieces.length ? { ...base, pieces: ids } : none;
  }

  /** The pieces that all these choices have in common. */
  private shared(choices: readonly Choice[]): Bag {
    const [first, ...others] = choices.map((choice) => this.bag(choice));
    const common = new Map(first ?? []);
    for (const bag of others) {
      for (const [kind, count] of common) {
        const least = Math.min(count, bag.get(kind) ?? 0);
        if (least) common.set(kind, least);
        else common.delete(kind);
      }
    }
    return common;
  }

  private largest(choices: readonly Choice[]): Bag {
    const sizes = choices.map((choice) => choice.pieces.length);
    const best = choices[sizes.indexOf(Math.max(...sizes))];
    return best ? this.bag(best) : new Map<string, number>();
  }

  /** Pieces of the wanted kinds, those preferred first. */
  private pick(wanted: Bag, preferred: readonly string[]): string[] {
    const picked: string[] = [];
    for (const [kind, count] of wanted) {
      const first = preferred.filter((id) => this.kind(id) === kind);
      const others = (this.alike.get(kind) ?? [kind]).filter((id) => !first.includes(id));
      picked.push(...[...first, ...others].slice(0, count));
    }
    return picked;
  }

  private kind(id: string): string {
    return this.kinds.get(id) ?? id;
  }

  private bag(choice: Choice): Bag {
    return this.bags.get(choice) ?? new Map<string, number>();
  }

  private bagOf(ids: readonly string[]): Bag {
    const bag = new Map<string, number>();
    for (const id of ids) bag.set(this.kind(id), (bag.get(this.kind(id)) ?? 0) + 1);
    return bag;
  }
}

/** Copies of a card in a hand or row are interchangeable; in other layouts the place matters. */
function kindOf(piece: Piece, zone: Zone | undefined): string {
  if (piece.type === null || !zone || !["fan", "row", "pool"].includes(zone.layout)) return piece.id;
  return [piece.zone, piece.type, piece.tags.includes("used"), piece.value].join("\n");
}

function contains(bag: Bag, part: Bag): boolean {
  for (const [kind, count] of part) if ((bag.get(kind) ?? 0) < count) return false;
  return true;
}

function isIn(target: Target, staged: Staged): boolean {
  if ("piece" in target) return staged.pieces.includes(target.piece);
  if ("cell" in target) return sameCell(staged.cell, target.cell);
  if ("zone" in target) return staged.zones.includes(target.zone);
  if ("seat" in target) return staged.seats.includes(target.seat);
  return staged.option === target.option;
}

function add(staged: Staged, target: Target): Staged {
  if ("piece" in target) return { ...staged, pieces: [...staged.pieces, target.piece] };
  if ("cell" in target) return { ...NOTHING, cell: target.cell };
  if ("zone" in target) return { ...staged, zones: [...staged.zones, target.zone] };
  if ("seat" in target) return { ...staged, seats: [...staged.seats, target.seat] };
  return { ...staged, option: target.option };
}

function sharedOptions(choices: readonly Choice[]): string[] {
  const counts = new Map<string, number>();
  for (const { option } of choices) if (option) counts.set(option, (counts.get(option) ?? 0) + 1);
  const shared = [...counts.values()].some((count) => count > 1);
  return shared && counts.size > 1 ? [...counts.keys()] : [];
}

const RANK: Record<Choice["style"], number> = { main: 0, optional: 1, danger: 2, quiet: 3 };

/** What moves the game forward first; what passes or gives up last. */
function inOrder(choices: readonly Choice[]): Choice[] {
  return [...choices].sort((a, b) => RANK[a.style] - RANK[b.style]);
}
