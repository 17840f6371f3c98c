import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { reconcileRail } from "../../src/rail/creating/reconcile-rail.ts";
import type { RailAnswers } from "../../src/rail/screens/draft-rail.ts";
import { noteRestored } from "../../src/request/queries/freezes.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import { isRailRequest } from "../../src/request/rules/change-request.ts";
import { tagText } from "../../src/request/rules/outcome/tag.ts";
import { moreRemediesAt } from "../../src/request/rules/remedies-for.ts";
import type { TestStore } from "../support/store.ts";
import { approved, expectState, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, withApi } from "./world.ts";

/** What happens at the Rail service without a service of ours taking part. */

/** A Rail as this request asks for, with the request's tag: as a POST that took its time, or was made twice. */
export async function makeTaggedRail(world: World, ref: RequestRef): Promise<string> {
  const { id, digest } = await railRequest(world, ref);
  return makeRail(world, ref, [tagText({ requestId: id, digest })]);
}

/** A Rail as this request asks for, with this metadata: without any, as one that somebody made by hand. */
export async function makeRail(
  world: World,
  ref: RequestRef,
  metadata: readonly string[] = [],
): Promise<string> {
  const { deps, workspaceId, connectionId } = world;
  const { content } = await railRequest(world, ref);
  const rails = await deps.railApis(workspaceId, connectionId);
  const { id } = await rails.createRail(content.change.spec, metadata);
  if (id === null) throw new Error("The service gave no id");
  return id;
}

async function railRequest({ deps }: World, ref: RequestRef) {
  const request = await findRequest(deps.db, ref);
  if (!request || !isRailRequest(request)) throw new Error("There is no such request for a Rail");
  return request;
}

/** A request whose only POST was lost on its way to the service: of unknown outcome, and without a Rail. */
export async function unanswered(
  database: TestStore,
  fields: Partial<RailAnswers> = {},
): Promise<{ world: World; ref: RequestRef }> {
  const world = await aWorld(database);
  return { world, ref: await oneUnanswered(world, fields) };
}

export async function oneUnanswered(
  world: World,
  fields: Partial<RailAnswers> = {},
): Promise<RequestRef> {
  const ref = await approved(world, fields);
  world.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-before-commit" } });
  await createRail(world.deps, ref);
  expectState(await stateOf(world, ref), "unknown");
  return ref;
}

/** Looks as often as Signalbox does by itself, each time as soon as it may. */
export async function untilAPersonIsAsked(world: World, ref: RequestRef): Promise<void> {
  for (let state = await stateOf(world, ref); state.status === "unknown"; ) {
    world.now.value = state.nextLookAt;
    await reconcileRail(world.deps, ref);
    state = await stateOf(world, ref);
  }
  expectState(await stateOf(world, ref), "needs-a-person");
}

/** Until people may release one more attempt. */
export async function untilReleasable(world: World, ref: RequestRef): Promise<void> {
  await untilAPersonIsAsked(world, ref);
  world.now.value = moreRemediesAt(await railRequest(world, ref)) ?? world.now.value;
}

/** The database is found to be an older one, and people let sending go on. */
export async function afterARestore(world: World): Promise<void> {
  const { deps, workspaceId, now } = world;
  await deps.transaction((tx) => noteRestored(tx.db, workspaceId, now.value));
}

/** The service does not show any Rail yet, and counts none either. */
export const showsNothing = (world: World): World => withApi(world, () => ({ listRails: noRails }));

async function* noRails(): ReturnType<RailApi["listRails"]> {
  yield { rails: [], total: 0 };
}

/** The service counts one Rail more than it shows. */
export const hidesOne = (world: World): World =>
  withApi(world, (api) => ({
    async *listRails() {
      for await (const { rails, total } of api.listRails()) yield { rails, total: total + 1 };
    },
  }));
