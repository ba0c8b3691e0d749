/** Short labels for what stands beside a number or inside somebody's own place. */

/** "Bo's hand" inside Bo's panel is just "Hand". */
export function withoutOwner(name: string, owner: string): string {
  const start = ["Your ", `${owner}'s `, `${owner}' `].find((each) => name.startsWith(each)) ?? "";
  const rest = name.slice(start.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** What is counted, for this number: 1 point, 2 points. */
export function unit(name: string, count: number): string {
  return count === 1 ? name.replace(/s$/, "") : name;
}
