import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Coverage, methods, PAGE, pageWithTables, payloads } from "./coverage.ts";

const named = (all: readonly Coverage[], isNamed: (each: Coverage) => boolean) =>
  all.filter(isNamed).map(({ name }) => name);

describe.each([
  ["methods", methods(), ["chat.postMessage", "views.open", "files.getUploadURLExternal"]],
  ["payloads", payloads(), ["slash_commands", "block_actions", "view_submission"]],
])("the coverage of %s", (_, all, someUsed) => {
  it("those that the bot uses are found", () => {
    expect(named(all, ({ isUsed }) => isUsed)).toEqual(expect.arrayContaining(someUsed));
  });

  it("none that the bot uses is missing here", () => {
    expect(named(all, ({ isUsed, isImitated }) => isUsed && !isImitated)).toEqual([]);
  });

  it("none is imitated and not tested", () => {
    expect(named(all, ({ isImitated, isTested }) => isImitated && !isTested)).toEqual([]);
  });
});

describe("docs/slack-workspace.md", () => {
  it("has these tables; npm run coverage-matrix writes them", () => {
    const page = readFileSync(PAGE, "utf8");
    expect(page).toBe(pageWithTables(page));
  });
});
