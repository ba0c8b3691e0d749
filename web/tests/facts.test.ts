// @vitest-environment node
import { ESLint } from "eslint";
import { beforeAll, describe, expect, it } from "vitest";

/** Each was in the source once: it read a fact out of a label, a sentence or an id. */
const PLANTED = [
  'below.name.replace(/^(Your|.*\'s?) /, "");',
  'zone.id.split(":")[0];',
  'zone.id.includes(":");',
  "name.startsWith(`${owner}'s `);",
  "/^[a-z]\\d+$/.test(choice.option);",
  "/:(\\d+)$/.exec(piece.id)?.[1];",
  "text.startsWith(`${name}: `);",
];

const eslint = new ESLint();

async function rulesBroken(code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: "src/planted.ts" });
  return result?.messages.map((message) => message.ruleId) ?? [];
}

// Loading the linter takes seconds on a busy machine.
beforeAll(async () => void (await rulesBroken("")), 60_000);

describe("facts are data", () => {
  it.each(PLANTED)("the linter refuses %s", async (code) => {
    expect(await rulesBroken(code)).toContain("no-restricted-syntax");
  });

  it("a list may be searched", async () => {
    expect(await rulesBroken("choice.zones.includes(zone);")).not.toContain("no-restricted-syntax");
  });
});
