import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/authority/roster.ts";
import { block, callback } from "../../src/platform/slack/blocks/ids.ts";
import type { PolicyAnswer, PolicySaved } from "../../src/policy/save-policy.ts";
import { savePolicy } from "../../src/policy/save-policy.ts";
import { policyErrors } from "../../src/policy/screens/policy-form-listeners.ts";
import { policyReview } from "../../src/policy/screens/policy-review.ts";
import { findPolicy } from "../../src/request/queries/companies.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { noteSetUp, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { requestChange } from "../../src/request/request-change.ts";
import type {
  PolicyDocument,
  PolicyRule,
} from "../../src/request/rules/approval/policy-document.ts";
import { delivery } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, aRule, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const GROUP = "S0TREASURY";
const EVE = "U0EVE00001";

const database = useTestStore();

/**
 * Two of Ben, Cal and Dan decide about all that is asked for, once it is set up: before that there is neither a channel
 * nor, unless it `isConnected`, a connection.
 */
async function saving({ isSetUp = false, isConnected = false } = {}) {
  const world = await aWorld(database);
  const { workspaceId, deps } = world;
  if (!isSetUp && !isConnected) {
    const ofIt = deps.db.updateTable("connections").where("workspace_id", "=", workspaceId);
    await ofIt.set({ is_current: false }).execute();
  }
  if (isSetUp) {
    await deps.transaction(async (tx) => {
      await saveApprovalsChannel(tx.db, workspaceId, "C0APPROVALS");
      await noteSetUp(tx.db, workspaceId, NOW);
    });
  }
  const save = (document: PolicyDocument, fields: Partial<PolicySaved> = {}) =>
    savePolicy(
      { ...deps, newId: randomUUID },
      {
        ...{ workspaceId, by: ANA, askedIn: ANA, from: 1, document },
        ...{ reason: "Dan is new", delivery: delivery(), ...fields },
      },
    );
  const inForce = () => findPolicy(deps.db, workspaceId);
  return { world, save, inForce };
}

/** What the form says, by its fields: without a word, Slack would close it. */
const errorsOf = (answer: PolicyAnswer) => (answer.ok ? {} : policyErrors(answer));

const RAILS = { changes: ["create-rail"] } as const;

const policyOf = (...rules: Partial<PolicyRule>[]): PolicyDocument => ({
  rules: rules.map((fields) => aRule(fields)),
  coolDownHours: 0,
});

describe("a policy that names somebody or a group in vain is refused, and nothing is saved:", () => {
  it.each<Standing>(["guest", "stranger", "deactivated", "bot", "not-known"])(
    "a %s, also where enough others are left",
    async (standing) => {
      const { world, save, inForce } = await saving();
      world.standings[EVE] = standing;

      const answer = await save(policyOf({ approvers: [BEN, CAL, DAN, EVE] }));

      expect(answer).toMatchObject({
        because: "in-vain",
        inVain: { inactive: [EVE], emptyGroups: [], unknownGroups: [] },
      });
      expect(errorsOf(answer)).toEqual({
        [block.approvers]: expect.stringMatching(/ Take them out\.$/),
      });
      expect(await inForce()).toMatchObject({ version: 1 });
    },
  );

  it("an auditor who is a guest", async () => {
    const { world, save } = await saving();
    world.standings[EVE] = "guest";

    const answer = await save({ ...policyOf({}), auditors: [EVE] });

    expect(answer).toMatchObject({ because: "in-vain", inVain: { inactive: [EVE] } });
    expect(errorsOf(answer)).toEqual({
      [block.approvers]: expect.stringMatching(/^1 auditor .* in the policy as text\.$/),
    });
  });

  it.each<[string, readonly string[] | null, Partial<PolicyRule>, "emptyGroups" | "unknownGroups"]>(
    [
      ["an empty group that approves", [], { groups: [GROUP] }, "emptyGroups"],
      ["one in which nobody counts", [EVE], { groups: [GROUP] }, "emptyGroups"],
      ["an empty one of those who ask", [], { when: { requesterGroups: [GROUP] } }, "emptyGroups"],
      ["one of which Slack does not say", null, { groups: [GROUP] }, "unknownGroups"],
    ],
  )("%s", async (_, members, rule, kind) => {
    const { world, save, inForce } = await saving();
    world.members[GROUP] = members;
    world.standings[EVE] = "guest";

    const answer = await save(policyOf({ name: "Theirs", when: RAILS, ...rule }, {}));

    expect(answer).toMatchObject({
      because: "in-vain",
      inVain: { inactive: [], [kind]: [GROUP] },
    });
    expect(errorsOf(answer)).toEqual({ [block.groups]: expect.stringContaining("1 user group") });
    expect(await inForce()).toMatchObject({ version: 1 });
  });
});

describe("a policy that no living set of people can satisfy is refused, and says how many it needs:", () => {
  it("the requester may be one of them", async () => {
    const { save } = await saving();
    expect(await save(policyOf({ approvers: [BEN, CAL] }))).toEqual({
      ok: false,
      because: "unsatisfiable",
      rules: [expect.objectContaining({ rule: "Rails", needed: 3, active: [BEN, CAL] })],
    });
  });

  it("two accounts of one person are one, by name and through a group", async () => {
    const { world, save } = await saving();
    world.members[GROUP] = [DAN];
    world.persons[DAN] = "W0CAL";
    world.persons[CAL] = "W0CAL";

    const answer = await save(policyOf({ approvers: [BEN, CAL], groups: [GROUP] }));

    expect(answer).toMatchObject({ because: "unsatisfiable", rules: [{ active: [BEN, CAL] }] });
  });

  it("guests of a group do not count beside its members", async () => {
    const { world, save } = await saving();
    world.members[GROUP] = [BEN, CAL, EVE];
    world.standings[EVE] = "guest";

    expect(await save(policyOf({ approvers: [], groups: [GROUP] }))).toMatchObject({
      because: "unsatisfiable",
      rules: [{ active: [BEN, CAL] }],
    });
    world.standings[EVE] = "active";
    expect(await save(policyOf({ approvers: [], groups: [GROUP] }))).toMatchObject({ how: "set" });
  });

  it("what is wrong whoever is there is said before anybody is looked up", async () => {
    const { world, save } = await saving();
    world.standings[BEN] = "guest";
    expect(await save(policyOf({ approvalsRequired: 0 }))).toMatchObject({ because: "faults" });
  });
});

