/** Upright cards on a circle inside a square: how wide they may be, and where each lies, in parts of the square's side. */

export interface RingGeometry {
  width: number;
  /** The side of the free square in the middle. */
  hub: number;
  /** The centre of a place, in percent; `inner` is the side towards the middle, where a pawn stands. */
  at: (index: number, inner: boolean) => { x: number; y: number };
}

/** Geometry for `n` cards of the given width divided by height. */
export function ringGeometry(n: number, ratio: number): RingGeometry {
  const half = Math.sin(Math.PI / n);
  // Neighbours at the sides lie above each other: their distance limits the height, with a little air.
  const height = half / (1.05 + half);
  const width = Math.min(height * ratio, half / (1.05 + half));
  const rx = 0.5 - width / 2;
  const ry = 0.5 - height / 2;
  const pawn = width * 0.34;
  const free = Math.min(rx - width / 2, ry - height / 2) - 2 * pawn;
  return {
    width,
    hub: Math.max(0.2, free * 1.5),
    at: (index, inner) => {
      const angle = (2 * Math.PI * index) / n - Math.PI / 2;
      const x = inner ? rx - width / 2 - pawn : rx;
      const y = inner ? ry - height / 2 - pawn : ry;
      return { x: 50 + 100 * x * Math.cos(angle), y: 50 + 100 * y * Math.sin(angle) };
    },
  };
}
