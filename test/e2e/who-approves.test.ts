import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  EVE,
  TREASURY,
  TREASURY_APPROVERS,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { errorsOf, openSetup, press, setupReading } from "./set-up-steps.ts";
import {
  answerText,
  answerTo,
  approve,
  ask,
  cardOf,
  cardReading,
  on,
  privateAnswer,
} from "./steps.ts";

/** Whoever is in here is in the group from now on. */
const group = {
  id: TREASURY_APPROVERS,
  handle: "treasury-approvers",
  name: "Treasury approvers",
  members: [BEN, CAL, DEE],
};

const policyOf = (approvers: readonly string[]) => `cool-down: 0h
rules:
  - name: Everything
    approvals: 2
    approvers: ${JSON.stringify(approvers)}
`;

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
let dee: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({
    seed: { ...acmeSeed, userGroups: [group] },
    choresEverySeconds: { sweep: 2 },
  });
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

const NOT_NAMED = "no longer named as an approver, nor in a group that is";

async function theyDecide(version: string, approvers: readonly string[]): Promise<void> {
  await ana.command(TREASURY, "/rail policy propose");
  await ana.waitFor(() => ana.modal(), "the policy as text");
  await ana.fill("The policy", policyOf(approvers));
  await ana.fill("Reason", "Others decide");
  await ana.submit();
  await ana.submit();
  const card = await cardOf(ana, version);
  for (const approver of [ben, cal]) await approve(approver, card);
  await cardReading(ana, version, "IN FORCE");
}

/** What somebody is told who presses the button of a card. */
const told = async (who: Person, card: { ts: string }, button = "Review and approve") =>
  plainTextOf(await privateAnswer(who, APPROVALS, () => who.click(on(card), button)));

async function letSendingGoOn(...approvers: Person[]): Promise<void> {
  for (const approver of approvers) {
    const { channel, ts } = await answerTo(approver, "/rail resume");
    await privateAnswer(approver, channel, () =>
      approver.click({ channel, ts }, "Let sending go on"),
    );
  }
}

it("an approver is removed by click: that counts at once, also for what waits, and its card says so", async () => {
  // One more than is needed, so that one can go.
  await theyDecide("Policy version 2", [ANA, BEN, CAL, DEE]);
  const card = await ask(ana, { name: "Late float" });
  await approve(dee, card);
  await cardReading(ana, "Late float", "WAITING 1 of 2");

  await openSetup(ben, TREASURY);
  await press(ben, "Remove an approver", "Remove an approver");
  await ben.choose("Who", EVE);
  await ben.submit();
  expect(await errorsOf(ben)).toContain("does not name this person");
  await ben.choose("Who", DEE);
  await ben.submit();
  await setupReading(ben, "This person approves nothing any more.");

  const dropped = plainTextOf(await cardReading(ana, "Late float", "WAITING 0 of 2"));
  expect(dropped).toContain("Approved: nobody yet");
  expect(dropped).toContain(`No longer counted: <@${DEE}> (${NOT_NAMED})`);
  expect(await answerText(ana, "/rail policy")).not.toContain(DEE);
  expect(await told(dee, card)).toContain("You are not named as an approver");
  await approve(ben, card);
  await cardReading(ana, "Late float", "WAITING 1 of 2");
  expect(posts()).toBe(0);
  await approve(cal, card);
  await cardReading(ana, "Late float", "DONE", 20_000);
  expect(posts()).toBe(1);
});

it("a member of the group approves; whoever leaves it before it is sent counts no more, and the card says so", async () => {
  await theyDecide("Policy version 4", ["@treasury-approvers"]);
  const card = await ask(ana, { name: "Group float" });
  expect(plainTextOf(card)).toContain(`Waiting for <!subteam^${TREASURY_APPROVERS}>`);
  await answerText(dee, "/rail freeze A drill");
  for (const approver of [ben, cal]) await approve(approver, card);
  await cardReading(ana, "Group float", "APPROVED");

  group.members = [BEN, DEE];
  await letSendingGoOn(ben, dee);

  const dropped = plainTextOf(await cardReading(ana, "Group float", "WAITING 1 of 2"));
  expect(dropped).toContain(`No longer counted: <@${CAL}> (${NOT_NAMED})`);
  expect(posts()).toBe(1);
  expect(await told(cal, card)).toContain("You are not named as an approver");

  await approve(dee, card);
  await cardReading(ana, "Group float", "DONE", 20_000);
  expect(posts()).toBe(2);
});

it("nobody approves their own request by coming into the group", async () => {
  const card = await ask(ana, { name: "Own float" });
  group.members = [ANA, BEN, CAL, DEE];

  expect(await told(ana, card)).toContain("You asked for this yourself");

  expect(await ana.modal()).toBeUndefined();
  await approve(ben, card);
  expect(await told(ana, card)).toContain("You asked for this yourself");
  await cardReading(ana, "Own float", "WAITING 1 of 2");
  expect(posts()).toBe(2);
});
