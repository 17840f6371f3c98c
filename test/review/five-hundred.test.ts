import { expect, it } from "vitest";
import { ANA, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import { createRailsElsewhere } from "../e2e/rails-elsewhere.ts";
import { answerText } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { daysPass, decide, modalText, openReview, page } from "./steps.ts";

const sandbox = useSandbox({ choresEverySeconds: { "read-rails": 1, review: 1 } });

const RAILS = 500;
/** Three people have a quarter of an hour, and nobody clicks faster than every three seconds for so long. */
const CLICKS_PER_PERSON = (15 * 60) / 3;

it("three people review 500 Rails at the same time, none twice, with few enough clicks for a quarter of an hour", async () => {
  const ana = sandbox.as(ANA);
  await createRailsElsewhere(sandbox, RAILS);
  await ana.waitFor(
    async () => (await answerText(ana, "/rail list")).includes(`${RAILS} Rails`),
    "all Rails to be known",
    { withinMs: 120_000 },
  );
  daysPass(sandbox, 93);
  await ana.waitFor(
    async () => !(await answerText(ana, "/rail list unreviewed")).includes("No matches"),
    "the review",
  );

  const clicks = await Promise.all(
    [BEN, CAL, DEE].map(async (id) => {
      const reviewer = sandbox.as(id);
      await openReview(reviewer);
      let count = 2;
      while ((await page(reviewer)).length > 0) count += await decide(reviewer, () => "keep");
      expect(await modalText(reviewer)).toContain("Nothing is left");
      return count;
    }),
  );

  expect(await answerText(ana, "/rail list unreviewed")).toContain("No matches");
  expect(Math.max(...clicks)).toBeLessThan(CLICKS_PER_PERSON);
  // 500 Rails, three approvers and two destinations, and a press for each page of ten. On a busy machine more of them
  // decide about the same page.
  expect(clicks.reduce((sum, each) => sum + each, 0)).toBeLessThan(1.5 * (RAILS + 5));
}, 300_000);
