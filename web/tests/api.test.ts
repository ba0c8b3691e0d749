import { afterEach, describe, expect, it, vi } from "vitest";
import { getLog, getRules, getCatalogue, getView, reason, Refused, sendByPost } from "../src/lib/api";
import { line, update } from "./views";

function answering(body: unknown, status = 200): ReturnType<typeof vi.fn> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fetched = vi.fn(() => Promise.resolve(new Response(status === 204 ? null : text, { status })));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

describe("a request", () => {
  it("is refused with the server's own sentence", async () => {
    answering({ code: "not_found", text: "There is no such table.", view: null }, 404);
    await expect(getView("K7QX2MPA")).rejects.toMatchObject({ code: "not_found", message: "There is no such table." });
  });

  it("that meets something else than our server still ends in a sentence", async () => {
    answering("<html>Bad gateway</html>", 502);
    await expect(getView("K7QX2MPA")).rejects.toMatchObject({
      code: "broken",
      message: "The server answered with an error (502).",
    });
  });

  it("without an answer says so", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const error: unknown = await getView("K7QX2MPA").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refused);
    expect(reason(error)).toMatch(/does not answer/);
  });

  it("without a network says what does not work", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    vi.stubGlobal("navigator", { onLine: false });
    const error: unknown = await getView("K7QX2MPA").catch((thrown: unknown) => thrown);
    expect(reason(error)).toMatch(/You are offline\. Games, rules and replays come from the server/);
  });

  it("says what it has and how long it waits", async () => {
    const fetched = answering(update(3));
    await getView("AB CD", { have: 2, wait: 25 });
    expect(fetched.mock.calls[0]?.[0]).toBe("/api/tables/AB%20CD/view?have=2&wait=25");
  });

  it("takes no news as no news", async () => {
    answering("", 204);
    expect(await getView("K7QX2MPA", { have: 2, wait: 25 })).toBeNull();
  });

  it("reads the log's lines", async () => {
    answering({ total: 2, tail: [line(1), line(2)] });
    expect(await getLog("K7QX2MPA")).toEqual([line(1), line(2)]);
  });
});

describe("what is sent by HTTP", () => {
  const act = { t: "act", id: "x", prompt: "p1", action: 4 } as const;

  it("is acknowledged, also when it is refused", async () => {
    const refusal = { code: "illegal", text: "That is not possible.", view: null };
    answering({ t: "ack", id: "x", ok: false, seq: 3, error: refusal }, 409);
    await expect(sendByPost("K7QX2MPA", act)).resolves.toMatchObject({ ok: false, error: refusal });
  });

  it("is not taken for done when something else answers", async () => {
    answering("<html>", 502);
    await expect(sendByPost("K7QX2MPA", act)).rejects.toMatchObject({ code: "broken" });
  });
});

describe("what does not change during a visit", () => {
  it("is asked for once, and again only after a failure", async () => {
    answering("no", 500);
    await expect(getRules("st-croix")).rejects.toThrow();
    const fetched = answering({ slug: "st-croix", title: "St. Croix", html: "" });
    await Promise.all([getRules("st-croix"), getRules("st-croix")]);
    expect(fetched).toHaveBeenCalledTimes(1);
    answering("no", 500);
    await expect(getCatalogue()).rejects.toThrow();
    const again = answering({ games: [], levels: [], version: "1" });
    await getCatalogue();
    await getCatalogue();
    expect(again).toHaveBeenCalledTimes(1);
  });
});
