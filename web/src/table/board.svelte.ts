/** State shared by the parts of one table: the view, what is staged, what is being sent, messages. */
import { SvelteMap } from "svelte/reactivity";
import { getContext, setContext } from "svelte";
import { plainName, whatIs, zoneName } from "../lib/names";
import { Chooser, isStaged, NOTHING, type Offer, sameCell, type Staged, type Target } from "../lib/staging";
import { settings } from "../lib/settings.svelte";
import { NONE, piecesByZone, setOf, zonesById } from "./index-of";
import type { Ack, Choice, Hint, Piece, Scene, Snapshot, ThemeInfo, Zone } from "../lib/wire";
import { themeOf } from "../themes";
import { cardLook } from "../themes/look";

const KEY = Symbol("board");

/** How something looks as a target of a tap. */
export type Look = "staged" | "implied" | "live" | "other" | "off" | "idle";

export class Board {
  view: Snapshot = $state.raw() as Snapshot;
  seq = $state(0);
  /** The scene while an update's moves are shown, and the sentence that tells the current one. */
  moving: { scene: Scene; say: string } | null = $state.raw(null);
  readonly = $state(false);
  /** Is there room for everything at once? */
  wide = $state(true);
  hint: Hint | null = $state.raw(null);
  staged: Staged = $state.raw(NOTHING);
  /** A choice that asks to be confirmed before it is sent. */
  asking: Choice | null = $state.raw(null);
  /** The action being sent, and the update that will show it once it is accepted. */
  pending: { action: number; seq: number | null } | null = $state.raw(null);
  /** Actions of a series that are sent when the next prompt comes. */
  private queue: number[] = [];
  /** A short message after a tap without effect, or the server's refusal. */
  message: { text: string; refusal: boolean } | null = $state.raw(null);
  /** Pieces the last update brought or changed, until the viewer acts. */
  fresh: ReadonlySet<string> = $state.raw(NONE);
  /** The piece each zone's tab stop is on. */
  private stops = new SvelteMap<string, string>();
  /** Sends an action that answers a prompt: the one drawn here, which may be newer than what the page around the table knows. */
  send: (action: number, prompt: string | null) => Promise<Ack> = () => Promise.reject(new Error("Read-only."));

  scene: Scene = $derived(this.moving?.scene ?? (this.view.scene as Scene));
  chooser: Chooser = $derived(new Chooser(this.readonly ? { ...this.scene, prompt: null } : this.scene));
  offer: Offer = $derived(this.chooser.offer(this.staged));
  byZone: ReadonlyMap<string, Piece[]> = $derived(piecesByZone(this.scene));
  zones: ReadonlyMap<string, Zone> = $derived(zonesById(this.scene));
  /** What the coach would choose now. */
  advised: Choice | null = $derived(
    (this.hint?.prompt === this.view.prompt &&
      this.chooser.choices.find((choice) => choice.action === this.hint?.best[0]?.action)) ||
      null,
  );
  /** The game's look as data, if it has one. */
  private theme: ThemeInfo | undefined = $derived(themeOf(this.scene.game).look);
  busy: boolean = $derived(this.pending !== null);
  private implied: ReadonlySet<string> = $derived(setOf(this.offer.primary?.pieces));
  private impliedZones: ReadonlySet<string> = $derived(setOf(this.offer.primary?.zones));

  /** Take a new view; staging is reset when the prompt changes. */
  take(view: Snapshot, seq: number, fresh: ReadonlySet<string> = NONE): void {
    if (fresh.size) this.fresh = fresh;
    const samePrompt = this.view !== undefined && this.view.prompt === view.prompt;
    this.view = view;
    this.moving = null;
    this.seq = seq;
    if (!samePrompt) {
      this.staged = NOTHING;
      this.asking = null;
      this.message = null;
      this.pending = null;
      this.goOn(view);
    } else if (this.pending?.seq !== undefined && this.pending?.seq !== null && this.pending.seq <= seq) {
      this.pending = null;
      this.cancel();
    } else if (isStaged(this.staged) && !this.chooser.candidates(this.staged).length) {
      this.cancel();
    }
  }

