import { expect, it } from "vitest";
import { action } from "../../../src/platform/slack/blocks/ids.ts";
import { disputeRail } from "../../../src/rail/disputes/dispute-rail.ts";
import { problemParts } from "../../../src/rail/disputes/disputed-rail.ts";
import { reportProblem } from "../../../src/rail/disputes/report-problem.ts";
import { requestFacts } from "../../../src/request/card/request-facts.ts";
import { updateApprovalCard } from "../../../src/request/posting/update-approval-card.ts";
import { findDispute } from "../../../src/request/queries/disputes.ts";
import { findRequest } from "../../../src/request/queries/requests.ts";
import type { EndDispute } from "../../../src/request/rules/change.ts";
import type { ChangeRequest } from "../../../src/request/rules/change-request.ts";
import { reviewRequestModal } from "../../../src/request/screens/review.ts";
import { recordedSlack } from "../../jobs/recorded-slack.ts";
import { toAdopt } from "../../services/register-steps.ts";
import { asked } from "../../services/setup-steps.ts";
import { bothApprove, delivery, expectState, refOf, runJobs } from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld } from "../../services/world.ts";
import { ANA, after, BEN, EVE } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const REPORTED = "Warning: a problem is reported about this Rail.";
const DISPUTED = "Warning: this Rail is disputed, so it cannot be adopted.";
const REASON = " Reason: “Wrong account”";

const report = ({ deps, workspaceId }: World, railId: string) =>
  reportProblem(deps, {
    ...{ workspaceId, railId, by: ANA, reason: "Wrong account", delivery: delivery() },
  });

async function review({ deps }: World, request: ChangeRequest): Promise<string> {
  const now = await findRequest(deps.db, refOf(request));
  if (!now) throw new Error("It was asked for");
  const facts = await requestFacts(deps, now);
  return plainText(reviewRequestModal({ ...facts, answer: null }).blocks);
}

it("an adoption's review says which problem a member reported about its Rail", async () => {
  const world = await aWorld(database);
  const change = await toAdopt(world);
  const request = await asked(world, change);
  expect(await review(world, request)).not.toContain(REPORTED);

  await report(world, change.railId);

  expect(await review(world, request)).toContain(REPORTED + REASON);
  expect(await review(world, request)).toContain("Approve only if");
  await bothApprove(world, request);
  expectState(await runJobs(world, refOf(request)), "in-force");
  expect(await review(world, request)).not.toContain(REPORTED);
  expect(await review(world, request)).not.toContain("Approve only if");
});

it("nobody talks another person's report away", async () => {
  const world = await aWorld(database);
  const change = await toAdopt(world);
  const request = await asked(world, change);
  const { deps, workspaceId, now } = world;
  const { railId } = change;
  const say = (by: string, reason: string) => {
    now.value = after({ minutes: Number(now.value.slice(14, 16)) + 1 });
    return reportProblem(deps, { workspaceId, railId, by, reason, delivery: delivery() });
  };
  await say(EVE, "This IBAN is not ours");
  await say(ANA, "A typo in the name");
  await say(ANA, "All is well now");
  await say(ANA, "Please approve it");

  const told = await review(world, request);
  expect(told).toContain("Reason: “Please approve it”. Others before: “This IBAN is not ours”");
  expect(told).not.toContain("typo");

  const reportedAt = now.value;
  await disputeRail(deps, { workspaceId, railId, by: BEN, reportedAt, delivery: delivery() });
  await say(EVE, "It is still not ours");
  await say(ANA, "It is ours by now");
  const dispute = await findDispute(deps.db, world.connectionId, railId);
  const words = dispute && JSON.stringify(problemParts(dispute));
  for (const each of ["This IBAN is not ours", "It is still not ours", "It is ours by now"]) {
    expect(words).toContain(each);
  }
});

it("a waiting adoption's card follows the problem of its Rail, its dispute, and the end of that", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId, jobs, now } = world;
  const change = await toAdopt(world);
  const { railId, type, sourceAsset, destinationAsset } = change;
  const request = await asked(world, change);
  const ref = refOf(request);
  const slack = recordedSlack(deps.messenger);
  const context = {
    ...{ ...deps, messenger: slack.messenger, approvalsChannelOf: async () => "C0APPROVALS" },
  };
  const redraw = async () => {
    expect(jobs).toContainEqual({ name: "update-approval-card", request: ref });
    jobs.length = 0;
    await updateApprovalCard(context, ref);
    return slack.said[0]?.json;
  };
  expect(await redraw()).not.toContain(REPORTED);

  await report(world, railId);
  expect(await redraw()).toContain(REPORTED);

  const doubt = { workspaceId, railId, by: BEN, reportedAt: now.value, delivery: delivery() };
  await disputeRail(deps, doubt);
  const disputed = await redraw();
  expect(disputed).toContain(DISPUTED);
  expect(disputed).not.toContain(action.reviewRequest);

  const dispute = await findDispute(deps.db, connectionId, railId);
  if (!dispute) throw new Error("It is disputed");
  const end: EndDispute = {
    ...{ kind: "end-dispute", name: "Old payroll", reason: "Solved", railId, dispute },
    ...{ type, sourceAsset, destinationAsset, networks: [], entryPoint: null },
  };
  const ending = await asked(world, end);
  await bothApprove(world, ending);
  expectState(await runJobs(world, refOf(ending)), "in-force");
  const ended = await redraw();
  expect(ended).not.toContain(REASON);
  expect(ended).toContain(action.reviewRequest);
});
