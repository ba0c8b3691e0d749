import type { PieceType } from "../../lib/wire";

/** How a habitat is told apart: a letter, an icon, a colour and (in habitats.css, by its key) a pattern. */
export interface Habitat {
  key: string;
  name: string;
  letter: string;
  icon: string;
  /** Dark enough for white letters. */
  ink: string;
}

export const habitats: Habitat[] = [
  { key: "shore", name: "Shore", letter: "S", icon: "big-wave", ink: "#1f5f94" },
  { key: "wetland", name: "Wetland", letter: "W", icon: "reed", ink: "#6a3f87" },
  { key: "evergreen", name: "Evergreen Forest", letter: "E", icon: "pine-tree", ink: "#1d5b3c" },
  { key: "hardwood", name: "Hardwood Forest", letter: "H", icon: "oak-leaf", ink: "#96450f" },
  { key: "field", name: "Open Field", letter: "F", icon: "wheat", ink: "#756000" },
  { key: "bluff", name: "Limestone Bluff", letter: "B", icon: "peaks", ink: "#5a5350" },
];

/** The habitats a card is at home in; `any` stands for all six. */
export function habitatsOf(facets: PieceType["facets"]): Habitat[] {
  const named = Array.isArray(facets.habitats) ? facets.habitats : [];
  return habitats.filter((habitat) => named.includes(habitat.key) || named.includes("any"));
}

/** How a category of Match Me is told apart. */
export interface Category {
  code: string;
  icon: string;
  ink: string;
}

const types: Record<string, Category> = {
  Birds: { code: "Bi", icon: "dove", ink: "#23599a" },
  Mammals: { code: "Ma", icon: "paw", ink: "#7a4a21" },
  Insects: { code: "In", icon: "bee", ink: "#7d5a00" },
  "Reptiles & Amphibians": { code: "Ra", icon: "frog", ink: "#3f6d1d" },
  "Spring Flowers": { code: "Sp", icon: "flower-emblem", ink: "#a02864" },
  "Summer Flowers": { code: "Su", icon: "daisy", ink: "#6f3fa0" },
  "Deciduous Trees": { code: "Dt", icon: "maple-leaf", ink: "#a83c1b" },
  "Coniferous Trees": { code: "Ct", icon: "forest", ink: "#17614f" },
  "Geological Features": { code: "Ge", icon: "rock", ink: "#565156" },
};

/** The category's sign; a Location's category is its habitat. */
export function categoryOf(name: string): Category {
  const habitat = habitats.find((one) => one.name === name);
  if (habitat) return { code: habitat.letter, icon: habitat.icon, ink: habitat.ink };
  return types[name] ?? { code: name.slice(0, 2), icon: "compass", ink: "#53605c" };
}

const plates: Record<string, string> = {
  "british-landing": "sailboat",
  "haldimand-bay": "harbor-dock",
  "windermere-point": "sunrise",
  "pointe-aux-pins": "lighthouse",
  "croghan-water": "lily-pads",
  "browns-brook": "river",
  "lake-shore-nature-trail": "swamp",
  "juniper-trail": "trail",
  "tranquil-bluff-trail": "hiking",
  "leslie-avenue": "circle-forest",
  "beechwood-trail": "footsteps",
  "morning-snack-trail": "berries-bowl",
  "sugar-loaf-road": "horizon-road",
  "marquette-park": "park-bench",
  "wawashkamo-links": "golf-flag",
  "fort-holmes": "hill-fort",
  "arch-rock": "arch-rock",
  "sugar-loaf": "sugar-loaf",
  "skull-cave": "skull-cave",
  "crack-in-the-island": "crack",
  "bald-eagle": "eagle-head",
  "barred-owl": "barn-owl",
  "pileated-woodpecker": "woodpecker",
  "herring-gull": "seagull",
  "eastern-chipmunk": "chipmunk",
  "red-squirrel": "squirrel",
  "american-beaver": "beaver",
  "little-brown-bat": "bat",
  "monarch-butterfly": "butterfly",
  "green-darner": "dragonfly",
  "bumble-bee": "bee",
  "eastern-garter-snake": "sand-snake",
  "american-toad": "toad",
  "spring-peeper": "frog",
  "large-flowered-trillium": "trillium",
  "yellow-trout-lily": "vanilla-flower",
  "round-lobed-hepatica": "flower-emblem",
  "marsh-marigold": "spoted-flower",
  "yellow-ladys-slipper": "ladys-slipper",
  harebell: "harebell",
  "ox-eye-daisy": "daisy",
  "fringed-gentian": "twirly-flower",
  "sugar-maple": "maple-leaf",
  "american-beech": "linden-leaf",
  "paper-birch": "birch-trees",
  "northern-white-cedar": "cedar",
  "balsam-fir": "pine-tree",
  "eastern-white-pine": "white-pine",
  tamarack: "tamarack",
  "limestone-breccia": "stone-pile",
  "sea-stack": "sea-stack",
  "sea-cave": "cave-entrance",
  "natural-arch": "arch-rock",
  "glacial-erratic": "rock",
};

/** What colour a treasure has in nature, dark enough to be seen on paper. */
const tints: Record<string, string> = {
  "bald-eagle": "#4a3320",
  "barred-owl": "#5e4a35",
  "pileated-woodpecker": "#33302e",
  "herring-gull": "#3f5566",
  "eastern-chipmunk": "#8a5020",
  "red-squirrel": "#a2451a",
  "american-beaver": "#5f3d22",
  "little-brown-bat": "#4a3b33",
  "monarch-butterfly": "#bb4d0a",
  "green-darner": "#1f6b46",
  "bumble-bee": "#7a5600",
  "eastern-garter-snake": "#4a5f1a",
  "american-toad": "#6b5a2c",
  "spring-peeper": "#7a5a2e",
  "large-flowered-trillium": "#7d4f86",
  "yellow-trout-lily": "#8a6a00",
  "round-lobed-hepatica": "#5a55a8",
  "marsh-marigold": "#8f6a00",
  "yellow-ladys-slipper": "#8a6400",
  harebell: "#4a55a5",
  "ox-eye-daisy": "#5c6a1f",
  "fringed-gentian": "#3a3f9c",
  "sugar-maple": "#b03a17",
  "american-beech": "#8a6a1a",
  "paper-birch": "#4f4a45",
  "northern-white-cedar": "#2f6244",
  "balsam-fir": "#1f5a42",
  "eastern-white-pine": "#2b6350",
  tamarack: "#8a6a10",
  "limestone-breccia": "#6b5d4c",
  "sea-stack": "#56606b",
  "sea-cave": "#4c4f5c",
  "natural-arch": "#6a5848",
  "glacial-erratic": "#6e4a4a",
};

/** The drawing of a species or place; one nobody drew gets a compass. */
export function plateOf(id: string): string {
  return plates[id] ?? "compass";
}

/** The ink a treasure is drawn in. */
export function tintOf(id: string): string {
  return tints[id] ?? "#2f3b33";
}
