import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runExport } from "../../src/evidence/export/run-export.ts";
import { signHead } from "../../src/evidence/sign-heads.ts";
import { must, requested } from "../services/steps.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { aSigningWorld } from "./history.ts";

const database = useTestStore();

it("an export does not verify where the entries at its end were cut after they had been signed", async () => {
  const world = await aSigningWorld(database, onTestFinished);
  const { deps, workspaceId, now } = world;
  await requested(world);
  await requested(world, { name: "Cut" });
  now.value = "2026-03-04T00:00:00.000Z";
  await signHead(deps, workspaceId);
  const [first] = await listAudit(deps.db, workspaceId);
  await deps.db
    .deleteFrom("audit")
    .where("workspace_id", "=", workspaceId)
    .where("sequence", ">", 1)
    .execute();
  await deps.db
    .updateTable("workspaces")
    .set({ last_audit_sequence: 1, last_audit_hash: first?.hash ?? "" })
    .where("id", "=", workspaceId)
    .execute();
  now.value = "2026-03-06T00:00:00.000Z";

  const into = mkdtempSync(join(tmpdir(), "signalbox-cut-"));
  onTestFinished(() => rmSync(into, { recursive: true }));
  const asked = { workspaceId, from: "2026-03-01", to: "2026-03-05" };
  const { problems } = must(await runExport(deps, asked, ANA, into));

  expect(problems.join()).toContain("entry 2 is not in this export");
});

it("an export verifies where two processes signed within a minute and their clocks differ", async () => {
  const world = await aSigningWorld(database, onTestFinished);
  const { deps, workspaceId, now } = world;
  await requested(world);
  now.value = "2026-03-04T00:00:20.000Z";
  await signHead(deps, workspaceId);
  await requested(world, { name: "Later" });
  now.value = "2026-03-04T00:00:00.000Z";
  await signHead(deps, workspaceId);
  now.value = "2026-03-06T00:00:00.000Z";

  const into = mkdtempSync(join(tmpdir(), "signalbox-cut-"));
  onTestFinished(() => rmSync(into, { recursive: true }));
  const asked = { workspaceId, from: "2026-03-01", to: "2026-03-04T00:00:10Z" };
  const { problems } = must(await runExport(deps, asked, ANA, into));

  expect(problems).toEqual([]);
});
