import { beforeAll, expect, it, onTestFinished } from "vitest";
import { requestChange } from "../../src/request/request-change.ts";
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
import { answerText, approve, ask, cardOf, cardReading, on, privateAnswer } from "../e2e/steps.ts";
import { delivery, drafted } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import type { Person } from "../support/person.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { openTestStore } from "../support/store.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { groupDecides } from "./group-decides.ts";

const group = {
  id: TREASURY_APPROVERS,
  handle: "treasury-approvers",
  name: "Treasury approvers",
  members: [BEN, CAL, DEE],
};

const sandbox = useSandbox({
  seed: { ...acmeSeed, userGroups: [group] },
  rates: "slack",
});
const as = (id: string) => sandbox.as(id);
beforeAll(() => groupDecides(as(ANA), [as(BEN), as(CAL)]));

const silence = () =>
  sandbox.slack.faults.failNext("usergroups.users.list", { error: "service_unavailable" }, 1_000);

const told = async (who: Person, card: { ts: string }, button: string) =>
  plainTextOf(await privateAnswer(who, APPROVALS, () => who.click(on(card), button)));

it("a member who tests the policy over and over is refused, and the approvers of the group go on approving", async () => {
  const card = await ask(as(ANA), { name: "Busy float" });
  const asked = () =>
    sandbox.slack.traffic().filter(({ method }) => method === "usergroups.users.list").length;
  const before = asked();

  const answers: string[] = [];
  for (let times = 0; times < 22; times++) {
    answers.push(await answerText(as(EVE), "/rail policy test on GBP"));
  }

  expect(answers[0]).toContain("“Everything” decides");
  expect(answers.at(-1)).toContain("10 questions a minute");
  expect(asked() - before).toBeLessThan(3);
  await approve(as(BEN), card);
  await cardReading(as(ANA), "Busy float", "WAITING 1 of 2");
});

it("while Slack is silent, its last answer lets a member of the group deny, and approve nothing", async () => {
  await sandbox.restart();
  silence();
  const card = await cardOf(as(ANA), "Busy float");

  expect(await told(as(DEE), card, "Review")).toContain("Slack did not say who is in");
  await as(DEE).click(on(card), "Deny");
  await as(DEE).waitFor(() => as(DEE).modal(), "the form for a denial");
  await as(DEE).fill("Reason", "Nobody ordered this");
  await as(DEE).submit();

  await cardReading(as(ANA), "Busy float", "DENIED");
});

it("somebody removed from the group cannot freeze; a member by Slack's last answer can, but cannot resume sending", async () => {
  sandbox.slack.faults.clear();
  group.members = [BEN, DEE];
  await approve(as(BEN), await ask(as(ANA), { name: "Calm float" }));
  await sandbox.restart();
  silence();

  expect(await answerText(as(CAL), "/rail freeze Mine alone")).toContain("Only approvers");
  expect(await answerText(as(BEN), "/rail freeze A drill")).toContain("SENDING IS FROZEN");
  expect(await answerText(as(BEN), "/rail resume")).toContain("Slack did not say who is in");
});

it("somebody who presses the button to resume sending over and over is refused before Slack is asked", async () => {
  sandbox.slack.faults.clear();
  const notice = await as(EVE).waitFor(
    async () =>
      (await as(EVE).messages(APPROVALS)).findLast(
        (each) => !each.ephemeral && plainTextOf(each).includes("SENDING IS FROZEN"),
      ),
    "the notice of the freeze",
  );
  const asked = () =>
    sandbox.slack.traffic().filter(({ method }) => method === "usergroups.users.list").length;
  for (let times = 0; times < 10; times++) await told(as(EVE), notice, "Resume sending");
  const before = asked();

  expect(await told(as(EVE), notice, "Resume sending")).toContain("10 questions a minute");
  expect(asked()).toBe(before);
});

it("a named person who was deactivated by Slack's last answer stops nothing while it is silent; others do", async () => {
  const users = acmeSeed.users.map((user) => ({ ...user }));
  const other = await startTestSandbox({ seed: { ...acmeSeed, users } });
  onTestFinished(() => other.stop());
  await ask(other.as(ANA), { name: "Quiet float" });
  const dee = users.find(({ id }) => id === DEE);
  // The sandbox lets guests act, and nobody who is deactivated; the last answer is kept alike of both.
  Object.assign(dee ?? {}, { isGuest: true });
  const freeze = (id: string) => answerText(other.as(id), "/rail freeze Mine alone");
  expect(await freeze(DEE)).not.toContain("SENDING IS FROZEN");
  await other.restart();
  other.slack.faults.failNext("users.info", { error: "service_unavailable" }, 1_000);

  expect(await freeze(DEE)).not.toContain("SENDING IS FROZEN");
  const card = await cardOf(other.as(CAL), "Quiet float");
  const refused = await privateAnswer(other.as(DEE), APPROVALS, () =>
    other.as(DEE).click(on(card), "Deny"),
  );
  expect(plainTextOf(refused)).toContain("active");
  expect(await freeze(CAL)).toContain("SENDING IS FROZEN");
});

it("somebody over the limit of open requests is refused before Slack is asked", async () => {
  const database = await openTestStore();
  onTestFinished(() => database.close());
  const world = await aWorld(database);
  const { workspaceId, deps } = world;
  const { draft, digest } = await drafted(world);
  const submission = { workspaceId, draftId: draft.id, digest, by: draft.createdBy };
  const asked: unknown[] = [];
  const look = async (...args: unknown[]) => Promise.reject(asked.push(args));
  const counting = { whoIs: look, standingOf: look };
  const openRequests = { perPerson: 0, perWorkspace: 9 };
  const over = { ...deps, people: counting, openRequests };

  expect(await requestChange(over, { ...submission, delivery: delivery() })).toMatchObject({
    because: "too-many-of-yours",
  });
  expect(asked).toEqual([]);
});

it("while Slack is silent, a form is refused above itself, and keeps what was typed", async () => {
  const other = await startTestSandbox();
  onTestFinished(() => other.stop());
  const ana = other.as(ANA);
  await ana.command(TREASURY, "/rail policy propose");
  await ana.waitFor(() => ana.modal(), "the policy as text");
  await ana.fill("Reason", "The quarter ends on Friday");
  other.slack.faults.failNext("users.info", { error: "service_unavailable" }, 1_000);

  await ana.submit();
  const refused = await ana.modal();
  await ana.close("top");

  expect(plainTextOf(refused ?? {})).toContain("Slack did not");
  expect(JSON.stringify((await ana.modal())?.state)).toContain("The quarter ends on Friday");
});
