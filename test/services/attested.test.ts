import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { verifyRail } from "../../src/rail/creating/verify-rail.ts";
import { showRail } from "../../src/rail/screens/show.ts";
import { alarm } from "../../src/request/posting/alarm.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { tagText } from "../../src/request/rules/outcome/tag.ts";
import { altered, leavesOf, without, withValue } from "../domain/leaves.ts";
import { listAudit } from "../support/audit-of.ts";
import { aPolicy, NOW } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { makeTaggedRail } from "./at-the-service.ts";
import { backupOf } from "./backup.ts";
import { aSpoiledWorld } from "./spoiling.ts";
import { approved, expectState, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";

const database = useTestStore();

/** What the service may show otherwise, since nobody approved it and nobody pays to it. Anything else stops the Rail. */
const NOT_JUDGED = [
  "created_at",
  "human",
  "source.type",
  "destination.type",
  "destination.wallet.display_name",
  "destination.bank_account.display_name",
  "destination.bank_account.account_number",
  "destination.bank_account.sort_code",
  "destination.bank_account.bic_swift",
  "destination.bank_account.reference",
];
const isJudged = (path: string) =>
  !NOT_JUDGED.some((each) => path === each || path.startsWith(`${each}.`)) &&
  !path.startsWith("metadata.");

const WAYS = [
  ["another value", altered],
  ["null", (tree: object, path: string) => withValue(tree, path, null)],
  ["nothing", without],
] as const;

/** Created and confirmed, and not read back yet. */
async function created(world: World, type: "ON_RAMP" | "OFF_RAMP"): Promise<RequestRef> {
  const ref = await approved(world, { type });
  await createRail(world.deps, ref);
  expectState(await stateOf(world, ref), "created");
  return ref;
}

/** What it comes to when the Rail is read back; `unreadable` where the answer is not even a Rail. */
async function readBack(world: World, ref: RequestRef): Promise<string> {
  world.jobs.length = 0;
  world.posted.length = 0;
  try {
    await verifyRail(world.deps, ref);
  } catch (error) {
    if (!(error instanceof RailApiError)) throw error;
    expectState(await stateOf(world, ref), "created");
    return "unreadable";
  }
  const { status } = await stateOf(world, ref);
  return status === "verified" ? (await runJobs(world, ref)).status : status;
}

/** Stopped: nobody is told how to pay, not by `/rail show` either, and people are called, with what differs. */
async function expectStopped(
  world: World,
  ref: RequestRef,
  { railId, names, what }: { railId: string; names: readonly string[]; what: string },
): Promise<void> {
  const { workspaceId, deps, jobs, posted } = world;
  expect(posted, what).toEqual([]);
  expect(jobs, what).toContainEqual({ name: "raise-alarm", request: ref });
  const request = await findRequest(deps.db, ref);
  if (!request) throw new Error("There is no such request");
  const said = JSON.stringify(alarm({ request, currentPolicy: aPolicy(), now: NOW }));
  for (const name of names) expect(said, what).toContain(name);
  expect(await showRail(deps, workspaceId, railId), what).toMatchObject({ kind: "withheld" });
}

describe.each(["ON_RAMP", "OFF_RAMP"] as const)("a created %s", (type) => {
  it("is stopped by every single field that the service shows otherwise, and the alarm names it", {
    timeout: 120_000,
  }, async () => {
    const { world, spoil } = await aSpoiledWorld(database);
    const ref = await created(world, type);
    const { railId } = expectState(await stateOf(world, ref), "created");
    const restore = await backupOf(database, ref);
    let shown: object = {};
    spoil.with = (data) => {
      shown = data;
      return data;
    };
    expect(await readBack(world, ref)).toBe("done");
    const paths = leavesOf(shown);
    const stoppedBy = new Set<string>();

    for (const path of paths) {
      for (const [way, change] of WAYS) {
        const what = `${path}: ${way}`;
        const spoiled = change(shown, path);
        if (JSON.stringify(spoiled) === JSON.stringify(shown)) continue;
        await restore();
        spoil.with = () => spoiled;

        const end = await readBack(world, ref);

        if (!isJudged(path)) {
          expect(["done", "unreadable"], what).toContain(end);
          continue;
        }
        expect(["quarantined", "unreadable"], what).toContain(end);
        expect(world.posted, what).toEqual([]);
        if (end === "unreadable") continue;
        stoppedBy.add(path);
        await expectStopped(world, ref, { railId, names: [path], what });
      }
    }

    // A type that is no type cannot be read at all; another type is tried below.
    const judged = paths.filter(isJudged);
    expect(judged.filter((path) => !stoppedBy.has(path))).toEqual(["type"]);
    expect(judged.length).toBeGreaterThanOrEqual(11);
  });

  it("is stopped when the service shows a Rail of another type", async () => {
    const { world, spoil } = await aSpoiledWorld(database);
    const ref = await created(world, type);
    const { railId } = expectState(await stateOf(world, ref), "created");
    spoil.with = (data) => ({ ...data, type: "EXCHANGE" });

    expect(await readBack(world, ref)).toBe("quarantined");

    await expectStopped(world, ref, { railId, names: ["type", "EXCHANGE"], what: "its type" });
  });

  it("goes on without a tag, which the audit notes, and is stopped by a wrong one", async () => {
    const { world, spoil } = await aSpoiledWorld(database);
    const ref = await created(world, type);
    const { railId } = expectState(await stateOf(world, ref), "created");
    const request = await findRequest(world.deps.db, ref);
    if (!request) throw new Error("There is no such request");
    const { id: requestId, digest } = request;
    const restore = await backupOf(database, ref);
    const tagged = (...external_id: unknown[]) => {
      spoil.with = (data) => ({ ...data, metadata: { external_id } });
    };

    for (const absent of [() => tagged(), () => tagged("her own words", 7)]) {
      await restore();
      absent();
      expect(await readBack(world, ref)).toBe("done");
      const audit = await listAudit(world.deps.db, world.workspaceId);
      const noted = audit.filter(({ action }) => action === "verified").at(-1);
      expect(JSON.parse(noted?.facts ?? "{}")).toMatchObject({
        notes: ["The service did not echo the tag"],
      });
    }

    for (const wrong of [
      { requestId, digest: "0".repeat(64) },
      { requestId: "00000000-0000-4000-8000-000000000000", digest },
    ]) {
      await restore();
      tagged(tagText(wrong));
      expect(await readBack(world, ref)).toBe("quarantined");
      await expectStopped(world, ref, {
        railId,
        names: ["metadata.external_id", `${wrong.requestId}:${wrong.digest.slice(0, 16)}`],
        what: JSON.stringify(wrong),
      });
    }
  });

  it("is stopped again when it is shown later and has been altered meanwhile", async () => {
    const { world, spoil } = await aSpoiledWorld(database);
    const ref = await created(world, type);
    expect(await readBack(world, ref)).toBe("done");
    const { railId } = expectState(await stateOf(world, ref), "done");
    const show = () => showRail(world.deps, world.workspaceId, railId);
    expect(await show()).toMatchObject({ kind: "rail" });
    const field = type === "ON_RAMP" ? "source.bank_account.iban" : "source.wallet.address";
    spoil.with = (data) => altered(data, field);
    world.jobs.length = 0;
    world.posted.length = 0;

    expect(await show()).toMatchObject({ kind: "withheld", request: { id: ref.requestId } });

    expectState(await stateOf(world, ref), "quarantined");
    await expectStopped(world, ref, { railId, names: [field], what: "shown later" });
    // What was seen once is not forgotten when the service shows the former value again.
    spoil.with = (data) => data;
    expect(await show()).toMatchObject({ kind: "withheld" });
  });

  it("is not posted when it is altered between the reading back and the posting", async () => {
    const { world, spoil } = await aSpoiledWorld(database);
    const ref = await created(world, type);
    await verifyRail(world.deps, ref);
    expectState(await stateOf(world, ref), "verified");
    spoil.with = (data) => altered(data, "destination.asset");

    expect((await runJobs(world, ref)).status).toBe("quarantined");
    expect(world.posted).toEqual([]);
  });
});

describe("two Rails with the tag of one request", () => {
  it("are quarantined both, also when they are seen in a look for the Rail of another one", async () => {
    const { world } = await aSpoiledWorld(database);
    const ref = await created(world, "ON_RAMP");
    await verifyRail(world.deps, ref);
    const other = await approved(world, { name: "Another" });
    const second = await makeTaggedRail(world, ref);

    await createRail(world.deps, other);

    expect(expectState(await stateOf(world, ref), "quarantined").railIds).toContain(second);
    expectState(await stateOf(world, other), "created");
  });

  it("are quarantined both, when one of them has been told how to pay into", async () => {
    const { world } = await aSpoiledWorld(database);
    const ref = await created(world, "ON_RAMP");
    expect(await readBack(world, ref)).toBe("done");
    const { railId } = expectState(await stateOf(world, ref), "done");
    const second = await makeTaggedRail(world, ref);
    world.jobs.length = 0;
    world.posted.length = 0;

    await readRails(world.deps, world.workspaceId);

    const { railIds } = expectState(await stateOf(world, ref), "quarantined");
    expect([...railIds].sort()).toEqual([railId, second].sort());
    for (const each of railIds) {
      await expectStopped(world, ref, { railId: each, names: [railId, second], what: each });
    }
  });
});
