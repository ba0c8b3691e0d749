import type { PieceType } from "../../lib/wire";

/** A postcard: its scene, the four inks it is printed in, and the drawing before it. */
export interface Sight {
  scene: string;
  inks: [string, string, string, string];
  icon: string;
  /** Colour of the drawing, if not the printer's dark blue. */
  ink?: string;
}

const lake: Sight["inks"] = ["#f6dfae", "#fbf3d6", "#7fb3b5", "#3f8794"];
const park: Sight["inks"] = ["#f3e3b4", "#fdf6dd", "#a9bd78", "#6f955a"];
const dusk: Sight["inks"] = ["#f3b98a", "#f8d3a4", "#b0616a", "#5a3a5c"];
const grey: Sight["inks"] = ["#c3ccd0", "#dfe5e6", "#8a9aa3", "#5a6b76"];
const rose: Sight["inks"] = ["#f6d8c8", "#fdf0e2", "#d99a86", "#a95d52"];

const sights: Record<string, Sight> = {
  ferry: { scene: "scene-sea", inks: lake, icon: "paddle-steamer" },
  fudge: { scene: "scene-town", inks: rose, icon: "chocolate-bar", ink: "#4a2412" },
  carriage: { scene: "scene-hill", inks: park, icon: "carriage" },
  fort: { scene: "scene-hill", inks: ["#f6dfae", "#fdf3d6", "#d9c08a", "#7d9a5e"], icon: "fort", ink: "#4a2a1c" },
  porch: { scene: "scene-hill", inks: ["#7fb4c4", "#d6ebee", "#5d8f5b", "#3f7047"], icon: "porch", ink: "#f7f9ee" },
  butterfly: {
    scene: "scene-garden",
    inks: ["#e3ecc0", "#cfe0a0", "#a9c882", "#6f9d5a"],
    icon: "butterfly",
    ink: "#a63f08",
  },
  arch: { scene: "scene-sea", inks: lake, icon: "arch-rock" },
  cave: { scene: "scene-hill", inks: ["#d6d3e0", "#efeaf2", "#a7a0b5", "#6c6580"], icon: "skull-cave", ink: "#33294a" },
  tire: { scene: "scene-shore", inks: ["#f6dfae", "#fbc98a", "#7fb3b5", "#cbb58a"], icon: "flat-tire", ink: "#2a2523" },
  fog: { scene: "scene-sea", inks: grey, icon: "fog", ink: "#f4f7f7" },
  gifts: { scene: "scene-town", inks: ["#f8e6c0", "#f2c27c", "#d9836c", "#9c8a6c"], icon: "present", ink: "#8c1c28" },
  step: { scene: "scene-hill", inks: rose, icon: "falling" },
  storm: { scene: "scene-sea", inks: ["#8e9fb0", "#b6c2cc", "#5b7488", "#2d4558"], icon: "storm", ink: "#122230" },
  rush: { scene: "scene-town", inks: ["#f3d9a8", "#eab676", "#cf7f62", "#b59a70"], icon: "tourists", ink: "#43201c" },
  bike: { scene: "scene-shore", inks: ["#dff0ea", "#fbe3a4", "#6fb1b8", "#d6c393"], icon: "dutch-bike" },
  sunset: { scene: "scene-rays", inks: dusk, icon: "" },
};

/** The postcard of a card; one nobody drew shows the lake and a lighthouse. */
export function sightOf(id: string): Sight {
  return sights[id] ?? { scene: "scene-sea", inks: lake, icon: "lighthouse" };
}

/** What a card does, as an icon, a word and an enamel colour that carries white letters. */
export interface Deed {
  icon: string;
  word: string;
  ink: string;
}

const deeds: Record<string, Deed> = {
  take: { icon: "receive-money", word: "Take", ink: "#17634a" },
  give: { icon: "give", word: "Give", ink: "#a3262c" },
  remove: { icon: "trash-can", word: "Remove", ink: "#5b4a3c" },
  shop: { icon: "shopping-bag", word: "Shop", ink: "#1c5790" },
  end: { icon: "stop-sign", word: "Stop", ink: "#3c2f63" },
};

/** How much Fun a card takes or gives; `1×` if it counts for each of something. */
export function amountOf({ fun, each }: PieceType["facets"]): string {
  return fun ? `${String(fun)}${each ? "×" : ""}` : "";
}

/** The sign for what a card does. */
export function deedOf(does: string): Deed {
  return deeds[does] ?? { icon: "compass", word: does, ink: "#14303f" };
}
