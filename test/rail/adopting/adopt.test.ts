import { expect, it } from "vitest";
import { checkPaymentDetails, paymentCheck } from "../../../src/check/payment-check.ts";
import { waitingFor } from "../../../src/home/waiting.ts";
import { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import type { OnRampRail, Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import { disputeRail } from "../../../src/rail/disputes/dispute-rail.ts";
import { reportProblem } from "../../../src/rail/disputes/report-problem.ts";
import { draftRail } from "../../../src/rail/screens/draft-rail.ts";
import { newRailView } from "../../../src/rail/screens/new-rail.ts";
import { knownRailRows, railStatus } from "../../../src/rail/screens/rail-row.ts";
import { showAnswer } from "../../../src/rail/screens/show.ts";
import { findPolicy } from "../../../src/request/queries/companies.ts";
import { findSeenRail } from "../../../src/request/queries/disputes.ts";
import { listOpenRequests } from "../../../src/request/queries/find-requests.ts";
import { rememberRails } from "../../../src/request/queries/rails/seen-rails.ts";
import type { AdoptRail } from "../../../src/request/rules/change.ts";
import {
  railElsewhere,
  readAll,
  toAdopt,
  whitelistedElsewhere,
} from "../../services/register-steps.ts";
import { asked, asking } from "../../services/setup-steps.ts";
import {
  answers,
  approves,
  bothApprove,
  delivery,
  expectState,
  must,
  refOf,
  requested,
  runJobs,
} from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld, withApi } from "../../services/world.ts";
import { ANA, aRule, BEN, CAL, DAN } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { savePolicy } from "../../support/set-up.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

/** A Rail into the registered wallet that somebody made by hand, and what would be asked about it. */
async function aRailElsewhere() {
  const world = await aWorld(database);
  const change = await toAdopt(world);
  return { world, change, entryPoint: change.source.detail?.value ?? "" };
}

const shown = async ({ deps, workspaceId }: World, railId: string) =>
  plainText((await showAnswer({ ...deps, command: "/rail" }, workspaceId, railId)).blocks);

const listed = async ({ deps, connectionId }: World) =>
  (await knownRailRows(deps.db, connectionId)).map(
    ({ name, known }) => `${name}: ${railStatus(known)}`,
  );

const checked = async ({ deps, workspaceId, now }: World, text: string) => {
  const found = await checkPaymentDetails(deps.db, workspaceId, text);
  return plainText(
    paymentCheck({ ...found, now: now.value, command: "/rail", isCut: false }).blocks,
  );
};

async function waitsForApprovers({ deps, workspaceId, connectionId }: World) {
  const rows = await knownRailRows(deps.db, connectionId);
  const policy = await findPolicy(deps.db, workspaceId);
  const all = { rails: rows, open: await listOpenRequests(deps.db, workspaceId) };
  const { rails } = await waitingFor(deps, { workspaceId, userId: DAN }, policy, all);
  return rails.map(({ ref }) => ref);
}

async function adopted(world: World, change: AdoptRail) {
  const request = await asked(world, change);
  await bothApprove(world, request);
  return expectState(await runJobs(world, refOf(request)), "in-force");
}

it("is approved everywhere once the quorum of the rule for new Rails agrees, and not before", async () => {
  const { world, change, entryPoint } = await aRailElsewhere();
  const { railId } = change;
  expect(await waitsForApprovers(world)).toEqual([railId]);
  const request = await asked(world, change);
  expect(await approves(world, request, ANA)).toMatchObject({ ok: false });
  must(await approves(world, request, BEN));
  await runJobs(world, refOf(request));
  expect(await shown(world, railId)).toContain("Not approved in Signalbox");
  expect(await waitsForApprovers(world)).toEqual([]);
  expect(await listed(world)).toEqual([expect.stringMatching(/outside: 🔴 Not approved here$/)]);
  expect(await checked(world, entryPoint)).toContain("🔴");

  must(await approves(world, request, CAL));
  expectState(await runJobs(world, refOf(request)), "in-force");

  expect(await shown(world, railId)).toContain("# Pay into Old payroll");
  expect(await listed(world)).toEqual(["Old payroll: Approved · R-1"]);
  expect(await checked(world, entryPoint)).not.toContain("🔴");
  expect(world.posts()).toBe(1);
});

it("counts as a like Rail where one more is asked for", async () => {
  const { world, change } = await aRailElsewhere();
  const { deps, workspaceId } = world;
  const form = await answers(world, { wantsAnother: false });
  const drafting = () => draftRail(deps, workspaceId, ANA, form);
  await adopted(world, change);

  const held = await drafting();
  if (held.ok || held.because !== "similar-exists") throw new Error(JSON.stringify(held));
  const values = { ...form, reference: undefined };
  const similarId = held.similar.id;
  const warned = await newRailView(deps, workspaceId, { ...form, values, similarId });
  const text = plainText(warned.blocks);
  expect(text).toContain("already exists: “Old payroll”. Rails cannot be deleted.");
  expect(text).toContain("[Show its deposit instructions]");
  const another = await requested(world);
  expect(another.content.change).toMatchObject({ isAnother: true });
});

it("is the first use of its destination as a new Rail would be: for the rule, and on the card", async () => {
  const { world, change } = await aRailElsewhere();
  const { deps, workspaceId } = world;
  const quorum = { approvers: [BEN, CAL, DAN], approvalsRequired: 1 };
  const rules = [
    aRule({ name: "First use", when: { changes: ["create-rail"], isFirstUse: true }, ...quorum }),
    aRule({ name: "All else", ...quorum }),
  ];
  await savePolicy(deps.db, workspaceId, { rules, coolDownHours: 0 }, world.now.value);

  const request = await asked(world, change);

  expect(request.policy).toMatchObject({ rule: "First use", facts: { isFirstUse: true } });
  expect(await shown(world, "R-1")).toContain("first use. No Rail from Signalbox is known");
});

async function disputed({ deps, workspaceId, now }: World, { railId }: AdoptRail) {
  const report = { workspaceId, railId, by: ANA, reason: "Odd", delivery: delivery() };
  await reportProblem(deps, report);
  const reportedAt = now.value;
  await disputeRail(deps, { workspaceId, railId, by: BEN, reportedAt, delivery: delivery() });
}

it("ends as void when the Rail is disputed before its adoption takes effect", async () => {
  const { world, change } = await aRailElsewhere();
  const request = await asked(world, change);
  await bothApprove(world, request);
  await disputed(world, change);

  expect(await runJobs(world, refOf(request))).toMatchObject({
    status: "voided",
    because: "The Rail was disputed meanwhile, has changed, or belongs to another request.",
  });
});

it("takes no approval while the Rail is disputed", async () => {
  const { world, change } = await aRailElsewhere();
  const request = await asked(world, change);
  await disputed(world, change);

  expect(await approves(world, request, BEN)).toMatchObject({ ok: false, refusal: "overtaken" });
});

it("is not offered while it is requested", async () => {
  const { world, change } = await aRailElsewhere();
  expect(await shown(world, change.railId)).toContain("[Adopt…]");
  const { number } = await asked(world, change);

  const text = await shown(world, change.railId);
  expect(text).toContain(`Its adoption is requested: R-${number}.`);
  expect(text).not.toContain("[Adopt…]");
});

it("is not what was adopted once the service shows anything else under its id", async () => {
  const { world, change } = await aRailElsewhere();
  await adopted(world, change);
  const other = withApi(world, (rails) => ({
    async getRail(id) {
      const rail = await rails.getRail(id);
      return { ...rail, destination: { ...rail.destination, asset: "USDA" } } as Rail;
    },
  }));
  const text = await shown(other, change.railId);
  expect(text).toContain("Not approved in Signalbox");
  expect(text).toContain(
    "nobody approved this Rail as it is now. It has changed since it was adopted.",
  );
  expect(text).not.toContain("Adopt…");
  expect(text).toContain("On-ramp · adopted in R-1, changed since");

  const gone = withApi(world, () => ({
    async getRail() {
      throw new RailApiError("not-found", "404");
    },
  }));
  expect(await shown(gone, change.railId)).toContain("does not show it just now");
});

it.each(["accountNumber", "sortCode", "bicSwift", "reference"])(
  "is not what was adopted once the service shows another %s to pay into",
  async (field) => {
    const { world, change } = await aRailElsewhere();
    await adopted(world, change);
    const other = withApi(world, (rails) => ({
      async getRail(id) {
        const rail = (await rails.getRail(id)) as OnRampRail;
        const bankAccount = { ...rail.source.bankAccount, [field]: "12345678" };
        return { ...rail, source: { ...rail.source, bankAccount } };
      },
    }));
    expect(await shown(other, change.railId)).toContain("Not approved in Signalbox");
  },
);

it("is listed as withheld once the service has shown something else under its id", async () => {
  const { world, change } = await aRailElsewhere();
  const { deps, workspaceId, connectionId } = world;
  await adopted(world, change);
  const seen = await findSeenRail(deps.db, connectionId, change.railId);
  if (!seen) throw new Error("The service has shown it");
  const source = { ...seen.source, displayName: "Somebody else" };
  await rememberRails(deps.db, workspaceId, connectionId, [{ ...seen, source }]);

  expect(await listed(world)).toEqual(["Old payroll: 🔴 R-1 withheld"]);
});

it("is listed as withheld once the service has cut its name within a character", async () => {
  const { world, change } = await aRailElsewhere();
  const { deps, workspaceId, connectionId } = world;
  await adopted(world, change);
  const seen = await findSeenRail(deps.db, connectionId, change.railId);
  if (!seen) throw new Error("The service has shown it");
  const source = { ...seen.source, displayName: "Acme \ud83d" };
  await rememberRails(deps.db, workspaceId, connectionId, [{ ...seen, source }]);

  expect(await listed(world)).toEqual(["Old payroll: 🔴 R-1 withheld"]);
});

it("shows the approvers all that people pay into", async () => {
  const { world, change } = await aRailElsewhere();
  const rails = await world.deps.railApis(world.workspaceId, world.connectionId);
  const { source } = (await rails.getRail(change.railId)) as OnRampRail;
  const { iban, sortCode, accountNumber, bicSwift, reference } = source.bankAccount;
  await asked(world, change);

  const card = await shown(world, "R-1");

  const values = [iban, sortCode, accountNumber, bicSwift, reference];
  for (const value of values) expect(card).toContain(value);
});

it("is not asked for twice, when it is adopted, disputed or changed, or pays somebody who is not registered", async () => {
  const { world, change } = await aRailElsewhere();
  const { deps, workspaceId } = world;
  const { railId } = change;
  const refused = async (fields: Partial<AdoptRail> = {}) =>
    asking(world, { ...change, ...fields });
  const no = { because: "not-adoptable" };
  expect(await refused({ destinationAsset: "USDA" })).toMatchObject(no);
  expect(await refused({ railId: "rail_unknown" })).toMatchObject(no);

  const report = { workspaceId, railId, by: ANA, reason: "Odd", delivery: delivery() };
  const { id } = await railElsewhere(world, await whitelistedElsewhere(world, STRANGE));
  await readAll(world);
  const strange = await findSeenRail(deps.db, world.connectionId, id ?? "");
  if (!strange) throw new Error("The service has shown it");
  const { source, destination } = strange;
  const into = { destinationId: destination.serviceId ?? "", source, destination };
  expect(await refused({ railId: id ?? "", ...into })).toMatchObject({ because: "not-registered" });

  await asked(world, change);
  expect(await refused()).toMatchObject(no);
  await reportProblem(deps, report);
  const reportedAt = world.now.value;
  await disputeRail(deps, { workspaceId, railId, by: BEN, reportedAt, delivery: delivery() });
  expect(await refused()).toMatchObject(no);
});

const STRANGE = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
