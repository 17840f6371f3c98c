import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/authority/roster.ts";
import { askPolicy } from "../../src/policy/ask-policy.ts";
import type { PolicyQuestion } from "../../src/policy/rules/policy-question.ts";
import { policyTold } from "../../src/policy/screens/policy-told.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import type { PolicyRule } from "../../src/request/rules/approval/policy-document.ts";
import { aWorld } from "../services/world.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, aRule, BEN, CAL, DAN, IBAN, NOW } from "../support/builders.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";

const GROUP = "S0TREASURY";
const TRUSTED = "S0TRUSTED";
const EVE = "U0EVE00001";

const database = useTestStore();

/** A workspace with these rules: whom it asks, and what it would say of a Rail of Ana's. */
async function ruled(...rules: Partial<PolicyRule>[]) {
  const world = await aWorld(database);
  const { deps, workspaceId } = world;
  const change = (...others: Partial<PolicyRule>[]) =>
    savePolicy(
      database.db,
      workspaceId,
      {
        rules: others.map((each) => aRule(each)),
        coolDownHours: 0,
      },
      NOW,
    );
  await change(...rules);
  const ask = (question: Partial<PolicyQuestion> = {}) =>
    askPolicy(deps, workspaceId, {
      ...{ kind: "create-rail", type: "ON_RAMP", assets: ["GBP", "GBPA"], network: null },
      ...{ destination: null, isFirstUse: false, requesterId: ANA, ...question },
    });
  return { world, change, ask };
}

describe("the list of possible approvers", () => {
  it.each<Standing>(["guest", "stranger", "deactivated", "bot", "not-known"])(
    "is no %s, neither by name nor as a member of a group",
    async (standing) => {
      const { world, ask } = await ruled({ approvers: [BEN, EVE], groups: [GROUP] });
      world.members[GROUP] = [CAL, DAN];
      world.standings[EVE] = standing;
      world.standings[DAN] = standing;

      expect((await ask()).approvers).toEqual({
        active: [BEN, CAL],
        able: [BEN, CAL],
        inactive: [EVE],
        emptyGroups: [],
        unknownGroups: [],
      });
    },
  );

  it("leaves out every account of the requester, and names each person once", async () => {
    const { world, ask } = await ruled({ approvers: [ANA, BEN, CAL], groups: [GROUP] });
    world.members[GROUP] = [BEN, DAN, EVE];
    world.persons[ANA] = "W0ANA";
    world.persons[DAN] = "W0ANA";
    world.persons[CAL] = "W0CAL";
    world.persons[EVE] = "W0CAL";

    expect((await ask()).approvers?.able).toEqual([BEN, CAL]);
    expect((await ask({ requesterId: EVE })).approvers?.able).toEqual([ANA, BEN]);
  });

  it("leaves out the other account of a requester whose own account nobody named", async () => {
    const { world, ask } = await ruled({ approvers: [BEN, DAN] });
    world.persons[ANA] = "W0ANA";
    world.persons[DAN] = "W0ANA";

    expect((await ask()).approvers?.able).toEqual([BEN]);
  });

  it("has nobody for a group that is empty or that Slack does not show", async () => {
    const { world, ask } = await ruled({ approvers: [BEN], groups: [GROUP, TRUSTED] });
    world.members[GROUP] = [];
    world.members[TRUSTED] = null;

    expect((await ask()).approvers).toMatchObject({
      able: [BEN],
      emptyGroups: [GROUP],
      unknownGroups: [TRUSTED],
    });
  });
});

