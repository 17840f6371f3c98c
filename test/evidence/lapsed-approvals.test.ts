import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runExport } from "../../src/evidence/export/run-export.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { approves, expectState, must, refOf, requested, runJobs } from "../services/steps.ts";
import { ANA, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { savePolicy } from "../support/set-up.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";
import { aSigningWorld } from "./history.ts";

const ends: (() => Promise<void>)[] = [];
let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await store.close();
});

it("an export names those whose approvals counted as those who approved", async () => {
  const world = await aSigningWorld(store, (end) => void ends.push(end));
  const rule = { approvers: [BEN, CAL, DAN], approvalsRequired: 2 };
  const usual = usualPolicy({ rails: rule, destinations: rule, coolDownHours: 0 });
  await savePolicy(store.db, world.workspaceId, { ...usual, version: 1 } as never, NOW);
  const request = await requested(world);
  must(await approves(world, request, BEN));
  must(await approves(world, request, CAL));
  // Ben leaves the company before it is sent: his approval does not count.
  world.standings[BEN] = "deactivated";
  expect((await runJobs(world, refOf(request))).status).toBe("pending");
  must(await approves(world, request, DAN));
  expectState(await runJobs(world, refOf(request)), "done");

  const into = mkdtempSync(join(tmpdir(), "h2-"));
  world.now.value = "2026-03-20T00:00:00.000Z";
  const answer = await runExport(
    world.deps,
    { workspaceId: world.workspaceId, from: "2026-03-01", to: "2026-03-19" },
    ANA,
    into,
  );
  if (!answer.ok) throw new Error(answer.because);
  const rowOf = (path: string) =>
    readFileSync(join(into, path), "utf8")
      .split("\n")
      .find((each) => each.startsWith("R-1,")) ?? "";
  const [population, segregation] = [rowOf("requests.csv"), rowOf("segregation.csv")];
  expect(answer.problems).toEqual([]);
  for (const row of [population, segregation]) {
    expect(row).toContain(CAL);
    expect(row).toContain(DAN);
    // Or it says that his approval had lapsed.
    expect(row.includes(BEN) && !/lapsed/.test(row)).toBe(false);
  }
});
