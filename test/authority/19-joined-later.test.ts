import { beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  EVE,
  TREASURY_APPROVERS,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, cardReading, on, privateAnswer, review } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { groupDecides } from "./group-decides.ts";

/** Everyone in here is in the group from now on. */
const group = {
  id: TREASURY_APPROVERS,
  handle: "treasury-approvers",
  name: "Treasury approvers",
  members: [ANA, BEN, CAL],
};

const sandbox = useSandbox({ seed: { ...acmeSeed, userGroups: [group] } });
const as = (id: string) => sandbox.as(id);
beforeAll(() => groupDecides(as(ANA), [as(BEN), as(CAL)]));

const posts = () =>
  sandbox.rails.calls().filter(({ method, path }) => method === "POST" && path.endsWith("/rails"));

it("accounts that come into the group after a request was made approve nothing of it, and those who were in it do", async () => {
  const card = await ask(as(ANA), { name: "Puppet float" });
  group.members = [ANA, BEN, CAL, DEE, EVE];
  await sandbox.restart();

  for (const puppet of [DEE, EVE]) {
    const press = () => as(puppet).click(on(card), "Review");
    const answer = plainTextOf(await privateAnswer(as(puppet), APPROVALS, press));
    expect(answer).toContain("You are not an approver for this request");
  }
  expect(posts()).toHaveLength(0);

  for (const approver of [BEN, CAL]) await approve(as(approver), card);
  await cardReading(as(ANA), "Puppet float", "DONE");
  const next = await ask(as(ANA), { name: "Next float" });
  for (const approver of [DEE, EVE]) await approve(as(approver), next);
  await cardReading(as(ANA), "Next float", "DONE");
});

it("nothing is asked for while Slack does not say who is in the group", async () => {
  await review(as(ANA), { name: "Blind float" });
  sandbox.slack.faults.failNext("usergroups.users.list", { error: "service_unavailable" }, 1_000);
  await as(ANA).submit();

  expect(plainTextOf((await as(ANA).modal()) ?? {})).toContain(
    "Slack did not say who is in the user groups",
  );
});
