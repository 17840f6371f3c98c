import { describe, expect, it } from "vitest";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { requestChange } from "../../src/request/request-change.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { StandingsNotKnown } from "../../src/request/who-is.ts";
import { ANA, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  approves,
  delivery,
  drafted,
  must,
  refOf,
  requested,
  resumeNow,
  stateOf,
} from "./steps.ts";
import { aWorld } from "./world.ts";

const GROUP = "S0TREASURY";
const TRUSTED = "S0TRUSTED";

const database = useTestStore();

/** Two of the members of a user group approve. */
async function grouped(members: readonly string[] = [BEN, CAL, DAN]) {
  const world = await aWorld(database);
  const rule = { approvers: [], approvalsRequired: 2 };
  const usual = usualPolicy({ rails: rule, destinations: rule, coolDownHours: 0 });
  const rules = usual.rules.map((each) => ({ ...each, groups: [GROUP] }));
  await savePolicy(database.db, world.workspaceId, { ...usual, rules }, NOW);
  world.members[GROUP] = members;
  return { world, usual: { ...usual, rules } };
}

describe("a request that members of a user group approve", () => {
  it("is sent with their approvals, and not with that of one who has left the group since", async () => {
    const { world } = await grouped();
    const request = await requested(world);
    for (const by of [BEN, CAL]) must(await approves(world, request, by));
    world.members[GROUP] = [BEN, DAN];

    await createRail(world.deps, refOf(request));
    expect(world.posts()).toBe(0);
    expect(await stateOf(world, refOf(request))).toEqual({
      status: "pending",
      lapsed: [{ by: CAL, because: "not-named" }],
    });

    must(await approves(world, request, DAN));
    await createRail(world.deps, refOf(request));
    expect(world.posts()).toBe(1);
  });

  it("is not approved by somebody who came into the group after it was requested", async () => {
    const { world } = await grouped();
    const request = await requested(world);
    world.members[GROUP] = [BEN, CAL, DAN, "U0EVE00001"];

    expect(await approves(world, request, "U0EVE00001")).toMatchObject({
      refusal: "not-an-approver",
    });
    must(await approves(world, request, BEN));
  });

  it("waits, with all its approvals, while Slack does not say who is in the group", async () => {
    const { world } = await grouped();
    const request = await requested(world);
    for (const by of [BEN, CAL]) must(await approves(world, request, by));
    world.members[GROUP] = null;

    await expect(createRail(world.deps, refOf(request))).rejects.toThrow(StandingsNotKnown);
    expect(world.posts()).toBe(0);

    world.members[GROUP] = [BEN, CAL];
    await createRail(world.deps, refOf(request));
    expect(world.posts()).toBe(1);
  });

  it("is not approved by the requester, who has come into the group, nor by their other account", async () => {
    const { world } = await grouped([ANA, BEN, CAL]);
    const request = await requested(world);
    world.persons[ANA] = "W0ANA";
    world.persons[CAL] = "W0ANA";

    for (const by of [ANA, CAL]) {
      expect(await approves(world, request, by)).toMatchObject({ refusal: "self-approval" });
    }
  });
});

it("freezes at the word of a member of a group, and goes on only with two people of it", async () => {
  const { world } = await grouped();
  const { deps, workspaceId } = world;
  const freeze = (by: string) =>
    freezeSending(deps, { workspaceId, by, reason: "Odd", delivery: delivery() });
  expect(await freeze(ANA)).toMatchObject({ refusal: "not-an-approver" });
  world.members[GROUP] = null;
  expect(await freeze(BEN)).toMatchObject({ refusal: "group-not-known" });
  world.members[GROUP] = [BEN, CAL, DAN];
  must(await freeze(BEN));

  world.persons[BEN] = "W0BEN";
  world.persons[CAL] = "W0BEN";
  for (const by of [BEN, CAL]) expect(must(await resumeNow(world, by)).frozen).not.toBeNull();
  expect(must(await resumeNow(world, DAN)).frozen).toBeNull();
});

describe("a rule for those who are in a group", () => {
  /** A trusted requester needs one approval, everyone else two. */
  async function asking() {
    const { world, usual } = await grouped();
    const trusted = { ...usual.rules[1], when: { requesterGroups: [TRUSTED] } };
    const lax = { ...trusted, name: "trusted", approvalsRequired: 1 } as (typeof usual.rules)[0];
    await savePolicy(
      database.db,
      world.workspaceId,
      { ...usual, rules: [lax, ...usual.rules] },
      NOW,
    );
    const { draft, digest } = await drafted(world);
    const { workspaceId } = world;
    const submission = { workspaceId, draftId: draft.id, digest, by: ANA };
    const ask = () => requestChange(world.deps, { ...submission, delivery: delivery() });
    return { world, ask };
  }

  it("is taken while they are in it, and frozen with it", async () => {
    const { world, ask } = await asking();
    world.members[TRUSTED] = [ANA];

    expect(must(await ask()).request.policy).toMatchObject({
      rule: "trusted",
      approvalsRequired: 1,
      facts: { requesterGroups: [TRUSTED] },
    });
  });

  it("is not taken for theirs where they are not in it, and nothing is asked where Slack does not say", async () => {
    const { world, ask } = await asking();
    for (const group of [TRUSTED, GROUP]) {
      const members = world.members[group] ?? [];
      world.members[group] = null;
      expect(await ask(), group).toEqual({ ok: false, because: "group-not-known" });
      world.members[group] = members;
    }

    world.members[TRUSTED] = [BEN];
    expect(must(await ask()).request.policy.approvalsRequired).toBe(2);
  });
});
