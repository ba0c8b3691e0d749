/** Lookup tables, built once per scene. */
import type { Piece, Scene, Zone } from "../lib/wire";

export const NONE: ReadonlySet<string> = new Set<string>();

export function setOf(ids: readonly string[] | undefined): ReadonlySet<string> {
  return ids?.length ? new Set(ids) : NONE;
}

export function zonesById(scene: Scene): ReadonlyMap<string, Zone> {
  return new Map(scene.zones.map((zone) => [zone.id, zone]));
}

export function piecesByZone(scene: Scene): ReadonlyMap<string, Piece[]> {
  const found = new Map<string, Piece[]>(scene.zones.map((zone) => [zone.id, []]));
  for (const piece of scene.pieces) found.get(piece.zone)?.push(piece);
  return found;
}
