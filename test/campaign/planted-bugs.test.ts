import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLANTED_BUGS } from "./planted-bugs.ts";
import { copyOf, plant, planted, ROOT } from "./planting.ts";
import { runElsewhere } from "./run-elsewhere.ts";
import { verdictOf } from "./verdict.ts";

describe("the planted bugs", () => {
  it("are thirty at least, each with a name of its own", () => {
    const names = new Set(PLANTED_BUGS.map(({ name }) => name));

    expect(names.size).toBe(PLANTED_BUGS.length);
    expect(names.size).toBeGreaterThanOrEqual(30);
  });

  it.each(PLANTED_BUGS)("$name can still be planted", (bug) => {
    for (const edit of [bug, ...(bug.also ?? [])]) {
      const source = readFileSync(join(ROOT, "src", edit.file), "utf8");
      expect(planted(source, { ...edit, name: bug.name })).not.toBe(source);
    }
  });

  it("cannot be planted where the text stands twice, or not at all", () => {
    const bug = { name: "b", file: "a.ts", find: "one", replace: "two" };

    expect(() => planted("one one", bug)).toThrow("exactly once");
    expect(() => planted("two", bug)).toThrow("exactly once");
  });
});

it("catches a planted bug with the campaign's own command line", { timeout: 120_000 }, async () => {
  const bug = PLANTED_BUGS.find(({ name }) => name === "look-before-post-dropped");
  await using tree = await copyOf(ROOT);
  if (bug) await plant(tree, bug);

  const verdict = await runElsewhere(tree.path, { schedules: "3", seed: "1" });

  expect(verdict).toMatchObject({
    is: "caught",
    promise: "a whole look at the list comes before every POST",
  });
});

describe("the verdict on a planted bug", () => {
  it("is that it was caught only where the campaign names the broken promise", () => {
    const said = "…\nSchedule 12 broke: at most one Rail\n…";

    expect(verdictOf(1, said)).toEqual({
      is: "caught",
      promise: "at most one Rail",
      schedule: "12",
    });
    expect(verdictOf(1, "SyntaxError").is).toBe("crashed");
    expect(verdictOf(1, "Schedule 0 broke: no unknown error").is).toBe("crashed");
    expect(verdictOf(2, said).is).toBe("crashed");
    expect(verdictOf(0, "").is).toBe("survived");
    expect(verdictOf(null, said).is).toBe("did not end");
  });
});
