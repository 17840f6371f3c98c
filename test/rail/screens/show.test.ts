import { expect, it } from "vitest";
import { showAnswer } from "../../../src/rail/screens/show.ts";
import { approved, expectState, runJobs } from "../../services/steps.ts";
import { aWorld, moveTo } from "../../services/world.ts";
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
