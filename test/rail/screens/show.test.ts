import { expect, it } from "vitest";
import { showAnswer } from "../../../src/rail/screens/show.ts";
import { toAdopt } from "../../services/register-steps.ts";
import { asked } from "../../services/setup-steps.ts";
import {
  approved,
  bothApprove,
  expectState,
  refOf,
  runJobs,
  stateOf,
} from "../../services/steps.ts";
import { aWorld, moveTo, withApi } from "../../services/world.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

it("shows the request of a Rail that belongs to a former connection, and no instructions", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const { railId } = expectState(await runJobs(world, ref), "done");
  const shown = async (what: string) =>
    plainText(
      (await showAnswer({ ...world.deps, command: "/rail" }, world.workspaceId, what)).blocks,
    );
  expect(await shown("Payroll")).toContain("Pay into");

  await moveTo(database, world, "production");

  for (const what of ["Payroll float", railId]) {
    const text = await shown(what);
    expect(text).toContain("R-1");
    expect(text).not.toContain("No match");
    expect(text).not.toContain("Pay into");
  }
});

it("shows nothing to pay with where the service answers with the quarantined Rail of another request", async () => {
  const world = await aWorld(database);
  const { workspaceId } = world;
  const adopted = await toAdopt(world);
  const adoption = await asked(world, adopted);
  await bothApprove(world, adoption);
  expectState(await runJobs(world, refOf(adoption)), "in-force");
  const ref = await approved(world);
  const { railId, issued } = expectState(await runJobs(world, ref), "done");
  if (!issued) throw new Error("It was issued");
  const untagged = { ...issued, metadata: [] };
  const answering = withApi(world, () => ({ getRail: async () => untagged }));
  const shown = async (what: string) =>
    plainText(
      (await showAnswer({ ...answering.deps, command: "/rail" }, workspaceId, what)).blocks,
    );
  const elsewhere = { ...issued.destination, asset: "USDC" };
  const other = withApi(world, () => ({
    getRail: async () => ({ ...untagged, destination: elsewhere }) as typeof issued,
  }));
  await showAnswer({ ...other.deps, command: "/rail" }, workspaceId, railId);
  expectState(await stateOf(world, ref), "quarantined");

  for (const what of [railId, railId.toUpperCase(), adopted.railId]) {
    expect(await shown(what), what).not.toContain("Pay into");
  }
});
