import { expect, it } from "vitest";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { tellOfUnapproved } from "../../src/rail/creating/tell-of-unapproved.ts";
import { linkRail } from "../../src/rail/creating/verify-rail.ts";
import { knownRailRows, railStatus } from "../../src/rail/screens/rail-row.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { serviceIdOf } from "../../src/request/rules/destination.ts";
import { oneUnanswered } from "../services/at-the-service.ts";
import { railElsewhere } from "../services/register-steps.ts";
import { approved, delivery, expectState, runJobs, stateOf } from "../services/steps.ts";
import { aWorld, withApi } from "../services/world.ts";
import { after, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

/** Somebody with the token makes a Rail past Signalbox. It is read, and the approvers are told. */
async function madeElsewhere() {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId } = world;
  const [into] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
  if (!into) throw new Error("A wallet is registered");
  const rail = await railElsewhere(world, serviceIdOf(into));
  await readRails(deps, workspaceId);
  await tellOfUnapproved(deps, workspaceId);
  const listed = async () =>
    (await knownRailRows(deps.db, connectionId)).map(({ known }) => railStatus(known));
  expect(await listed()).toEqual(["🔴 Not approved here"]);
  return { world, rail, listed };
}

it("a Rail that was known, and told of as not approved here, before the request existed cannot become that request's by one approver's word", async () => {
  const { world, rail, listed } = await madeElsewhere();

  // Only then is a Rail of the same route requested, approved and sent; its answer is lost.
  const ref = await oneUnanswered(world);
  world.now.value = after({ minutes: 2 });
  const linked = await linkRail(world.deps, {
    ...ref,
    by: BEN,
    railId: rail.id ?? "",
    delivery: delivery(),
  });
  if (linked.ok) await runJobs(world, ref);

  expect(await listed()).toEqual(["🔴 Not approved here"]);
  expect(linked).toMatchObject({ ok: false });
});

it("nor by the service, which answers the request for a new Rail with it", async () => {
  const { world, rail } = await madeElsewhere();
  const ref = await approved(world);
  const lying = withApi(world, () => ({ createRail: async () => rail }));

  await runJobs(lying, ref);

  const { railIds, differences } = expectState(await stateOf(world, ref), "quarantined");
  expect(railIds).toEqual([rail.id]);
  expect(differences).toMatchObject([{ field: "id", expected: "a new Rail" }]);
  expect(world.posted).toEqual([]);
});