describe("which rule decides", () => {
  const trusted = { name: "Trusted", when: { requesterGroups: [TRUSTED] }, approvalsRequired: 1 };

  it("is that of those who ask while they are in its group, and is said to be open where Slack does not say", async () => {
    const { world, ask } = await ruled(trusted, { name: "All else" });
    world.members[TRUSTED] = [ANA];
    expect(await ask()).toMatchObject({ decides: { name: "Trusted" }, unknownGroups: [] });

    world.members[TRUSTED] = [BEN];
    expect(await ask()).toMatchObject({
      decides: { name: "All else" },
      passedOver: [{ rule: "Trusted", mightDecide: false }],
    });

    world.members[TRUSTED] = null;
    expect(await ask()).toMatchObject({
      decides: { name: "All else" },
      unknownGroups: [TRUSTED],
      passedOver: [{ rule: "Trusted", mightDecide: true }],
    });
  });

  it("is none that asks for a first use, or for none, where nobody said whether it is one", async () => {
    const { ask } = await ruled(
      { name: "First use", when: { isFirstUse: true } },
      { name: "All else" },
    );

    expect(await ask({ isFirstUse: null })).toMatchObject({
      decides: { name: "All else" },
      passedOver: [{ rule: "First use", mightDecide: true }],
    });
  });

  it("is found by the id, the address or the IBAN of a destination, registered or not", async () => {
    const { world, change, ask } = await ruled(
      { name: "That one", when: { destinations: [IBAN] } },
      { name: "All else" },
    );
    const { deps, connectionId } = world;
    const [operating] = await listDestinations(deps.db, connectionId, { kind: "bank-account" });
    const serviceId = operating?.kind === "bank-account" ? operating.bankAccount.id : "";

    for (const destination of [serviceId, IBAN, IBAN.toLowerCase()]) {
      expect((await ask({ destination })).decides?.name).toBe("That one");
    }
    expect((await ask({ destination: "bka_elsewhere" })).decides?.name).toBe("All else");

    await change({ name: "Its id", when: { destinations: [serviceId] } }, { name: "All else" });
    const inGroups = IBAN.replace(/(.{4})/g, "$1 ").trim();
    for (const destination of [serviceId, IBAN, inGroups]) {
      expect((await ask({ destination })).decides?.name).toBe("Its id");
    }
  });

  it("is found by the address of a destination that the rule names by its id", async () => {
    const { world, change, ask } = await ruled({});
    const { deps, connectionId } = world;
    const [wallet] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
    if (wallet?.kind !== "wallet") throw new Error("There is a wallet");
    const { id, address, network } = wallet.wallet;
    await change({ name: "That one", when: { destinations: [id ?? ""] } }, { name: "All else" });

    expect((await ask({ destination: address })).decides?.name).toBe("That one");
    expect((await ask({ destination: address, network })).decides?.name).toBe("That one");
    expect((await ask({ destination: address, network: "ELSEWHERE" })).decides?.name).toBe(
      "All else",
    );
  });

  it("is for the end of a dispute any, since every rule has to agree, and each is named", async () => {
    const { ask } = await ruled(
      { name: "Rails", when: { changes: ["create-rail"] } },
      { name: "Policy", when: { changes: ["change-policy"] } },
    );
    const told = await ask({ kind: "end-dispute" });

    expect(told.decides?.name).toBe("Rails");
    expect(JSON.stringify(policyTold(told))).toContain("every other rule: “Policy”.");
    expect(JSON.stringify(policyTold(await ask({ kind: "change-policy" })))).toContain(
      "each rule that the new policy changes",
    );
    expect(JSON.stringify(policyTold(await ask({})))).not.toContain("Also needed");
  });

  it("is none where none is for it: nobody could approve it", async () => {
    const { ask } = await ruled({ name: "Policy", when: { changes: ["change-policy"] } });
    expect(await ask()).toMatchObject({ decides: null, approvers: null });
  });
});

it("says the same twice, changes nothing by it, and speaks of the version that is in force when it is asked", async () => {
  const { world, change, ask } = await ruled({ approvers: [BEN, CAL, DAN] });
  const [first, again] = [await ask(), await ask()];
  expect(again).toEqual(first);
  expect(await listAudit(world.deps.db, world.workspaceId)).toEqual([]);

  await change({ approvers: [CAL, DAN, EVE] });

  const later = await ask();
  expect(later.policy.version).toBe(first.policy.version + 1);
  expect(later.approvers?.able).toEqual([CAL, DAN, EVE]);
});
