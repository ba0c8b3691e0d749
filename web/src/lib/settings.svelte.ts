export type Pace = "slow" | "normal" | "fast" | "at once";

/** The player's preferences; kept in local storage. Only the pace is sent, for the bots. */
export interface Settings {
  scheme: "auto" | "light" | "dark";
  /** How fast others' moves are shown. A system that asks for reduced motion shows them without movement. */
  pace: Pace;
  /** Text size in percent. */
  text: number;
  sound: boolean;
  /** Percent of full volume. */
  volume: number;
  /** A tap with only one meaning acts at once, without the confirming button. */
  instant: boolean;
  /** Single-key commands at the table. */
  keys: boolean;
  /** Short tips during the first game of each kind. */
  tips: boolean;
  /** The name used last. */
  name: string;
  /** The default level of bots. */
  level: string;
}

const KEY = "parlour-settings";
const DEFAULTS: Settings = {
  scheme: "auto",
  pace: "normal",
  text: 100,
  sound: false,
  volume: 50,
  instant: false,
  keys: true,
  tips: true,
  name: "",
  level: "normal",
};

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(load());

/** Save the settings for the next visit. */
export function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing still plays.
  }
}

/** The name to play under when none was given. */
export function playerName(): string {
  return settings.name.trim() || "Guest";
}
