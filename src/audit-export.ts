import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "./config/config.ts";
import { openEnforced } from "./evidence/enforced-files.ts";
import { WHY_NO_EXPORT } from "./evidence/export/period.ts";
import { runExport } from "./evidence/export/run-export.ts";
import { databaseTime } from "./platform/database/database-time.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { createSeal } from "./platform/database/seal.ts";
import { messageOf } from "./platform/process/error-facts.ts";

/**
 * `npm run audit:export -- --workspace T… --from 2026-07-01 --to 2026-10-01 --out DIRECTORY`, with the bot's own
 * settings. Exits with 1 if nothing was exported, and with 2 if the export does not verify.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workspace: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      out: { type: "string" },
    },
  });
  const { workspace: workspaceId, from, to, out } = values;
  if (!workspaceId || !from || !to || !out) {
    throw new Error("Give --workspace, --from, --to and --out.");
  }
  const read = readConfig(process.env);
  if (!read.ok) throw new Error(read.faults.join("\n- "));
  if (read.config.mode === "sandbox") {
    throw new Error("These are the sandbox's settings. Type /rail audit there.");
  }
  const { database, AUDIT_SIGNING_KEY, ENCRYPTION_KEYS, DATA_DIR } = read.config;
  await using opened = new AsyncDisposableStack();
  const { db, close } = await openDatabase(database, () => {});
  opened.defer(close);
  const now = new Date(await databaseTime(db)).toISOString();
  const evidence = { signingKey: AUDIT_SIGNING_KEY ?? null, tsaUrl: null, directory: DATA_DIR };
  const seal = createSeal(ENCRYPTION_KEYS, openEnforced(DATA_DIR));
  const context = { db, seal, clock: () => now, evidence };
  const directory = resolve(out);
  const made = await runExport(context, { workspaceId, from, to }, "operator", directory);
  if (!made.ok) throw new Error(WHY_NO_EXPORT[made.because]);
  const { problems, summary, entries, requests, fingerprint } = made;
  process.stdout.write(`Exported ${entries} entries and ${requests} requests to ${directory}.\n`);
  process.stdout.write(`Signed with the key ${fingerprint}.\n`);
  if (problems.length === 0) process.stdout.write(`${summary}\n`);
  else {
    process.stderr.write(`It does not verify:\n- ${problems.slice(0, 20).join("\n- ")}\n`);
    process.exitCode = 2;
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`The audit was not exported:\n- ${messageOf(error)}\n`);
  process.exitCode = 1;
});
