import { getContext, setContext } from "svelte";
import type { Theme } from "../themes/theme";

const KEY = Symbol("theme");

export function provideTheme(holder: { readonly current: Theme }): void {
  setContext(KEY, holder);
}

export function useTheme(): { readonly current: Theme } {
  return getContext<{ readonly current: Theme }>(KEY);
}
