import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { runExport } from "../../src/evidence/export/run-export.ts";
import { signHead } from "../../src/evidence/sign-heads.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { forgetLeft, uninstallWorkspace } from "../../src/workspace/install/app-removed.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { installWorkspace } from "../../src/workspace/install/install-workspace.ts";
import { must, requested } from "../services/steps.ts";
import { anInstallation } from "../support/an-installation.ts";
import { ANA } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { aSigningWorld } from "./history.ts";
import { startSecondVerifier } from "./second-verifier.ts";

const database = useTestStore();

it("an honest export verifies also after the app was removed, its history deleted in time, and the app installed again", async () => {
  const world = await aSigningWorld(database, onTestFinished);
  const installations = createInstallations(database.db, createSeal([Buffer.alloc(32, 7)]));
  const deps = { ...world.deps, installations, isRemoved: async () => false };
  const { workspaceId: id, now } = world;
  await installWorkspace(deps, anInstallation(id));
  await requested(world);
  now.value = "2026-03-04T09:00:00.000Z";
  await signHead(world.deps, id);

  await uninstallWorkspace(deps, { id, appId: "A0SIGNAL1", at: now.value });
  const chore = () => forgetLeft({ ...deps, dataKeptDays: 30 });
  // Ends what waited.
  await chore();
  await sql`update departures set left_at = left_at - make_interval(days => 31) where workspace_id = ${id}`.execute(
    database.db,
  );
  for (let round = 0; round < 3; round += 1) await chore();
  const [departure] = await database.db
    .selectFrom("departures")
    .selectAll()
    .where("workspace_id", "=", id)
    .execute();
  expect(departure?.audit_deleted_at).not.toBeNull();

  now.value = "2026-05-01T09:00:00.000Z";
  await installWorkspace(deps, anInstallation(id));
  now.value = "2026-05-02T09:00:00.000Z";
  await signHead(world.deps, id);
  now.value = "2026-07-01T09:00:00.000Z";
  await signHead(world.deps, id);

  const exported = async (from: string, to: string) => {
    const into = mkdtempSync(join(tmpdir(), "signalbox-return-"));
    onTestFinished(() => rmSync(into, { recursive: true }));
    const answer = must(await runExport(world.deps, { workspaceId: id, from, to }, ANA, into));
    using second = startSecondVerifier(answer.fingerprint);
    return { ...answer, second: await second.says(into) };
  };
  // Begins while the app was removed: every entry since the return is there, and in its place.
  for (const from of ["2026-04-01", "2026-01-01"]) {
    expect(await exported(from, "2026-07-01")).toMatchObject({
      problems: [],
      summary: expect.stringContaining("was deleted in its time"),
      second: "verified",
    });
  }

  // Whoever writes to the database says that more was deleted.
  const { sequence, hash } = await database.db
    .selectFrom("audit")
    .select(["sequence", "hash"])
    .where("workspace_id", "=", id)
    .where("action", "=", "app-installed")
    .executeTakeFirstOrThrow();
  await database.db
    .updateTable("departures")
    .set({ last_audit_sequence: sequence, last_audit_hash: hash })
    .where("workspace_id", "=", id)
    .execute();
  expect(await exported("2026-01-01", "2026-07-01")).toMatchObject({
    problems: [expect.stringContaining("does not begin with a return of the app")],
    second: expect.stringContaining("does not begin with a return"),
  });
});
