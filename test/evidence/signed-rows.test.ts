import { expect, it, onTestFinished } from "vitest";
import type { CheckingRows } from "../../src/evidence/check-rows.ts";
import { checkRows } from "../../src/evidence/check-rows.ts";
import { renewEverywhere } from "../../src/evidence/renew-everywhere.ts";
import { freezeFacts } from "../../src/freeze/freeze-facts.ts";
import { freezeNotice } from "../../src/freeze/freeze-messages.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { whyFailed } from "../../src/platform/queue/why-failed.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { lastMarks } from "../../src/request/queries/row-macs.ts";
import { signEverything } from "../../src/request/sign-rows.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { approved, delivery, jobOf, must, resumeNow, runJobs, stateOf } from "../services/steps.ts";
import type { World } from "../services/world.ts";
import { aWorld } from "../services/world.ts";
import { anInstallation } from "../support/an-installation.ts";
import { BEN, CAL, NOW } from "../support/builders.ts";
import { plainText } from "../support/plain-text.ts";
import { useTestStore } from "../support/use-store.ts";

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

const store = useTestStore();

interface Watched extends World {
  said: Message[];
  check(): Promise<void>;
}

async function aSignedWorld(): Promise<Watched> {
  const world = watched(await aWorld(store, { atTheEnd: onTestFinished }));
  await store.transaction((tx) =>
    signEverything(tx.db, world.deps.seal, world.workspaceId, { at: NOW, actor: BEN }),
  );
  return world;
}

function watched(world: World): Watched {
  const said: Message[] = [];
  const post = async (_: string, channelId: string, message: Message) => {
    said.push(message);
    return { channelId, ts: `${said.length}` };
  };
  const context: CheckingRows = {
    ...world.deps,
    messenger: { ...world.deps.messenger, post },
    approvalsChannelOf: async () => "C0APPROVALS",
  };
  return { ...world, said, check: () => checkRows(context, world.workspaceId, "all") };
}

/** Somebody with access to the database gives every request of the workspace more time. */
async function edited({ workspaceId }: World, expires_at = new Date("2027-01-01")): Promise<void> {
  await store.db
    .updateTable("requests")
    .set({ expires_at })
    .where("workspace_id", "=", workspaceId)
    .execute();
}

const withKeys = <W extends World>(world: W, ...keys: [Buffer, ...Buffer[]]): W => ({
  ...world,
  deps: { ...world.deps, seal: createSeal(keys) },
});
const isFrozen = async ({ deps, workspaceId }: World) =>
  (await findFreeze(deps.db, workspaceId)).frozen !== null;

it("accepts what a former release wrote until approvers resume sending, and says what they confirm by it", async () => {
  const world = watched(await aWorld(store, { atTheEnd: onTestFinished }));
  const { deps, workspaceId } = world;
  const ref = await approved(world);
  await edited(world);
  await world.check();
  expect(await runJobs(world, ref)).toMatchObject({ status: "done" });

  const another = await approved(world, { name: "Another" });
  must(await freezeSending(deps, { workspaceId, by: BEN, reason: "New", delivery: delivery() }));
  const notice = async () => plainText(freezeNotice(await freezeFacts(deps, workspaceId)).blocks);
  expect(await notice()).toMatch(
    /confirms: policy version 1, 2 destinations and \d open requests?/,
  );
  must(await resumeNow(world, BEN));
  must(await resumeNow(world, CAL));
  await world.check();
  expect([world.said, await isFrozen(world)]).toEqual([[], false]);

  await edited(world, new Date("2028-01-01"));
  await jobOf(deps)("create-rail", another);
  expect(await stateOf(world, another)).toMatchObject({
    status: "needs-a-person",
    question: "tampered",
  });
  expect(world.posts()).toBe(1);
  await world.check();
  expect([world.said.length, await isFrozen(world)]).toEqual([1, true]);
  expect(await notice()).not.toContain("confirms");
});

