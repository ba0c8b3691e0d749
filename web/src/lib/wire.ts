// Generated from src/parlour/server/protocol/ by `make types`; do not edit.

export const PROTOCOL = 5;

/** Whether a request was done; `seq` is the update that shows it. */
export interface Ack {
  t: "ack";
  id: string;
  ok: boolean;
  seq: number;
  error: Refusal | null;
}

/** Play an action of the prompt. */
export interface Act {
  t: "act";
  id: string;
  prompt: string;
  action: number;
}

/** Host: a bot takes an open seat, or changes its level. */
export interface AddBot {
  c: "add_bot";
  seat: number;
  level: string;
}

/** Another player's answer. */
export interface AnswerUndo {
  c: "answer_undo";
  agree: boolean;
}

/** Redeem a code on this device. */
export interface Arrive {
  code: string;
  replace?: boolean;
}

/** A person takes their seat back from the bot. */
export interface Back {
  c: "back";
}

/** How the backs of cards look. */
export interface BackLook {
  icon: string | null;
  paper: string;
  ink: string;
}

/**
 * A short text on a zone or player: a rule in force (`rule`), information (`info`) or a warning (`warn`).
 *
 * `about` is the name of the piece it is about, for clients that do not draw that piece beside it. `printed` is true
 * if the piece's own face shows the text.
 */
export interface Badge {
  text: string;
  tone: "info" | "rule" | "warn";
  about: string;
  printed: boolean;
}

/** Pieces or zones that cannot be chosen now, and why. */
export interface Blocked {
  pieces: string[];
  why: string;
  zones: string[];
}

/** A bot at a new table. */
export interface BotSeat {
  seat: number;
  level: string;
}

/** The last message before the server hangs up. */
export interface Bye {
  t: "bye";
  reason: "bad_message" | "closed" | "kicked" | "restart" | "slow" | "too_fast";
  text: string;
  retry_ms: number;
}

/** How one card looks. What is left out looks like the palette says. */
export interface CardLook {
  icon: string | null;
  paper: string | null;
  ink: string | null;
  help: string;
}

/** The games, and the levels bots play at. */
export interface Catalogue {
  games: GameInfo[];
  levels: string[];
  version: string;
}

/** Host, before the start: other options, number of seats or table settings. */
export interface Change {
  c: "change";
  seats?: number | null;
  options?: Record<string, boolean | number | string> | null;
  house?: TableSettings | null;
}

/** Something to look up at any time: what each pair, tool or symbol does. */
export interface Chart {
  title: string;
  rows: ChartRow[];
}

/** A line of a chart; `lit` if it applies now. */
export interface ChartRow {
  head: string;
  text: string;
  lit: boolean;
}

/** A line of chat. */
export interface ChatLine {
  seq: number;
  name: string;
  text: string;
  at: number;
  seat: number | null;
}

/**
 * One legal action: its id and text, a label for a button, and what it touches.
 *
 * `pieces`, `zones`, `seats` and `cells` are what a player points at to choose it; `option` is a word that
 * tells apart choices that touch the same things. A cell is the row and column of a place in a grid, from 0; for a
 * block of places it is the upper left one. `number` is that of the place, where places are numbered; the actions
 * of such places have consecutive ids.
 */
export interface Choice {
  action: number;
  text: string;
  label: string;
  style: "danger" | "main" | "optional" | "quiet";
  pieces: string[];
  zones: string[];
  seats: number[];
  cells: [number, number][];
  number: number | null;
  option: string;
  confirm: string;
  preview: string;
  ends: boolean;
}

/** Host: end the game for all, without a result. */
export interface Close {
  c: "close";
}

/** Send a command to the table. */
export interface Do {
  t: "do";
  id: string;
  do: Start | AddBot | RemoveBot | Kick | Mute | Pause | Change | Rename | Share | Leave | TakeOver | Back | Say | GoOn | Undo | AnswerUndo | Rematch | Close;
}

/** A moment of a replay: what happened, and the scene after it. */
export interface Frame {
  n: number;
  seat: number | null;
  text: string;
  events: TableEvent[];
  scene: Scene;
}

/** A game of the catalogue. */
export interface GameInfo {
  slug: string;
  title: string;
  summary: string;
  minutes: string;
  min_seats: number;
  max_seats: number;
  default_seats: number;
  version: string;
  teams: boolean;
  options: OptionInfo[];
  theme: ThemeInfo | null;
  lesson: boolean;
}

