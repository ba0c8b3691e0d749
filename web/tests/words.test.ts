// @vitest-environment node
import { describe, expect, it } from "vitest";
import { byTurn, joined } from "../src/lib/log";
import { ago, changedOptions, settingsInWords, length, list, optionName, percent, players } from "../src/lib/words";
import { line } from "./views";

describe("words", () => {
  it("count and list", () => {
    expect(players({ min_seats: 2, max_seats: 6 })).toBe("2–6 players");
    expect(players({ min_seats: 2, max_seats: 2 })).toBe("2 players");
    expect(length("15-25")).toBe("15–25 min");
    expect(length("half an hour")).toBe("half an hour");
    expect([list([]), list(["Ana"]), list(["Ana", "Bo"]), list(["Ana", "Bo", "Cy"])]).toEqual([
      "",
      "Ana",
      "Ana and Bo",
      "Ana, Bo and Cy",
    ]);
    expect(percent(0.276)).toBe("28 %");
  });

  it("name options as people do", () => {
    expect(optionName("no_special_finish")).toBe("No special finish");
    const table = { changed: ["moko_wild", "turn_cap"], options: { moko_wild: true, turn_cap: 40, young: false } };
    expect(changedOptions(table)).toEqual(["Moko wild: yes", "Turn cap: 40"]);
  });

  it("tell how a table is run", () => {
    expect(settingsInWords({ absence: "wait", hints: true, chat: false, watchers: true })).toBe(
      "With hints and watchers, without chat. Everybody waits for absent players.",
    );
    expect(settingsInWords({ absence: "bot", hints: false, chat: false, watchers: false })).toBe(
      "Without hints, chat and watchers. A bot plays for absent players.",
    );
  });

  it("tell how long ago", () => {
    expect([ago(990, 1000), ago(700, 1000), ago(1000, 1000 + 7200)]).toEqual(["just now", "5 min ago", "2 h ago"]);
  });
});

describe("the log", () => {
  it("is grouped by who acts; lines of nobody belong to what went before", () => {
    const lines = [
      line(1),
      line(2, "Ana plays.", 0),
      line(3, "The pile is gone."),
      line(4, "Ana plays.", 0),
      line(5, "Bo.", 1),
    ];
    expect(byTurn(lines).map((turn) => turn.map((one) => one.n))).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("joins the beginning and the end without a line twice", () => {
    const older = [line(1), line(2), line(3)];
    expect(joined(older, [line(3), line(4)]).map((one) => one.n)).toEqual([1, 2, 3, 4]);
    expect(joined([], [line(7)]).map((one) => one.n)).toEqual([7]);
    expect(joined(older, []).map((one) => one.n)).toEqual([1, 2, 3]);
  });
});
