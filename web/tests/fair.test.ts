import { createHash } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTable } from "../src/lib/api";
import { check, type Deal } from "../src/lib/fair";
import { note, notes } from "../src/lib/seals";
import { sha256 } from "../src/lib/sha256";

const hashed = (text: string): string => createHash("sha256").update(text).digest("hex");
const CODE = "K7QX2MPA";
const MINE = "0123456789abcdef0123456789abcdef";

/** A deal as an honest server makes it, for Ana with a share of her own and a bot; a cheat differs in some part. */
function deal(secret = "s", mine = MINE): Deal {
  const seal = hashed(secret);
  const given = hashed(`parlour share 1 ${seal}`).slice(0, 32);
  const shares = [
    { seat: 0, name: "Ana", share: mine, kind: "person" },
    { seat: 1, name: "Ada", share: given, kind: "bot" },
  ];
  const seed = hashed(["parlour deal 1", secret, mine, given].join("\n"));
  return { code: CODE, hash: hashed(seed), seed, seal, secret, shares, mine };
}

/** The same with other shares, and the seed that follows from them. */
function withShares(from: Deal, ...sent: string[]): Deal {
  const shares = from.shares.map((one, seat) => ({ ...one, share: sent[seat] ?? "" }));
  const seed = hashed(["parlour deal 1", from.secret, ...sent].join("\n"));
  return { ...from, shares, seed, hash: hashed(seed), mine: from.mine === undefined ? undefined : sent[0] };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("SHA-256", () => {
  it("gives the hashes of the standard", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
    expect(sha256("a".repeat(1_000_000))).toBe("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  });

  it("gives the same as another implementation at each length of the padding", () => {
    for (let length = 0; length < 200; length++) {
      const text = "é§z1".repeat(length).slice(0, length);
      expect(sha256(text)).toBe(hashed(text));
    }
  });
});

describe("a player's browser", () => {
  it("says what it checked", () => {
    note(CODE, deal().seal, MINE);
    expect(check(deal())).toEqual({
      fair: true,
      text:
        "Your browser checked: the seal is the one it noted when it sent your share, your share counts for your seat, " +
        "the secret fits the seal, the seed follows from the secret and the shares and the hash is that of the seed.",
    });
  });

  it("finds a seal that was changed, or is gone", () => {
    note(CODE, deal().seal, MINE);
    for (const cheat of [deal("another"), { ...deal("another"), seal: "", secret: "", shares: [] }]) {
      expect(check(cheat).fair).toBe(false);
      expect(check(cheat).text).toContain("wrong with this shuffle: the seal is not the one that this browser noted");
    }
  });

  it("finds that its share was left out", () => {
    note(CODE, deal().seal, MINE);
    const verdict = check(deal("s", "f".repeat(32)));
    expect(verdict.fair).toBe(false);
    expect(verdict.text).toContain("wrong with this shuffle: the share that counts for your seat is not the one");
  });

  it("does not take a share of an earlier seal for one of this seal", () => {
    note(CODE, hashed("before"), "a".repeat(32));
    note(CODE, deal().seal, MINE);
    expect(check(deal()).fair).toBe(true);
    expect(check(deal("s", "a".repeat(32))).text).toContain("the share that counts for your seat is not the one");
  });

  it("knows each share that it sent, from another page or after it sat down again", () => {
    note(CODE, deal().seal, "b".repeat(32));
    note(CODE, deal().seal, MINE);
    expect(check(deal()).fair && check(deal("s", "b".repeat(32))).fair).toBe(true);
  });

  it("says nothing of its share where the viewer has no seat", () => {
    note(CODE, deal().seal, "b".repeat(32));
    const verdict = check({ ...deal(), mine: undefined });
    expect(verdict.fair).toBe(true);
    expect(verdict.text).toContain("it noted when it sent your share");
    expect(verdict.text).not.toContain("counts");
  });
});

describe.each([true, false])("whether or not something was noted (%s)", (noted) => {
  it.each([
    ["the secret does not fit the seal", { ...deal("other"), seal: deal().seal, shares: deal().shares }],
    ["the seed does not follow from the secret and the shares", { ...deal(), seed: "e", hash: hashed("e") }],
    ["the hash is not that of the seed", { ...deal(), hash: hashed("other") }],
    ["the share of Ada, a bot, does not follow from the seal", withShares(deal(), MINE, "c".repeat(32))],
  ])("a browser finds that %s", (says, cheat) => {
    if (noted) note(CODE, deal().seal, MINE);
    const verdict = check(cheat);
    expect(verdict.fair).toBe(false);
    expect(verdict.text).toMatch(/^Something is wrong with this shuffle: /);
    expect(verdict.text).toContain(says);
    expect(verdict.text).not.toContain("Your browser checked");
  });
});

describe("a browser that noted nothing", () => {
  it("claims nothing about the time before the game", () => {
    note("ANOTHER1", deal().seal, MINE);
    for (const mine of [MINE, undefined]) {
      expect(check({ ...deal(), mine })).toEqual({
        fair: true,
        text:
          "Your browser checked: the secret fits the seal, the seed follows from the secret and the shares and the hash " +
          "is that of the seed. It noted no seal before the game, so it cannot tell whether this one is new.",
      });
    }
  });

  it("says only that the hash fits where nothing was sealed", () => {
    const old = { ...deal(), seal: "", secret: "", shares: [], mine: "" };
    expect(check(old)).toEqual({ fair: true, text: "Your browser checked: the hash is that of the seed." });
  });
});

describe("the notes", () => {
  it("are bounded, and the oldest are dropped", () => {
    for (let n = 0; n < 120; n++) note(`T${n}`, "seal", "share");
    expect(notes()).toHaveLength(99);
    expect(notes()[0]?.[0]).toBe("T21");
    expect(notes().at(-1)?.[0]).toBe("T119");
  });

  it("do without a storage, and without one that makes sense", () => {
    for (const damaged of ["{", "{}", "7"]) {
      localStorage.setItem("parlour-seals", damaged);
      expect(notes()).toEqual([]);
    }
    note(CODE, "seal", "share");
    expect(notes()).toEqual([[CODE, "seal", "share"]]);
    vi.stubGlobal("localStorage", undefined);
    note(CODE, "seal", "share");
    expect(notes()).toEqual([]);
  });

  it("are made when a table is set up and begins at once", async () => {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      sent.push(JSON.parse(String(init.body)));
      const answer =
        path === "/api/tables" ? { code: CODE, seat: 0, token: "", seal: "sealed" } : { t: "ack", ok: true };
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
    await createTable({ game: "st-croix", name: "Ana", start: true });
    expect(sent).toMatchObject([{}, { do: { c: "share", share: notes()[0]?.[2] } }, { do: { c: "start" } }]);
    expect(notes()).toMatchObject([[CODE, "sealed", expect.stringMatching(/^[0-9a-f]{32}$/)]]);
  });
});