/** The review of one player's decisions; `start` + `luck` - `mistakes` = `result`. */
export interface GameReview {
  seat: number;
  name: string;
  start: number;
  luck: number;
  mistakes: number;
  result: number | null;
  decisions: ReviewedChoice[];
  swings: ReviewSwing[];
  skipped: number;
}

/** In a lesson: the learner has read this step. */
export interface GoOn {
  c: "go_on";
}

/** A code that moves the visitor to another device: it works once, until `until`. */
export interface Handover {
  code: string;
  until: number;
  path: string;
  qr: string;
}

/** The first message, or a later one: the last update the client has. Bots take `pace` of their usual time. */
export interface Hello {
  t: "hello";
  proto: number;
  have?: number | null;
  client?: string;
  pace?: number;
}

/** What the coach would do, best first, from what this seat may know. */
export interface Hint {
  prompt: string;
  best: Hinted[];
  why: string;
}

/** The coach's judgement of one action. */
export interface Hinted {
  action: number;
  label: string;
  chance: number;
}

/** Take a seat: this one, or any that is open. */
export interface Join {
  name: string;
  seat?: number | null;
  members?: string[];
}

/** Host: remove a person; before the start the seat is open again, during a game a bot takes over. */
export interface Kick {
  c: "kick";
  seat: number;
}

/** A person leaves: before the start the seat is open again, during a game a bot takes over. */
export interface Leave {
  c: "leave";
}

/** Where a lesson is: what it says now, and the action it asks for. */
export interface LessonInfo {
  step: number;
  steps: number;
  say: string;
  action: number | null;
}

/** The end of the log; older lines are at `/api/tables/{code}/log`. */
export interface Log {
  total: number;
  tail: LogLine[];
}

/** One line of the log; `n` counts the lines this viewer may know, `seq` is the update that added it. */
export interface LogLine {
  n: number;
  seq: number;
  text: string;
  seat: number | null;
}

/** The new lines; a client that keeps the last 40 has what a complete view would show. */
export interface LogStep {
  total: number;
  more: LogLine[];
}

/** The visitor: the name used last, and their tables. */
export interface Me {
  name: string;
  tables: MyTable[];
  token: string;
}

/** Pieces that moved: their types as far as the viewer may know them, and their number. Clients animate it. */
export interface Moved {
  kind: "deal" | "draw" | "flip" | "pass" | "pay" | "peek" | "play" | "remove" | "roll" | "shuffle";
  source: string;
  target: string;
  count: number;
  pieces: string[];
  places: number[];
  to_places: number[];
  value: number | null;
}

/** Host: nobody at this seat can write, or with None nobody who watches. */
export interface Mute {
  c: "mute";
  seat: number | null;
  on?: boolean;
}

/** One of the visitor's tables. */
export interface MyTable {
  code: string;
  game: string;
  title: string;
  status: "closed" | "lobby" | "over" | "paused" | "playing";
  seat: number;
  names: string[];
  my_turn: boolean;
  changed_at: number;
}

/** Ask for a table. The sender is its host and takes seat `sit` (None: host without a seat). */
export interface NewTable {
  game: string;
  name: string;
  seats?: number | null;
  options?: Record<string, boolean | number | string>;
  bots?: BotSeat[];
  house?: TableSettings;
  sit?: number | null;
  start?: boolean;
  fill?: string;
  lesson?: boolean;
}

/** A house rule of a game. */
export interface OptionInfo {
  name: string;
  help: string;
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  least: number | null;
  most: number | null;
  title: string;
  labels: string[];
}

/** The colours of a table: cloth, what is written on it, buttons, cards. */
export interface Palette {
  felt: string;
  felt_ink: string;
  accent: string;
  accent_ink: string;
  card_paper: string;
  card_ink: string;
}

/** Host: pause or resume the game. */
export interface Pause {
  c: "pause";
  on?: boolean;
}

/** One thing in a zone; `type` is None for a back. Ids are stable while the viewer can follow the piece. */
export interface Piece {
  id: string;
  zone: string;
  pos: number | [number, number];
  type: string | null;
  tags: ("fixed" | "new" | "peeked" | "selected" | "target" | "used")[];
  value: number | null;
  number: number | null;
}

/**
 * A kind of card, pawn, die or chip: what it is called and the facets to sort, colour and draw by.
 *
 * `title` and `text` are printed on its face, where that is less than `name` and `help` say.
 */
export interface PieceType {
  name: string;
  short: string;
  facets: Record<string, string | number | string[]>;
  help: string;
  title: string;
  text: string;
}

/** A keep-alive. */
export interface Ping {
  t: "ping";
}

