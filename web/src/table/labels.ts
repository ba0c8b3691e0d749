/** Short labels beside numbers. */

/** The noun for a number: 1 point, 2 points. */
export function unit(name: string, count: number): string {
  return count === 1 ? name.replace(/s$/, "") : name;
}
