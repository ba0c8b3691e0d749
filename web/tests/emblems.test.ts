// @vitest-environment node
import { describe, expect, it } from "vitest";
import { emblemOf } from "../src/lib/emblems";

describe("players' pictures", () => {
  it("are all different at a table, whatever the names", () => {
    for (const name of ["Ana", "Bo", "", "Łucja 🎲"]) {
      const seats = [0, 1, 2, 3, 4, 5];
      expect(new Set(seats.map((seat) => emblemOf(seat, seat % 2 ? name : "Ana"))).size).toBe(6);
    }
  });

  it("depend on the name too, and not on anything else", () => {
    expect(emblemOf(0, "a")).not.toBe(emblemOf(0, "b"));
    expect(emblemOf(3, "Ana")).toBe(emblemOf(3, "Ana"));
  });
});
