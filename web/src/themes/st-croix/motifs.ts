import type { PieceType } from "../../lib/wire";

/** One picture of the island: its scene, the four colours it is printed in, and what stands before it. */
export interface Motif {
  scene: string;
  /** sky, light, land or sea, foreground */
  inks: [string, string, string, string];
  icon: string;
  /** Colour of the icon. */
  ink: string;
}

const DARK = "#0f3038";
const dawn: Motif["inks"] = ["#ffd9a0", "#fff0c4", "#3f9fae", "#f5dba6"];
const noon: Motif["inks"] = ["#a9e0e4", "#fff3c4", "#2b9bb0", "#f3d79c"];
const leaf: Motif["inks"] = ["#cfe8c0", "#fff6d2", "#6fae62", "#3f7f4c"];

const motifs: Record<string, Motif> = {
  "1": { scene: "scene-shore", inks: dawn, icon: "sad-crab", ink: "#a3301f" },
  "2": { scene: "scene-shore", inks: noon, icon: "palm-tree", ink: "#1f5b3a" },
  "3": { scene: "scene-sea", inks: ["#ffe0b0", "#f4a259", "#4fa6ad", "#1d6d7c"], icon: "pelican", ink: DARK },
  "4": { scene: "scene-sea", inks: ["#c5ecec", "#fff2bd", "#49b3b8", "#177083"], icon: "island", ink: DARK },
  "5": { scene: "scene-rainbow", inks: ["#d8f0f5", "#fff", "#3fa9bd", "#f3d79c"], icon: "beach-ball", ink: "#7c1f3c" },
  "6": { scene: "scene-hill", inks: ["#f9e3b8", "#fff8e6", "#b9b95a", "#7f9440"], icon: "windmill", ink: "#4a2f1c" },
  "7": { scene: "scene-deep", inks: ["#7fd0d6", "#b9ecec", "#2a8d9e", "#135f73"], icon: "scuba-mask", ink: DARK },
  "8": { scene: "scene-garden", inks: ["#e6f0a8", "#bcd66b", "#7fb04a", "#3f7a35"], icon: "gecko", ink: "#1d4a1c" },
  "9": { scene: "scene-garden", inks: leaf, icon: "spoted-flower", ink: "#a02049" },
  "10": { scene: "scene-town", inks: ["#ffe6c2", "#f6b26b", "#e98a72", "#2f93a5"], icon: "sailboat", ink: DARK },
  "11": { scene: "scene-sea", inks: ["#d7d5f0", "#fff3d0", "#5b8fc0", "#274f86"], icon: "canoe", ink: "#10263f" },
  "12": { scene: "scene-hill", inks: ["#f6cfa6", "#fff2de", "#cf8a5c", "#8f4a34"], icon: "tower-flag", ink: "#5d1210" },
  "13": {
    scene: "scene-shore",
    inks: ["#fbe08a", "#fff6d4", "#3a9aae", "#dcc27a"],
    icon: "qaitbay-citadel",
    ink: "#5a3d0c",
  },
  "14": { scene: "scene-deep", inks: ["#4fb9c9", "#8fdde0", "#e07a63", "#b4483f"], icon: "sea-turtle", ink: "#0b2f3d" },
  "15": { scene: "scene-rays", inks: ["#f79a5c", "#fbb774", "#b2475a", "#4a1f3d"], icon: "", ink: DARK },
};

const strange: Motif = { scene: "scene-sea", inks: noon, icon: "sailboat", ink: DARK };

/** The picture of a numbered card; a number nobody drew gets a sail on the sea. */
export function motifOf(value: PieceType["facets"][string] | undefined): Motif {
  return motifs[String(value)] ?? strange;
}
