import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, approve, ask, cardReading, on, openReview, privateAnswer } from "./steps.ts";

/** So that a request expires while the test waits for it. */
const THREE_SECONDS = 3 / 3_600;

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ expiresInHours: THREE_SECONDS });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
});
afterAll(() => sandbox.stop());

it("a request that nobody decides expires by itself: buttons gone, names kept, and late clicks told", async () => {
  const card = await ask(ana, { name: "Left lying" });
  await approve(ben, card);
  await openReview(cal, card);

  const expired = plainTextOf(await cardReading(ana, "Left lying", "EXPIRED", 20_000));

  expect(expired).toContain("No Rail was created. It can be asked for again.");
  expect(expired).toContain(`Approved: <@${BEN}>`);
  expect(expired).not.toContain("[");
  await cal.submit();
  expect(plainTextOf({ blocks: (await cal.modal())?.blocks ?? [] })).toMatch(
    /It is already decided. Nothing was changed.\nExpired \d{4}-/,
  );
  expect(await answerText(ana, "/rail withdraw R-1")).toContain("It is already decided.");
  expect(await answerText(ana, "/rail pending")).toContain("Nothing waits.");
  expect(sandbox.rails.rails("Acme")).toEqual([]);
});

it("a click on a card that Slack has not redrawn since says when it expired", async () => {
  const card = await ask(ana, { name: "Not redrawn" });
  sandbox.slack.faults.failNext("chat.update", { error: "internal_error" }, 100);
  await ana.waitFor(
    async () => (await answerText(ana, "/rail show R-2")).includes("EXPIRED"),
    "the request to expire",
    { withinMs: 20_000 },
  );

  const answer = await privateAnswer(ben, APPROVALS, () =>
    ben.click(on(card), "Review and approve"),
  );

  expect(plainTextOf(answer)).toMatch(/It is already decided.*\nExpired \d{4}-/);
  sandbox.slack.faults.clear();
});
