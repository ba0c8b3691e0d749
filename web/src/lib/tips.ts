/**
 * Short tips for the first game: what to do at a prompt of this kind, shown once, never in the way.
 *
 * They know kinds of prompts, not games: what a game's own words mean is on its rules page.
 */
import { keep, seen } from "./tips-seen";
import type { Prompt } from "./wire";

/** Are hints allowed, does a tap act at once, does the game wait for this player? */
interface Situation {
  hints: boolean;
  instant: boolean;
  awaited: boolean;
}

export interface Tip {
  id: string;
  kind: Prompt["kind"];
  text: string;
  /** Shown only where it applies. */
  when?: (prompt: Prompt, table: Situation) => boolean;
}

const TIPS: Tip[] = [
  {
    id: "turn-outlined",
    kind: "turn",
    text: "Tap something outlined. The buttons then say what it can do.",
    when: (prompt, { instant }) => !instant && prompt.choices.some(pointed),
  },
  {
    id: "turn-buttons",
    kind: "turn",
    text: "The buttons here are all your choices.",
    when: (prompt) => !prompt.choices.some(pointed),
  },
  {
    id: "turn-blocked",
    kind: "turn",
    text: "Tap something pale to learn why it must wait.",
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
    text: "Unsure? Hint says what a careful player would do.",
    when: (_, { hints }) => hints,
  },
  {
    id: "commit-together",
    kind: "commit",
    text: "All choose in secret; then all choices are shown.",
  },
  {
    id: "react-free",
    kind: "react",
    text: "You may act out of turn. Nobody waits for you.",
    when: (_, { awaited }) => !awaited,
  },
  {
    id: "react-awaited",
    kind: "react",
    text: "It is not your turn, but the game waits for your answer.",
    when: (_, { awaited }) => awaited,
  },
  {
    id: "setup-once",
    kind: "setup",
    text: "Choose before the game begins; it cannot be changed later.",
  },
  { id: "info-read", kind: "info", text: "Nothing to decide: look as long as you like, then continue." },
];

/** Maximum tips per turn: more would be a lecture. */
const PER_TURN = 3;

function pointed(choice: Prompt["choices"][number]): boolean {
  return choice.pieces.length + choice.zones.length + choice.seats.length > 0;
}

/** The tips for this prompt that this player has not seen in this game, most useful first. */
export function tipsFor(game: string, prompt: Prompt, table: Situation): Tip[] {
  const known = seen()[game] ?? [];
  return TIPS.filter(
    (tip) => tip.kind === prompt.kind && !known.includes(tip.id) && (tip.when?.(prompt, table) ?? true),
  ).slice(0, PER_TURN);
}

/** Show no more tips in a game that was played to its end. */
export function gameKnown(game: string): void {
  keep({ ...seen(), [game]: TIPS.map((tip) => tip.id) });
}

/** Show them all again. */
export function forgetTips(): void {
  keep({});
}
