/** Where zones go, from what they are: area, layout, owner and what lies under what. No game is named here. */
import type { Player, Scene, Zone } from "../lib/wire";

/** A player and the zones in front of them. */
export interface Seated {
  player: Player;
  zones: Zone[];
}

export interface Arrangement {
  /** The ring or grid everything else is placed around, if the game has one. */
  board: Zone | null;
  /** Zones that lie on the board: a pawn's ring on a ring of cards. */
  overlays: Zone[];
  /** Small zones drawn inside a ring. */
  hub: Zone[];
  /** Other shared zones: those of one family stay together. */
  groups: Zone[][];
  side: Zone[];
  own: Zone[];
  /** The other players in turn order, beginning after the viewer. */
  others: Seated[];
  me: Player | null;
}

/** Sort a scene's zones into places. */
export function arrange(scene: Scene): Arrangement {
  const shared = scene.zones.filter((zone) => zone.area === "table");
  const board = shared.find((zone) => (zone.layout === "ring" || zone.layout === "grid") && !zone.under) ?? null;
  const overlays = shared.filter((zone) => board !== null && zone.under === board.id);
  const inHub = (zone: Zone): boolean => board?.layout === "ring" && ["pool", "slots", "text"].includes(zone.layout);
  const rest = shared.filter((zone) => zone !== board && !overlays.includes(zone));
  const me = scene.players.find((player) => player.seat === scene.seat) ?? null;
  const seats = scene.players.length;
  const first = me ? me.seat + 1 : 0;
  const others = scene.players
    .filter((player) => player !== me)
    .sort((a, b) => ((a.seat - first + seats) % seats) - ((b.seat - first + seats) % seats));
  return {
    board,
    overlays,
    hub: rest.filter(inHub),
    groups: grouped(rest.filter((zone) => !inHub(zone))),
    side: scene.zones.filter((zone) => zone.area === "side"),
    own: scene.zones.filter((zone) => zone.area === "self" && zone.owner === scene.seat),
    others: others.map((player) => ({
      player,
      // With all hands open, everybody's own zones are seen as their owners see them.
      zones: scene.zones.filter((zone) => ["seat", "self"].includes(zone.area) && zone.owner === player.seat),
    })),
    me,
  };
}

function grouped(zones: readonly Zone[]): Zone[][] {
  const groups = new Map<string, Zone[]>();
  for (const zone of zones) {
    // Piles without a family of their own lie side by side; any other zone stands alone.
    const family = zone.family ? `family ${zone.family}` : zone.layout === "pile" ? "piles" : `zone ${zone.id}`;
    const group = groups.get(family);
    if (group) group.push(zone);
    else groups.set(family, [zone]);
  }
  return [...groups.values()];
}

/** Zones with those tucked under them: `[above, below…]`. */
export function stacks(zones: readonly Zone[]): { top: Zone; under: Zone[] }[] {
  const ids = new Set(zones.map((zone) => zone.id));
  return zones
    .filter((zone) => zone.under === null || !ids.has(zone.under))
    .map((top) => ({ top, under: zones.filter((zone) => zone.under === top.id) }));
}
