/** How far the rules are loaded and whether they think, for the line at the foot of the page. */
class Progress {
  loaded = $state(0);
  size = $state(0);
  state: "loading" | "ready" | "failed" = $state("loading");
  why = $state("");
  thinking = $state(false);
}

export const progress = new Progress();
