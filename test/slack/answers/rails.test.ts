import { describe, expect, it } from "vitest";
import { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import type { OnRampRail } from "../../../src/platform/rail-api/rules/rail.ts";
import type { Message } from "../../../src/platform/slack/message.ts";
import { railList } from "../../../src/rail/screens/list.ts";
import { knownRailRows, railStatus } from "../../../src/rail/screens/rail-row.ts";
import { showAnswer } from "../../../src/rail/screens/show.ts";
import type { Context } from "../../../src/request/context.ts";
import { listAnswer } from "../../../src/request/list/narrow.ts";
import { rememberRails } from "../../../src/request/queries/rails/seen-rails.ts";
import { shownRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { makeTaggedRail } from "../../services/at-the-service.ts";
import { remedied } from "../../services/register-steps.ts";
import { approved, expectState, runJobs, stateOf } from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld, withApi } from "../../services/world.ts";
import { ANA, NOW } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const textOf = ({ blocks }: Message) => plainText(blocks);
const deps = (world: World) => ({ ...world.deps, command: "/rail" });
const list = async (world: World) => {
  const at = { workspaceId: world.workspaceId, userId: ANA };
  return textOf(await listAnswer(deps(world) as Context, at, railList, ""));
};
const OURS = "Approved · R-1 | Payroll float | On-ramp | GBPA · Cold | ";

/** From now on the service answers 404 where one Rail is asked for. */
const withoutRails = (world: World): World =>
  withApi(world, () => ({
    async getRail() {
      throw new RailApiError("not-found", "404");
    },
  }));

describe("the list of Rails", () => {
  it("is read once for all who ask while it is read, and again for the next one", async () => {
    const world = await aWorld(database);
    expectState(await runJobs(world, await approved(world)), "done");
    const goOn = Promise.withResolvers<void>();
    let walks = 0;
    const counted = withApi(world, (api) => ({
      async *listRails() {
        walks += 1;
        await goOn.promise;
        yield* api.listRails();
      },
    }));

    const asked = [list(counted), list(counted)];
    goOn.resolve();
    for (const rails of await Promise.all(asked)) expect(rails).toContain(OURS);
    expect(walks).toBe(1);

    expect(await list(counted)).toContain(OURS);
    expect(walks).toBe(2);
  });

  it("knows every Rail of a request of which two were made", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    for (let made = 0; made < 2; made += 1) await makeTaggedRail(world, ref);
    expectState(await runJobs(world, ref), "quarantined");

    const rails = await list(world);

    // Nothing was claimed for them here, so the name that was approved is not theirs.
    expect(rails).not.toContain("Payroll float");
    expect(rails.split("🔴 R-1 quarantined | ")).toHaveLength(3);
    expect(rails).not.toContain("Not approved");
  });

  it("knows the Rail of a request that was closed because the service did not show it", async () => {
    const world = await aWorld(database);
    const ref = await approved(world);
    expectState(await runJobs(withoutRails(world), ref), "needs-a-person");
    await remedied(world, ref, { type: "close" });
    expectState(await stateOf(world, ref), "voided");

    expect(await list(world)).toContain(OURS.replace("Approved · R-1", "🔴 R-1 withheld"));
  });

  it.each(["accountNumber", "sortCode", "bicSwift", "reference", "displayName"])(
    "withholds a Rail of ours for which the service shows another %s to pay into",
    async (field) => {
      const world = await aWorld(database);
      const { workspaceId, connectionId } = world;
      const { db } = world.deps;
      const { railId } = expectState(await runJobs(world, await approved(world)), "done");
      const status = async () =>
        (await knownRailRows(db, connectionId)).map(({ known }) => railStatus(known));
      expect(await status()).toEqual(["Approved · R-1"]);

      const rails = await world.deps.railApis(workspaceId, connectionId);
      const rail = (await rails.getRail(railId)) as OnRampRail;
      const bankAccount = { ...rail.source.bankAccount, [field]: "another" };
      const other = { ...rail, source: { ...rail.source, bankAccount } };
      await rememberRails(db, workspaceId, connectionId, [shownRail(other, railId, NOW)]);

      expect(await status()).toEqual(["🔴 R-1 withheld"]);
    },
  );
});

it.each(["its name", "its id"])(
  "a Rail of ours that the service does not show just now is known by %s, without its instructions",
  async (by) => {
    const world = await aWorld(database);
    const ref = await approved(world);
    const { railId } = expectState(await runJobs(world, ref), "done");
    const show = async (where: World) => {
      const what = by === "its id" ? railId : "Payroll float";
      return textOf(await showAnswer(deps(where), where.workspaceId, what));
    };
    const before = await show(world);
    expect(before).toContain("IBAN");

    const said = await show(withoutRails(world));

    expect(said).toBe(`R-1 has this Rail, but the Rail service does not show it just now.
Its deposit instructions are not shown until it does. Try again in a moment; /rail show R-1 shows the request.
If it stays like this, an administrator has to ask the Rail service why.`);
    expect(await show(world)).toBe(before);
  },
);

it("a Rail that nobody knows gets an answer that says so", async () => {
  const world = await aWorld(database);

  const said = textOf(await showAnswer(deps(world), world.workspaceId, "rail_unknown"));

  expect(said).toContain("No match for “rail_unknown”");
});

it("a Rail is found by part of its name, case and accents aside; several are a list, the newest first", async () => {
  const world = await aWorld(database);
  const show = async (what: string) =>
    textOf(await showAnswer(deps(world), world.workspaceId, what));
  const ref = await approved(world, { name: "Zürich Payroll" });
  expectState(await runJobs(world, ref), "done");
  expect(await show("zurich")).toContain("# Pay into Zürich Payroll");

  expectState(await runJobs(world, await approved(world, { name: "Payroll two" })), "done");

  expect(await show("PAYROLL")).toBe(`# Several matches for “PAYROLL”
Payroll two · R-2  [Open]
Zürich Payroll · R-1  [Open]`);
});
