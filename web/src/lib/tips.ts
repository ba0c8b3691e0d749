/**
 * Short tips for the first game: what a prompt of this kind wants, said once, never in the way.
 *
 * They know kinds of prompts, not games: what a game's own words mean is on its rules page.
 */
import type { Prompt } from "./wire";

interface Tip {
  id: string;
  kind: Prompt["kind"];
  text: string;
  /** Shown only where it applies. */
  when?: (prompt: Prompt, table: { hints: boolean; instant: boolean }) => boolean;
}

const TIPS: Tip[] = [
  {
    id: "turn-outlined",
    kind: "turn",
    text: "What is outlined can be chosen. A tap only chooses; the blue button plays it.",
    when: (prompt, { instant }) => !instant && prompt.choices.some(pointed),
  },
  {
    id: "turn-buttons",
    kind: "turn",
    text: "The bar says what you can do now. Its buttons are all your choices.",
    when: (prompt) => !prompt.choices.some(pointed),
  },
  {
    id: "turn-blocked",
    kind: "turn",
    text: "Something pale cannot be chosen now. Tap it to learn why.",
    when: (prompt) => prompt.blocked.length > 0,
  },
  {
    id: "turn-rules",
    kind: "turn",
    text: "Rules opens at the part that matters right now.",
    when: (prompt) => prompt.help !== "",
  },
  {
    id: "turn-hint",
    kind: "turn",
    text: "Unsure? Hint shows what a careful player would do, from what you can see.",
    when: (_, { hints }) => hints,
  },
  {
    id: "commit-together",
    kind: "commit",
    text: "Everybody chooses in secret, at the same time. All choices are shown together.",
  },
  {
    id: "react-free",
    kind: "react",
    text: "You may act now though it is not your turn. Nobody waits: leave it, and the game goes on.",
  },
  {
    id: "setup-once",
    kind: "setup",
    text: "There is something to choose before the game begins. It cannot be changed later.",
  },
  { id: "info-read", kind: "info", text: "Nothing to decide: look as long as you like, then go on." },
];

/** More would be a lecture. */
const PER_TURN = 3;
const KEY = "parlour-tips";

function pointed(choice: Prompt["choices"][number]): boolean {
  return choice.pieces.length + choice.zones.length + choice.seats.length > 0;
}

type Seen = Record<string, string[]>;

function seen(): Seen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Seen;
  } catch {
    return {};
  }
}

function keep(all: Seen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Then they come again next time.
  }
}

/** The tips for this prompt that this player has not seen in this game, most useful first. */
export function tipsFor(
  game: string,
  prompt: Prompt,
  table: { hints: boolean; instant: boolean },
): { id: string; text: string }[] {
  const known = seen()[game] ?? [];
  return TIPS.filter(
    (tip) => tip.kind === prompt.kind && !known.includes(tip.id) && (tip.when?.(prompt, table) ?? true),
  ).slice(0, PER_TURN);
}

/** This tip was read. */
export function tipRead(game: string, id: string): void {
  const all = seen();
  keep({ ...all, [game]: [...new Set([...(all[game] ?? []), id])] });
}

/** The game was played to its end: no more tips in it. */
export function gameKnown(game: string): void {
  keep({ ...seen(), [game]: TIPS.map((tip) => tip.id) });
}

/** Show them all again. */
export function forgetTips(): void {
  keep({});
}
