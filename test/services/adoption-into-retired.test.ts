import { expect, it } from "vitest";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { findSeenRail } from "../../src/request/queries/disputes.ts";
import type { AdoptRail } from "../../src/request/rules/change.ts";
import { destinationFacts, detailsOf, serviceIdOf } from "../../src/request/rules/destination.ts";
import { approvedChange, railElsewhere, readAll, retiring } from "../services/register-steps.ts";
import { asked } from "../services/setup-steps.ts";
import { approves, refOf, requested, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

it("an adoption ends, as a new Rail does, once its destination is retired", async () => {
  const world = await aWorld(database);
  const { deps, connectionId } = world;
  const [into] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
  if (!into) throw new Error("A wallet is registered");
  const { id } = await railElsewhere(world, serviceIdOf(into));
  await readAll(world);
  const seen = await findSeenRail(deps.db, connectionId, id ?? "");
  if (!seen) throw new Error("The service has shown it");
  const { railId, type, sourceAsset, destinationAsset, source, destination } = seen;
  const change: AdoptRail = {
    ...{ kind: "adopt-rail", name: "Old payroll", reason: "Made by hand" },
    ...{ railId, type, sourceAsset, destinationAsset, source, destination },
    details: detailsOf(into),
    destinationId: serviceIdOf(into),
    destinationName: destinationFacts(into).name,
  };
  const newRail = await requested(world);
  const adoption = await asked(world, change);

  const retirement = await approvedChange(world, retiring(into));
  expect((await runJobs(world, retirement)).status).toBe("in-force");

  expect((await runJobs(world, refOf(newRail))).status).toBe("voided");
  const approval = await approves(world, adoption, BEN);
  console.log(approval.ok, !approval.ok && approval.refusal);
  expect(approval).toMatchObject({ ok: false });
  // Nobody can approve it any more: its card must not go on asking people to.
  expect((await runJobs(world, refOf(adoption))).status).toBe("voided");
});
