import { untrack } from "svelte";

/** What every page shares: whether the settings are open, and the one line that is read out. */
export const shell = $state({ settings: false, said: "" });

/** Have a sentence read out politely; the same sentence twice is read twice. */
export function say(sentence: string): void {
  // Effects may call this: do not make them depend on the last sentence.
  untrack(() => (shell.said = shell.said === sentence ? `${sentence}\u00a0` : sentence));
}
