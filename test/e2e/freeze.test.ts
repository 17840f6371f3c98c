import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, approve, ask, cardReading, on, openReview, privateAnswer } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let dee: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  [ana, ben, cal, dee] = [ANA, BEN, CAL, DEE].map((id) => sandbox.as(id)) as [
    Person,
    Person,
    Person,
    Person,
  ];
});
afterAll(() => sandbox.stop());

const posts = () =>
  sandbox.rails.calls().filter(({ method, path }) => method === "POST" && path.endsWith("/rails"))
    .length;

const noticeReading = (words: string) =>
  ana.waitFor(
    async () =>
      (await ana.messages(APPROVALS)).findLast(
        (each) => !each.ephemeral && plainTextOf(each).includes(words),
      ),
    `the notice that reads "${words}"`,
  );

it("stops all sending at once, says so everywhere, and goes on with two approvers", async () => {
  const card = await ask(ana, { name: "While frozen" });

  expect(await answerText(ana, "/rail freeze")).toContain("Only approvers freeze sending");
  const told = await answerText(dee, "/rail freeze Phone call from <!channel> the *bank*");
  expect(told).toContain("Phone call from <!channel> the *bank*");
  expect(told).toContain("2 of the approvers of Rails");
  const warned = await cardReading(ana, "While frozen", "sending is frozen by");
  expect(plainTextOf(warned)).toContain("Nothing is sent until approvers let it go on");

  await openReview(ben, warned);
  expect(plainTextOf((await ben.modal()) ?? {})).toContain("sending is frozen by");
  await ben.submit();
  await approve(cal, card);
  await cardReading(ana, "While frozen", "APPROVED");
  expect(await answerText(ben, "/rail freeze again")).toContain("Sending is frozen already");
  expect(await answerText(ben, "/rail health")).toContain("sending is frozen by");
  expect(await answerText(ana, "/rail health")).toContain("Only approvers see this");

  const notice = await noticeReading("SENDING IS FROZEN");
  const agreed = await privateAnswer(ben, APPROVALS, () =>
    ben.click(on(notice), "Let sending go on"),
  );
  expect(plainTextOf(agreed)).toContain("1 of the approvers of Rails");
  expect(await answerText(ben, "/rail resume")).toContain("You have agreed already");
  expect(posts()).toBe(0);

  expect(await answerText(cal, "/rail resume")).toContain("Sending goes on");
  const done = await cardReading(ana, "While frozen", "DONE", 20_000);
  expect(plainTextOf(done)).not.toContain("sending is frozen");
  expect(posts()).toBe(1);
  const ended = await noticeReading("Sending goes on");
  expect(ended.ts).toBe(notice.ts);
  expect(plainTextOf(ended)).toMatch(/Agreed by <?@U0BEN\w+>?, <?@U0CAL/);
  expect(await answerText(dee, "/rail resume")).toContain("Sending is not frozen");
  expect(await answerText(dee, "/rail health")).toContain("Sending: goes on");
}, 120_000);
