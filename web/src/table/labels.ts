/** Short labels for what stands beside a number. */

/** What is counted, for this number: 1 point, 2 points. */
export function unit(name: string, count: number): string {
  return count === 1 ? name.replace(/s$/, "") : name;
}
