/** Small formatting helpers. */
import type { GameInfo, TableSettings, SeatInfo, TableInfo } from "./wire";

/** "2–6 players" */
export function players(game: Pick<GameInfo, "min_seats" | "max_seats">): string {
  if (game.min_seats === game.max_seats) return `${game.min_seats} players`;
  return `${game.min_seats}–${game.max_seats} players`;
}

/** "30 min" from "30" or "20-30"; any other text as it is. */
export function length(minutes: string): string {
  return /^[\d–-]+$/.test(minutes) ? `${minutes.replace("-", "–")} min` : minutes;
}

/** "Ana", "Ana and Bo", "Ana, Bo and Cy" */
export function list(names: string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** An option's readable name: `no_special_finish` → "No special finish". */
export function optionName(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An option's readable value. */
export function optionValue(value: boolean | number | string): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  return String(value).replaceAll("_", " ");
}

/** "Moko wild: yes" for each option that differs from its default. */
export function changedOptions(table: Pick<TableInfo, "changed" | "options">): string[] {
  return table.changed.map((name) => `${optionName(name)}: ${optionValue(table.options[name] ?? "")}`);
}

const ABSENCE = {
  ask: "A bot may replace absent players.",
  bot: "A bot plays for absent players.",
  wait: "Everybody waits for absent players.",
} as const;

/** How a table is run, in a few short sentences. */
export function settingsInWords(settings: TableSettings): string {
  const on = [settings.hints ? "hints" : "", settings.chat ? "chat" : "", settings.watchers ? "watchers" : ""].filter(
    Boolean,
  );
  const off = [settings.hints ? "" : "hints", settings.chat ? "" : "chat", settings.watchers ? "" : "watchers"].filter(
    Boolean,
  );
  const said = [on.length > 0 ? `With ${list(on)}` : "", off.length > 0 ? `without ${list(off)}` : ""]
    .filter(Boolean)
    .join(", ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}. ${ABSENCE[settings.absence]}`;
}

/** Who sits there, in a word or two. */
export function seatName(seat: SeatInfo): string {
  return seat.kind === "open" ? "Open seat" : seat.name;
}

/** "just now", "5 min ago", "3 h ago", or the day. */
export function ago(at: number, now = Date.now() / 1000): string {
  const minutes = Math.floor((now - at) / 60);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return new Date(at * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short" });
}

/** "84 %" */
export function percent(chance: number): string {
  return `${Math.round(chance * 100)} %`;
}
