import { expect, it } from "vitest";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import { tellOfUnapproved } from "../../src/rail/creating/tell-of-unapproved.ts";
import { linkRail } from "../../src/rail/creating/verify-rail.ts";
import { knownRailRows, railStatus } from "../../src/rail/screens/rail-row.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { serviceIdOf } from "../../src/request/rules/destination.ts";
import { oneUnanswered } from "../services/at-the-service.ts";
import { railElsewhere } from "../services/register-steps.ts";
import { delivery, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { after, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

it("a Rail that was known, and told of as not approved here, before the request existed cannot become that request's by one approver's word", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId } = world;
  const [into] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
  if (!into) throw new Error("A wallet is registered");
  // Somebody with the token makes a Rail past Signalbox. It is read, and the approvers are told.
  const { id: railId } = await railElsewhere(world, serviceIdOf(into));
  await readRails(deps, workspaceId);
  await tellOfUnapproved(deps, workspaceId);
  const listed = async () =>
    (await knownRailRows(deps.db, connectionId)).map(({ known }) => railStatus(known));
  expect(await listed()).toEqual(["🔴 Not approved here"]);

  // Only then is a Rail of the same route requested, approved and sent; its answer is lost.
  const ref = await oneUnanswered(world);
  world.now.value = after({ minutes: 2 });
  const linked = await linkRail(deps, {
    ...ref,
    by: BEN,
    railId: railId ?? "",
    delivery: delivery(),
  });
  if (linked.ok) await runJobs(world, ref);

  expect(await listed()).toEqual(["🔴 Not approved here"]);
  expect(linked).toMatchObject({ ok: false });
});
