/** How far the rules are loaded, for the line at the foot of the page. */
class Progress {
  loaded = $state(0);
  size = $state(0);
  state: "loading" | "ready" | "failed" = $state("loading");
  why = $state("");
}

export const progress = new Progress();
