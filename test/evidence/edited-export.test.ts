import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runExport } from "../../src/evidence/export/run-export.ts";
import { saveHead } from "../../src/evidence/heads.ts";
import { headText, noteKey, signedNote } from "../../src/evidence/rules/head.ts";
import { signHead } from "../../src/evidence/sign-heads.ts";
import { signEverything } from "../../src/request/sign-rows.ts";
import { approved, must, requested, runJobs } from "../services/steps.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, BEN, CAL, NOW } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import type { Recorded } from "./history.ts";
import { aSigningWorld } from "./history.ts";
import { startSecondVerifier } from "./second-verifier.ts";

const database = useTestStore();

async function exported({ deps, workspaceId }: Recorded, from: string, to: string) {
  const into = mkdtempSync(join(tmpdir(), "signalbox-edited-"));
  onTestFinished(() => rmSync(into, { recursive: true }));
  const made = must(await runExport(deps, { workspaceId, from, to }, ANA, into));
  using second = startSecondVerifier(made.fingerprint);
  const file = (path: string) => readFileSync(join(into, path), "utf8");
  return { ...made, file, second: await second.says(into) };
}

it("ends a period at a head of ours, whatever heads somebody put into the database", async () => {
  const world = await aSigningWorld(database, onTestFinished);
  const { deps, workspaceId, now } = world;
  await requested(world);
  now.value = "2026-03-05T09:00:00.000Z";
  await requested(world, { name: "Later" });
  now.value = "2026-03-07T09:00:00.000Z";
  await signHead(deps, workspaceId);
  const [first] = await listAudit(deps.db, workspaceId);
  if (!first) throw new Error("There is no entry");
  const key = noteKey(new Uint8Array(32).fill(66));
  const { sequence: size, hash } = first;
  for (const at of ["2026-03-06T00:00:01.000Z", "2026-02-01T00:00:00.000Z"]) {
    const head = { workspaceId, size, hash, at, key: key.text };
    await saveHead(deps.db, { ...head, note: signedNote(headText(head), key) }, 0);
    // As if our key had signed it.
    const ours = noteKey(deps.evidence.signingKey).text;
    const claimed = { ...head, at: at.replace("01", "02"), key: ours };
    await saveHead(deps.db, { ...claimed, note: signedNote(headText(claimed), key) }, 0);
  }

  const { problems, file, second } = await exported(world, "2026-03-01", "2026-03-06");

  expect({ problems, second }).toEqual({ problems: [], second: "verified" });
  expect(file("requests.csv").match(/^R-/gm)).toHaveLength(2);
  expect(file("heads.csv").trim().split("\n")).toHaveLength(2);
});

it("takes the requester from what was approved, and says which row was edited", async () => {
  const world = await aSigningWorld(database, onTestFinished);
  const { deps, workspaceId, now } = world;
  await deps.transaction(({ db }) =>
    signEverything(db, deps.seal, workspaceId, { at: NOW, actor: BEN }),
  );
  await runJobs(world, await approved(world));
  await requested(world, { name: "Left alone" });
  now.value = "2026-03-07T09:00:00.000Z";
  await signHead(deps, workspaceId);
  const whole = await exported(world, "2026-03-01", "2026-03-06");
  expect([whole.problems, whole.second]).toEqual([[], "verified"]);

  await deps.db
    .updateTable("requests")
    .set({ requested_by: CAL, requested_at: new Date("2026-01-01") })
    .where("workspace_id", "=", workspaceId)
    .where("number", "=", 1)
    .execute();

  const { problems, second, file } = await exported(world, "2026-03-01", "2026-03-06");
  expect(problems).toEqual(["requests/R-1: was changed in the database: its rule may be another"]);
  expect(second).toContain("changed in the database");
  const rowOf = (text: string) => text.split("\n").find((row) => row.startsWith("R-1,"));
  for (const path of ["requests.csv", "segregation.csv"]) {
    expect(rowOf(file(path))).toBe(rowOf(whole.file(path)));
  }
});
