/** What a browser can check about a deal when the game is over; `core/fair_deal.py` has the same hashes. */
import { notes } from "./seals";
import { sha256 } from "./sha256";

export interface Share {
  seat: number;
  name: string;
  share: string;
  kind?: string;
}

/** A finished game's deal as the server shows it. */
export interface Deal {
  code: string;
  hash: string;
  seed: string;
  seal: string;
  secret: string;
  shares: Share[];
  /** The share counted for this viewer's seat, if the viewer has one. */
  mine?: string | undefined;
}

export interface Verdict {
  fair: boolean;
  text: string;
}

/** Does this share follow from the seal, because the seat sent none? */
export function isGiven(seal: string, { seat, share }: Share): boolean {
  return sha256(`parlour share ${seat} ${seal}`).slice(0, 32) === share;
}

/** Compare a deal with what this browser noted, and compute its hashes. Without a note nothing is said of the past. */
export function check({ code, hash, seed, seal, secret, shares, mine }: Deal): Verdict {
  const noted = notes().filter((note) => note[0] === code);
  const same = noted.filter((note) => note[1] === seal);
  const knows = noted.length > 0;
  const sealed = knows || seal !== "" || shares.length > 0;
  const good: string[] = [];
  const bad: string[] = [];
  const test = (holds: boolean, yes: string, no: string): unknown => (holds ? good.push(yes) : bad.push(no));

  if (knows)
    test(
      same.length > 0,
      "the seal is the one it noted when it sent your share",
      "the seal is not the one that this browser noted when it sent your share",
    );
  if (knows && mine !== undefined)
    test(
      (same.length > 0 ? same : noted).some((note) => note[2] === mine),
      "your share counts for your seat",
      "the share that counts for your seat is not the one that this browser sent " +
        "(right only if you sat there on another device, too)",
    );
  if (sealed) {
    const computed = sha256(["parlour deal 1", secret, ...shares.map((one) => one.share)].join("\n"));
    test(sha256(secret) === seal, "the secret fits the seal", "the secret does not fit the seal");
    test(
      computed === seed,
      "the seed follows from the secret and the shares",
      "the seed does not follow from the secret and the shares",
    );
    // A server that made up a bot's share could choose the seed with it.
    for (const one of shares)
      if (one.kind === "bot" && !isGiven(seal, one))
        bad.push(
          `the share of ${one.name}, a bot, does not follow from the seal (right only if a person sat there first)`,
        );
  }
  test(sha256(seed) === hash, "the hash is that of the seed", "the hash is not that of the seed");

  if (bad.length > 0) return { fair: false, text: `Something is wrong with this shuffle: ${list(bad)}.` };
  const unknown =
    sealed && !knows ? " It noted no seal before the game, so it cannot tell whether this one is new." : "";
  return { fair: true, text: `Your browser checked: ${list(good)}.${unknown}` };
}

function list(all: string[]): string {
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.slice(-1).join("")}`;
}
