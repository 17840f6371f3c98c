import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { draftRail } from "../../src/rail/screens/draft-rail.ts";
import { requestChange } from "../../src/request/request-change.ts";
import type { PolicyRule } from "../../src/request/rules/approval/policy-document.ts";
import {
  answers,
  approves,
  bothApprove,
  must,
  refOf,
  requested,
  stateOf,
} from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, aRule, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { somePeople } from "../support/people.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();
const CONTRACTORS = "S0CONTRACT";

it("a policy that takes effect while Slack is asked decides by the requester's groups", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId } = world;
  const approvers = [BEN, CAL, DAN];
  const allElse = aRule({ name: "All else", approvers, groups: [CONTRACTORS] });
  const when = { requesterGroups: [CONTRACTORS] };
  const stricter = aRule({ name: "Contractors", when, approvers });
  await savePolicy(database.db, workspaceId, { rules: [allElse], coolDownHours: 0 }, NOW);
  world.members[CONTRACTORS] = [ANA];
  const { draft, digest } = must(await draftRail(deps, workspaceId, ANA, await answers(world)));
  let isInForce = false;
  const people = somePeople({ members: world.members }, async () => {
    if (isInForce) return;
    isInForce = true;
    const rules = [stricter, allElse];
    await savePolicy(database.db, workspaceId, { rules, coolDownHours: 0 }, NOW);
  });

  const submission = { workspaceId, draftId: draft.id, digest, by: ANA, delivery: randomUUID() };
  const { request } = must(await requestChange({ ...deps, people }, submission));

  expect(request.policy.rule).toBe("Contractors");
});

it("a later rule for a user group that nobody was asked about then counts for a pending request", async () => {
  const world = await aWorld(database);
  const { workspaceId } = world;
  const approvers = [BEN, CAL, DAN];
  const allElse = aRule({ name: "All else", approvers });
  const when = { requesterGroups: [CONTRACTORS] };
  const stricter = aRule({ name: "Contractors", when, approvers, approvalsRequired: 3 });
  const force = (rules: readonly PolicyRule[]) =>
    savePolicy(database.db, workspaceId, { rules, coolDownHours: 0 }, NOW);
  await force([allElse]);
  world.members[CONTRACTORS] = [ANA];
  const request = await requested(world);
  await force([stricter, allElse]);

  await bothApprove(world, request);
  expect((await stateOf(world, refOf(request))).status).toBe("pending");

  must(await approves(world, request, DAN));
  expect((await stateOf(world, refOf(request))).status).toBe("approved");
});