  /** Show a moment between two views. */
  show(scene: Scene, say: string): void {
    this.moving = { scene, say: say || (this.moving?.say ?? "") };
  }

  /** Point at something. */
  tap(target: Target): void {
    if (this.busy) return;
    this.asking = null;
    const next = this.chooser.tap(target, this.staged);
    if (next === null) {
      this.say(this.whyNot(target));
      return;
    }
    this.message = null;
    this.staged = next;
    const { primary } = this.offer;
    if (settings.instant && primary && !primary.confirm && isStaged(next)) this.choose(primary);
  }

  /** Press a choice's button. */
  choose(choice: Choice): void {
    if (this.busy) return;
    if (choice.confirm && this.asking !== choice) {
      this.asking = choice;
      return;
    }
    this.asking = null;
    const series = choice === this.offer.primary && this.staged.pieces.length > 1 && this.chooser.series;
    const actions = series ? this.chooser.together(this.staged).map((each) => each.action) : [choice.action];
    this.queue = actions.slice(1);
    void this.dispatch(actions[0] ?? choice.action);
  }

  /** Send the next action of a series, if it is still possible. */
  private goOn(view: Snapshot): void {
    const next = this.queue.shift();
    if (next === undefined) return;
    if (view.prompt !== null && view.scene?.prompt?.choices.some((each) => each.action === next))
      void this.dispatch(next);
    else this.queue = [];
  }

  /** Stage everything a choice touches. */
  stage(choice: Choice): void {
    this.asking = null;
    this.message = null;
    const { pieces, seats, option } = choice;
    const zones = pieces.length + seats.length ? [] : choice.zones.slice(0, 1);
    this.staged = { pieces, zones, seats, option: option || null, cell: choice.cells[0] ?? null };
  }

  /** Enter: confirm what is staged; returns whether there was something to confirm. */
  confirm(): boolean {
    const choice = this.asking ?? this.offer.primary;
    if (!choice) return false;
    this.choose(choice);
    return true;
  }

  /** Escape: unstage; returns whether there was anything. */
  cancel(): boolean {
    const any = isStaged(this.staged) || this.asking !== null || this.message !== null;
    this.staged = NOTHING;
    this.asking = null;
    this.message = null;
    return any;
  }

  say(text: string, refusal = false): void {
    this.message = { text, refusal };
  }

  /** How a piece, zone or seat looks for the current staging. */
  look(target: Target): Look {
    if (!this.chooser.choices.length) return "idle";
    if ("piece" in target && this.staged.pieces.includes(target.piece)) return "staged";
    if ("zone" in target && !("cell" in target) && this.staged.zones.includes(target.zone)) return "staged";
    if ("seat" in target && this.staged.seats.includes(target.seat)) return "staged";
    if ("option" in target && this.staged.option === target.option) return "staged";
    if ("cell" in target && sameCell(this.staged.cell, target.cell)) return "staged";
    if ("piece" in target && this.implied.has(target.piece)) return "implied";
    if ("zone" in target && !("cell" in target) && this.impliedZones.has(target.zone)) return "implied";
    if (!this.chooser.reachable(target)) return "off";
    return this.chooser.fits(target, this.staged) ? "live" : "other";
  }

  /** Can something be done with this zone now? */
  aims(zone: string): boolean {
    const look = this.look({ zone });
    return look !== "off" && look !== "idle";
  }

  /** Remember where the tab stop of a zone is. */
  rove(zone: string, piece: string): void {
    if (this.stops.get(zone) !== piece) this.stops.set(zone, piece);
  }

  /** The piece of a zone that Tab reaches. */
  tabStop(zone: string): string | undefined {
    const pieces = this.drawn(zone);
    const kept = this.stops.get(zone);
    if (kept !== undefined && pieces.some((piece) => piece.id === kept)) return kept;
    return (pieces.find((piece) => this.chooser.reachable({ piece: piece.id })) ?? pieces[0])?.id;
  }

