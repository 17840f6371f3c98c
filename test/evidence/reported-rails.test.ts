import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runExport } from "../../src/evidence/export/run-export.ts";
import { signHead } from "../../src/evidence/sign-heads.ts";
import { disputeRail } from "../../src/rail/disputes/dispute-rail.ts";
import { reportProblem } from "../../src/rail/disputes/report-problem.ts";
import { approved, delivery, expectState, must, requested, runJobs } from "../services/steps.ts";
import { ANA, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { aSigningWorld } from "./history.ts";
import { startSecondVerifier } from "./second-verifier.ts";

const database = useTestStore();

it("an export verifies where a problem with an approved Rail was reported, in its own period or a later one", async () => {
  const world = await aSigningWorld(database, onTestFinished);
  const { deps, workspaceId, now } = world;
  const { railId } = expectState(await runJobs(world, await approved(world)), "done");
  await requested(world, { name: "Left alone" });
  const about = { workspaceId, railId, delivery: delivery() };
  await reportProblem(deps, { ...about, by: ANA, reason: "Closed" });
  const reportedAt = now.value;
  now.value = "2026-03-05T00:00:00.000Z";
  await signHead(deps, workspaceId);
  await disputeRail(deps, { ...about, by: BEN, reportedAt, delivery: delivery() });
  now.value = "2026-03-06T00:00:00.000Z";
  await signHead(deps, workspaceId);

  for (const [from, to] of [
    ["2026-03-01", "2026-03-05"],
    ["2026-03-05", "2026-03-06"],
  ] as const) {
    const into = mkdtempSync(join(tmpdir(), "signalbox-reported-"));
    onTestFinished(() => rmSync(into, { recursive: true }));
    const made = must(await runExport(deps, { workspaceId, from, to }, ANA, into));
    using second = startSecondVerifier(made.fingerprint);

    expect([made.problems, await second.says(into)]).toEqual([[], "verified"]);
  }
});