it("tells of a row once, and again after it was put right and edited anew", async () => {
  const world = await aSignedWorld();
  const ref = await approved(world);
  const { expires_at } = await store.db
    .selectFrom("requests")
    .select("expires_at")
    .where("id", "=", ref.requestId)
    .executeTakeFirstOrThrow();
  await edited(world);
  await world.check();
  must(await resumeNow(world, BEN));
  must(await resumeNow(world, CAL));
  await world.check();
  expect([world.said.length, await isFrozen(world)]).toEqual([1, false]);
  expect(world.said[0]?.text).toBe("The database was changed: 1 row");

  await edited(world, expires_at);
  await world.check();
  expect(await runJobs(world, ref)).toMatchObject({ status: "done" });
  await edited(world);
  await world.check();
  expect([world.said.length, await isFrozen(world)]).toEqual([2, true]);
});

it("keeps the outcome of what was sent, and signs no row that was edited meanwhile", async () => {
  const world = await aSignedWorld();
  const { deps, workspaceId } = world;
  const ref = await approved(world);
  const api = await deps.railApis(workspaceId, world.connectionId);
  const railApis = async () => ({
    ...api,
    createRail: async (...sent: Parameters<typeof api.createRail>) => {
      const rail = await api.createRail(...sent);
      await edited(world);
      return rail;
    },
  });
  await jobOf({ ...deps, railApis })("create-rail", ref);

  expect(await stateOf(world, ref)).toMatchObject({ status: "created" });
  await world.check();
  expect(world.said).toHaveLength(1);
});

it("holds a workspace whose key is missing and says so, without freezing it, and goes on once the key is back", async () => {
  const world = await aSignedWorld();
  const ref = await approved(world);
  const lost = withKeys(world, NEW);
  const missing = { code: "cannot-unseal" };

  const failed = await jobOf(lost.deps)("create-rail", ref).catch((error: unknown) => error);
  expect(failed).toMatchObject(missing);
  expect(whyFailed(failed)).toMatch(/signed with the key \S+, which ENCRYPTION_KEYS lacks\. Put/);
  await expect(
    checkRows({ ...lost.deps, approvalsChannelOf: async () => null }, world.workspaceId, "all"),
  ).rejects.toMatchObject(missing);
  expect([world.posts(), await isFrozen(world)]).toEqual([0, false]);

  expect(await runJobs(withKeys(world, NEW, OLD), ref)).toMatchObject({ status: "done" });
});

it("renews codes under another key, and never that of an edited row", async () => {
  const world = await aSignedWorld();
  const ref = await approved(world);
  const edit = await approved(world, { name: "Edited" });
  await store.db
    .updateTable("requests")
    .set({ requested_by: BEN })
    .where("id", "=", edit.requestId)
    .execute();
  const rotated = createSeal([NEW, OLD]);

  const { doubted } = await renewEverywhere(store.db, rotated);

  expect(doubted).toContain(`requests/${edit.requestId} of workspace ${world.workspaceId}`);
  const refs = [ref, edit].map(({ requestId: id }) => ({ table: "requests", id }) as const);
  const marks = await lastMarks(store.db, world.workspaceId, refs);
  const keys = refs.map(({ id }) => marks.get(`requests/${id}`)?.key === rotated.rows.key);
  expect(keys).toEqual([true, false]);
  const now = { type: "void", because: "A test" } as const;
  const onlyNew = { ...world.deps, seal: createSeal([NEW]) };
  expect((await applyCommand(onlyNew, ref, now)).ok).toBe(true);
});

it("signs a workspace from its start, which may write only signed rows from then on", async () => {
  const { seal } = (await aSignedWorld()).deps;
  const installation = anInstallation("T0FRESH001");
  await createInstallations(store.db, seal).save(installation, NOW);

  const refs = (["policies", "connections", "freezes"] as const).map((table) => ({
    ...{ table, id: "now" },
  }));
  const marks = await lastMarks(store.db, installation.id, refs);
  expect([...marks.keys()].sort()).toEqual(["connections/now", "freezes/now", "policies/now"]);
});