/** One seat as everybody sees it. */
export interface Player {
  seat: number;
  name: string;
  counters: Record<string, number>;
  badges: Badge[];
  members: string[];
}

/** The answer to `ping`. */
export interface Pong {
  t: "pong";
  now: number;
}

/** Who is connected; not part of the numbered updates. */
export interface Presence {
  t: "presence";
  here: boolean[];
  away_since: (number | null)[];
  watching: number;
}

/** What the viewer is asked: every choice is legal and every legal action is a choice. */
export interface Prompt {
  seat: number;
  kind: "commit" | "info" | "react" | "setup" | "turn";
  text: string;
  choices: Choice[];
  blocked: Blocked[];
  help: string;
  series: Series | null;
}

/** Why something was not done: a code for programs, a sentence for people. */
export interface Refusal {
  code: "bad_message" | "closed" | "conflict" | "forbidden" | "illegal" | "not_found" | "not_now" | "stale_prompt" | "too_fast" | "too_large" | "unauthorised" | "unavailable";
  text: string;
  view: Snapshot | null;
}

/** Any player, after the end: a new table with the same seats and options. */
export interface Rematch {
  c: "rematch";
}

/** Host, before the start: the bot's seat is open again. */
export interface RemoveBot {
  c: "remove_bot";
  seat: number;
}

/** A person, before the start: another name, or the members of the team at this seat. */
export interface Rename {
  c: "rename";
  name: string;
  members?: string[];
}

/** A finished game from one seat's view, or with all hands open (`seat` None). */
export interface Replay {
  game: string;
  title: string;
  names: string[];
  seat: number | null;
  seed: string;
  seed_hash: string;
  seal: string;
  secret: string;
  shares: string[];
  options: Record<string, boolean | number | string>;
  verified: boolean;
  frames: Frame[];
}

/** How the game ended, for the final screen, with one line of score breakdown per seat. */
export interface Result {
  winners: number[];
  ranks: number[];
  scores: number[];
  reason: string;
  lines: string[];
}

/** How far a review is; ask again until it is done. */
export interface ReviewState {
  state: "done" | "thinking" | "waiting";
  done: number;
  total: number;
  review: GameReview | null;
}

/** How the chance to win changed between two decisions without a mistake explaining it: luck and the others. */
export interface ReviewSwing {
  after: number;
  until: number;
  change: number;
  told: string[];
}

/** A decision as the coach judges it, from what the player knew. */
export interface ReviewedChoice {
  n: number;
  prompt: string;
  chosen: string;
  best: string;
  loss: number;
  error: number;
  mistake: boolean;
}

/** A game's rules page as HTML made from our own Markdown. */
export interface Rules {
  slug: string;
  title: string;
  html: string;
}

/** Anybody at the table: a line of chat. */
export interface Say {
  c: "say";
  text: string;
}

/** Everything one viewer sees now. */
export interface Scene {
  game: string;
  title: string;
  seat: number;
  phase: string;
  players: Player[];
  types: Record<string, PieceType>;
  zones: Zone[];
  pieces: Piece[];
  prompt: Prompt | null;
  waiting: Waiting[];
  result: Result | null;
  note: string;
  log: string[];
  goal: string;
  charts: Chart[];
}

/**
 * A scene after a step; what is left out did not change.
 *
 * In the lists a pair of numbers stands for a range of the previous list: from the first up to, but not including, the
 * second.
 */
export interface SceneStep {
  phase: string;
  players: ([number, number] | Player)[];
  zones: ([number, number] | Zone)[];
  pieces: ([number, number] | Piece)[];
  prompt: Prompt | null;
  waiting: Waiting[];
  result: Result | null;
  types?: Record<string, PieceType>;
  note?: string;
  goal?: string;
  charts?: Chart[];
}

/** One seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  level: string;
  members: string[];
  here: boolean;
  away_since: number | null;
  bot_plays: boolean;
  muted: boolean;
  share: string;
}

/** The seat taken. */
export interface Seated {
  code: string;
  seat: number | null;
  token: string;
  seal: string;
}

/**
 * Several answers that a client may let the player give together: `count` choices of one piece each.
 *
 * The client sends them one after the other. `label` is for the button that does.
 */
export interface Series {
  count: number;
  label: string;
}

/** A person, before the start: their part of the seed, best chosen at random after looking at the seal. */
export interface Share {
  c: "share";
  share: string;
}

