import { readConfig } from "./config/config.ts";
import { openEnforced } from "./evidence/enforced-files.ts";
import { type Renewed, renewEverywhere } from "./evidence/renew-everywhere.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { type Resealed, reseal } from "./platform/database/reseal.ts";
import { createSeal } from "./platform/database/seal.ts";
import { messageOf } from "./platform/process/error-facts.ts";

/** `npm run rotate-keys`, with the bot's own settings: seals and signs everything kept anew under the first of its keys. */
const read = readConfig(process.env);
if (!read.ok) fail(["Keys cannot be rotated with these settings:", ...read.faults]);
else if (read.config.mode === "sandbox") {
  fail([
    "There is nothing to rotate: these are the sandbox's settings, which have no ENCRYPTION_KEYS.",
  ]);
} else {
  try {
    // A connection that is lost fails the query that ran over it, which says so.
    await using opened = new AsyncDisposableStack();
    const { db, close } = await openDatabase(read.config.database, () => {});
    opened.defer(close);
    const { ENCRYPTION_KEYS, railApis, DATA_DIR } = read.config;
    const seal = createSeal(ENCRYPTION_KEYS, openEnforced(DATA_DIR));
    const resealed = await reseal(db, seal, { what: "another-key", listed: railApis });
    tell(resealed, await renewEverywhere(db, seal));
  } catch (error) {
    fail(["Not every secret was sealed anew; run it again:", messageOf(error)]);
  }
}

function tell({ resealed, closed }: Resealed, { renewed, doubted }: Renewed): void {
  process.stdout.write(`Sealed anew under the first key: ${resealed}.\n`);
  if (renewed > 0) process.stdout.write(`Rows signed anew under the first key: ${renewed}.\n`);
  if (doubted.length > 0) {
    fail([
      "These rows are not as Signalbox wrote them, and were not signed. Find out who changed them:",
      ...doubted,
    ]);
  }
  if (closed.length > 0) {
    fail([
      "These are opened by none of the keys. Add the key that sealed them to the end of ENCRYPTION_KEYS, and run it again. A token sealed by the former release opens only at an address in RAIL_API_URLS. Text that was copied from another row never opens:",
      ...closed.map(({ table, workspaceId }) => `${table} of workspace ${workspaceId}`),
    ]);
    return;
  }
  if (doubted.length > 0) return;
  process.stdout.write(
    [
      "Everything in this database is under the first key.",
      "The other keys may go from ENCRYPTION_KEYS as soon as no process runs that has another key first.",
      "Keep them with the backups that were made until now.\n",
    ].join("\n"),
  );
}

function fail([title, ...faults]: string[]): void {
  process.stderr.write(`${[title, ...faults.map((fault) => `- ${fault}`)].join("\n")}\n`);
  process.exitCode = 1;
}
