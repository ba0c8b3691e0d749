import type { Choice } from "../lib/wire";

/** Letters of single-key queries (`L`ast, `T`urn, `H`and, `Z`ones, `M`oves, `I`nspect) are never a button's key. */
const TAKEN = new Set("lthzmi");

/** A letter for each button, from its own label where possible. */
export function letters(choices: readonly Choice[]): Map<number, string> {
  const used = new Set(TAKEN);
  const found = new Map<number, string>();
  if (choices.length > 9) return found;
  for (const choice of choices) {
    const words = choice.label.toLowerCase().split(/[^a-z]+/);
    const starts = words.map((word) => word.charAt(0));
    const letter = [...starts, ...words.join("")].find((each) => /[a-z]/.test(each) && !used.has(each));
    if (letter === undefined) continue;
    used.add(letter);
    found.set(choice.action, letter);
  }
  return found;
}
