import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import { createRailsElsewhere } from "../e2e/rails-elsewhere.ts";
import { answerText, approve, ask, cardReading } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { daysPass, decide, modalText, openReview, page } from "./steps.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({
    choresEverySeconds: { "read-rails": 1, review: 1, "announce-changes": 1 },
  });
});
afterAll(() => sandbox.stop());

const told = (reader: Person, words: string) =>
  reader.waitFor(
    async () =>
      (await reader.messages(APPROVALS)).find(
        (each) => !each.ephemeral && plainTextOf(each).includes(words),
      ),
    `the approvals channel to read "${words}"`,
  );

/** Everything that a person is shown, page by page, without a decision that counts. */
const fieldsOf = async (reviewer: Person) => (await page(reviewer)).map(({ text }) => text);

it("a quarter after the set-up everything comes up, and each reviewer gets what is not their own", async () => {
  const [ana, ben, cal, dee] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL), sandbox.as(DEE)];
  const [elsewhere = ""] = await createRailsElsewhere(sandbox, 1);
  const card = await ask(ben, { name: "Ben's own" });
  await approve(cal, card);
  await approve(dee, card);
  await cardReading(ana, "Ben's own", "DONE");
  await told(ana, elsewhere);
  expect(await answerText(ben, "/rail review")).toContain("No review is open.");

  daysPass(sandbox, 93);
  // Two Rails, two destinations, three approvers.
  await told(ana, "7 things to review");
  expect(await answerText(ana, "/rail review")).toContain("Only active approvers review.");
  expect(await answerText(ana, "/rail list unreviewed")).toContain("2 Rails");
  expect(await answerText(ana, "/rail destinations unreviewed")).toContain("2 destinations");
  expect(await answerText(ana, "/rail")).not.toContain("to review");
  expect(await answerText(ben, "/rail")).toContain("to review");

  await openReview(ben);
  const shown = (await fieldsOf(ben)).join("\n\n");
  expect(await modalText(ben)).toContain("4 reviews left for you");
  expect(shown).toContain(elsewhere);
  expect(shown).not.toContain("Ben's own");
  // He requested the only Rail into it here; the other one was created elsewhere.
  expect(shown).toContain("Operating account");
  await ben.close();
});