describe("before the first set-up is whole", () => {
  it("it counts at once, for the same click once, and the same again changes nothing", async () => {
    const { world, save, inForce } = await saving();
    const document = policyOf({ approvers: [BEN, CAL, DAN, EVE] });
    const click = delivery();

    expect(await save(document, { delivery: click })).toEqual({
      ok: true,
      how: "set",
      isWholeNow: false,
    });
    expect(await save(document, { delivery: click, from: 2 })).toMatchObject({ how: "unchanged" });
    expect(await save(policyOf({}), { delivery: click, from: 2 })).toMatchObject({
      how: "seen-before",
    });

    expect(await inForce()).toEqual({ version: 2, ...document });
    const audit = await listAudit(world.deps.db, world.workspaceId);
    expect(audit.filter(({ action }) => action === "policy-set")).toHaveLength(1);
  });

  it("it waits for the channel once there is a connection, too: its approvers decide, and nobody could ask them yet", async () => {
    const { save, inForce } = await saving({ isConnected: true });

    const answer = await save(policyOf({ approvers: [BEN, CAL, DAN, EVE] }));

    expect(answer).toMatchObject({ because: "no-channel" });
    expect(errorsOf(answer)).toEqual({
      [block.approvers]: expect.stringContaining("Choose the approvals channel first"),
    });
    expect(await inForce()).toMatchObject({ version: 1 });
  });
});

describe("a policy whose base version was replaced meanwhile", () => {
  it("is refused, and has to be made anew from the new version", async () => {
    const { save, inForce } = await saving();
    const first = policyOf({ approvers: [BEN, CAL, DAN, EVE] });
    expect(await save(first)).toMatchObject({ how: "set" });

    expect(await save(policyOf({}))).toEqual({ ok: false, because: "changed-meanwhile" });

    expect(await inForce()).toEqual({ version: 2, ...first });
  });

  it("counts once when two come at the same moment, and the other cannot be asked for", async () => {
    const { world, save, inForce } = await saving();
    const documents = [[EVE], [EVE, ANA]].map((more) =>
      policyOf({ approvers: [BEN, CAL, DAN, ...more] }),
    );

    const answers = await Promise.all(documents.map((each) => save(each)));

    expect(answers.filter((answer) => answer.ok && answer.how === "set")).toHaveLength(1);
    expect(await inForce()).toMatchObject({ version: 2 });
    const [late] = answers.filter(isDrafted);
    if (late) expect(await asked(world, late)).toEqual({ ok: false, because: "set-up-changed" });
  });
});

describe("once it is set up", () => {
  it("it is drafted and asked for, whoever saves it, and comes into force by nobody's word alone", async () => {
    const { world, save, inForce } = await saving({ isSetUp: true });
    const document = policyOf({ approvers: [BEN, CAL, DAN, EVE] });

    const answer = await save(document);

    if (!isDrafted(answer)) throw new Error("It is drafted");
    expect(await inForce()).toMatchObject({ version: 1 });
    expect(await asked(world, answer)).toMatchObject({ ok: true });
    expect(await inForce()).toMatchObject({ version: 1 });
  });

  it("its review warns of assets and networks that Signalbox does not know", async () => {
    const { world, save } = await saving({ isSetUp: true });
    const { deps, workspaceId } = world;
    const when = { assets: ["gbp", "GBP"], networks: ["SOLANA_DEVNET", "Solana"] };
    const answer = await save(policyOf({ name: "Small", when }, {}));
    if (!isDrafted(answer)) throw new Error("It is drafted");

    const asked = { workspaceId, requesterId: ANA, reason: "" };
    const review = await policyReview(deps, callback.reviewPolicyText, answer, asked);

    expect(JSON.stringify(review)).toContain("Signalbox knows no gbp, Solana.");
  });

  it("is asked for twice from the same version, of which one will do", async () => {
    const { world, save } = await saving({ isSetUp: true });
    const answers = [
      await save(policyOf({})),
      await save(policyOf({ approvers: [BEN, CAL, EVE] })),
    ];
    const drafts = answers.filter(isDrafted);

    expect(drafts).toHaveLength(2);
    for (const each of drafts) expect(await asked(world, each)).toMatchObject({ ok: true });
    const waiting = await listOpenRequests(world.deps.db, world.workspaceId);
    expect(waiting.map(({ content }) => content.change)).toMatchObject([
      { kind: "change-policy", from: 1 },
      { kind: "change-policy", from: 1 },
    ]);
  });
});

type Drafted = Extract<PolicyAnswer, { how: "drafted" }>;

const isDrafted = (answer: PolicyAnswer): answer is Drafted =>
  answer.ok && answer.how === "drafted";

const asked = (
  { deps, workspaceId }: Awaited<ReturnType<typeof aWorld>>,
  { draftId, digest }: Drafted,
) => requestChange(deps, { workspaceId, draftId, digest, by: ANA, delivery: delivery() });