  /** The pieces of a zone that can be seen: of a pile the top (and what a card that comes lands on), unless somebody may point at a card deeper in it. */
  drawn(zone: string): Piece[] {
    const pieces = inOrder(this.byZone.get(zone) ?? []);
    return this.zones.get(zone)?.layout === "pile" && !this.isSpread(zone)
      ? pieces.slice(this.moving ? -2 : -1)
      : pieces;
  }

  /** Is this a pile that is spread out, so that one can point at a card deeper in it? */
  isSpread(zone: string): boolean {
    if (this.zones.get(zone)?.layout !== "pile") return false;
    const pieces = inOrder(this.byZone.get(zone) ?? []);
    return pieces.slice(0, -1).some((piece) => this.chooser.names(piece.id));
  }

  /** Why a tap on this does nothing now. */
  whyNot(target: Target): string {
    const prompt = this.scene.prompt;
    const piece = "piece" in target ? this.scene.pieces.find((each) => each.id === target.piece) : undefined;
    const zoneId = piece?.zone ?? ("zone" in target ? target.zone : undefined);
    const zone = zoneId === undefined ? undefined : this.zones.get(zoneId);
    const what = piece
      ? this.describe(piece)
      : zone
        ? `${zoneName(this.scene, zone)}. ${this.zoneHelp(zone) ?? ""}`.trim()
        : "";
    const blocked = prompt?.blocked.find(
      (each) => (piece && each.pieces.includes(piece.id)) || (zoneId !== undefined && each.zones.includes(zoneId)),
    );
    if (blocked) return `${what} ${blocked.why}`.trim();
    if (zone?.dim) return `${what} To be used ${zone.dim}.`;
    return `${what} ${this.generalReason(prompt !== null)}`.trim();
  }

  /** A piece in a sentence: its name and what it does. */
  describe(piece: Piece): string {
    return `${whatIs(this.scene, piece)}. ${this.helpOf(piece)}`.trim();
  }

  /** What a piece does, in words. */
  helpOf(piece: Piece): string {
    const type = piece.type === null ? undefined : this.scene.types[piece.type];
    return !type ? "" : type.help || (cardLook(this.theme, piece.type ?? "", type)?.help ?? "");
  }

  /** What a zone is for, if the game's theme says so. */
  zoneHelp(zone: Zone): string | undefined {
    return this.theme?.zones[zone.label];
  }

  private generalReason(prompted: boolean): string {
    if (this.readonly || this.scene.result) return "";
    if (prompted) return "Nothing to do with it now.";
    const who = this.scene.waiting.map((each) => plainName(this.scene, each.seat));
    return who.length ? `Waiting for ${who.join(", ")}.` : "";
  }

  private async dispatch(action: number): Promise<void> {
    const prompt = this.view.prompt;
    this.pending = { action, seq: null };
    this.message = null;
    this.fresh = NONE;
    try {
      const ack = await this.send(action, prompt);
      if (this.view.prompt !== prompt) return;
      if (!ack.ok) {
        this.pending = null;
        this.queue = [];
        this.say(ack.error?.text ?? "The table did not accept that.", true);
      } else if (ack.seq <= this.seq) {
        this.pending = null;
        this.cancel();
      } else {
        this.pending = { action, seq: ack.seq };
      }
    } catch (error) {
      if (this.view.prompt !== prompt) return;
      this.pending = null;
      this.queue = [];
      this.say(error instanceof Error ? error.message : "That could not be sent.", true);
    }
  }
}

/** Pieces in the order of their places. */
export function inOrder(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => (typeof a.pos === "number" && typeof b.pos === "number" ? a.pos - b.pos : 0));
}

export function provideBoard(board: Board): void {
  setContext(KEY, board);
}

export function useBoard(): Board {
  return getContext<Board>(KEY);
}
