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
  let [height, tooHigh] = [0.02, 0.45];
  for (let step = 0; step < 20; step++) {
    const tried = (height + tooHigh) / 2;
    if (fits(n, tried * ratio * AIR, tried * AIR)) height = tried;
    else tooHigh = tried;
  }
  const width = height * ratio;
  const rx = 0.5 - width / 2;
  const ry = 0.5 - height / 2;
  const pawn = width * 0.34;
  const free = Math.min(rx - width / 2, ry - height / 2) - 2 * pawn;
  return {
    width,
    hub: Math.max(0.2, free * 1.5),
    at: (index, inner) => {
      const [x, y] = point(n, index, inner ? rx - width / 2 - pawn : rx, inner ? ry - height / 2 - pawn : ry);
      return { x: 50 + 100 * x, y: 50 + 100 * y };
    },
  };
}

/** A little space between neighbours. */
const AIR = 1.06;

function point(n: number, index: number, rx: number, ry: number): [number, number] {
  const angle = (2 * Math.PI * index) / n - Math.PI / 2;
  return [rx * Math.cos(angle), ry * Math.sin(angle)];
}

/** Do upright cards of this size stay clear of their neighbours all around? */
function fits(n: number, width: number, height: number): boolean {
  for (let index = 0; index < n; index++) {
    const [ax, ay] = point(n, index, 0.5 - width / 2, 0.5 - height / 2);
    const [bx, by] = point(n, index + 1, 0.5 - width / 2, 0.5 - height / 2);
    if (Math.abs(ax - bx) < width && Math.abs(ay - by) < height) return false;
  }
  return true;
}
