import { expect, it } from "vitest";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { approvedChange, retiring, toAdopt } from "../services/register-steps.ts";
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
  const change = await toAdopt(world);
  const newRail = await requested(world);
  const adoption = await asked(world, change);

  const retirement = await approvedChange(world, retiring(into));
  expect((await runJobs(world, retirement)).status).toBe("in-force");

  expect((await runJobs(world, refOf(newRail))).status).toBe("voided");
  expect(await approves(world, adoption, BEN)).toMatchObject({ ok: false });
  // Nobody can approve it any more: its card must not go on asking people to.
  expect((await runJobs(world, refOf(adoption))).status).toBe("voided");
});