/** Everything one viewer sees now. Nothing else is needed to draw the table. */
export interface Snapshot {
  table: TableInfo;
  you: You;
  scene: Scene | null;
  prompt: string | null;
  log: Log;
  chat: ChatLine[];
  lesson: LessonInfo | null;
  undo: UndoInfo | null;
}

/** Host: start; open seats are filled with bots of this level. */
export interface Start {
  c: "start";
  fill?: string;
}

/** An update for a socket that has the previous one (`seq` - 1): only what may have changed. */
export interface Step {
  t: "step";
  seq: number;
  events: TableEvent[];
  scene: SceneStep;
  prompt: string | null;
  log: LogStep;
  table?: TableInfo;
  you?: You;
  chat?: ChatLine[];
  lesson?: LessonInfo | null;
  undo?: UndoInfo | null;
}

/** One thing that led to this view, with what this viewer may know of it. */
export interface TableEvent {
  kind: string;
  seat: number | null;
  say: string;
  facts: Record<string, number | string | boolean | (number | string)[] | null>;
  moves: Moved[];
}

/** The table: what is played, by whom, and its status. */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  status: "closed" | "lobby" | "over" | "paused" | "playing";
  seats: SeatInfo[];
  host: number | null;
  options: Record<string, boolean | number | string>;
  changed: string[];
  house: TableSettings;
  seal: string;
  secret: string;
  seed_hash: string;
  seed: string;
  rematch: string;
  watching: number;
  started_at: number | null;
  note: string;
  watchers_muted: boolean;
}

/** The host's settings of the table, apart from the game's own options. */
export interface TableSettings {
  absence: "ask" | "bot" | "wait";
  hints?: boolean;
  chat?: boolean;
  watchers?: boolean;
  studies?: boolean;
}

/** Any player: let a bot play for somebody who is away (`ask` tables, after the grace period). */
export interface TakeOver {
  c: "take_over";
  seat: number;
}

/** How a game looks. `light` is used in the dark scheme, too, unless there is `dark`. */
export interface ThemeInfo {
  light: Palette;
  dark: Palette | null;
  back: BackLook;
  corner: string;
  by: string;
  cards: Record<string, CardLook>;
  picture: string[];
  zones: Record<string, string>;
}

/** A player: take back the last action, or ask the others for it. */
export interface Undo {
  c: "undo";
}

/**
 * Whether an action can be taken back: yours at once, yours if the others agree, or one you are asked about.
 *
 * `free` and `ask` offer it to the viewer, `asked` says that the others are to answer, `answer` that the viewer is.
 */
export interface UndoInfo {
  state: "answer" | "ask" | "asked" | "free";
  seat: number;
}

/**
 * The viewer's last action can be taken back: found a moment after the step that showed the action.
 *
 * Not part of the numbered updates; it counts while the client has update `seq`.
 */
export interface UndoOffer {
  t: "undo";
  seq: number;
  undo: UndoInfo;
}

/** What happened since the last update, and everything as it is now. `seq` grows by one for everyone. */
export interface Update {
  t: "update";
  seq: number;
  events: TableEvent[];
  view: Snapshot;
}

/** A seat the game waits for, and for what. */
export interface Waiting {
  seat: number;
  text: string;
}

/** The answer to `hello`. */
export interface Welcome {
  t: "welcome";
  proto: number;
  version: string;
  now: number;
  you: You;
  grace: number;
}

/** Play a finished game on from one's own decision: the action with this number is not played. */
export interface WhatIf {
  n: number;
}

/** Who the viewer is at this table; `acted` if they have made a choice in its game. */
export interface You {
  seat: number | null;
  role: "host" | "player" | "watcher";
  name: string;
  acted: boolean;
}

/** A place where pieces lie. `label` does not say whose it is or which of several: see `Scene.name_of`. */
export interface Zone {
  id: string;
  label: string;
  layout: "fan" | "grid" | "pile" | "pool" | "ring" | "row" | "slots" | "spread" | "text";
  area: "seat" | "self" | "side" | "table";
  count: number;
  policy: "hidden" | "len" | "nonempty" | "order" | "visible";
  owner: number | null;
  under: string | null;
  dim: string | null;
  badges: Badge[];
  shape: [number, number] | null;
  number: number | null;
  family: string;
}

export type FromTable = Welcome | Update | Step | Ack | Presence | UndoOffer | Pong | Bye;

export type ToTable = Hello | Act | Do | Ping;

export type Command = Start | AddBot | RemoveBot | Kick | Mute | Pause | Change | Rename | Share | Leave | TakeOver | Back | Say | GoOn | Undo | AnswerUndo | Rematch | Close;
