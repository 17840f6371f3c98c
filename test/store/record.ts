import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CompiledQuery, QueryResult } from "kysely";
import { PGliteDialect } from "kysely";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerTo, approve, ask, askToWhitelist, cardReading, on } from "../e2e/steps.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { Recorded } from "./recorded.ts";

/**
 * Writes down what this release says to its database while people use it: `npm run record`, before the next migration is
 * written. `recorded.test.ts` then says it again to the tables as they have become.
 */
const recorded: Recorded[] = [];
const read = new Set<string>();

function record({ sql, parameters }: CompiledQuery, result: QueryResult<unknown>): void {
  // Migrations come before the first workspace; jobs are pg-boss's own, and migrated by it.
  const isFirst = sql.startsWith('insert into "workspaces"');
  if ((recorded.length === 0 && !isFirst) || /\bjobs\./.test(sql)) return;
  const { length: rows } = result.rows;
  if (sql.startsWith("select")) {
    const seen = JSON.stringify([sql, rows]);
    if (read.has(seen)) return;
    read.add(seen);
  }
  recorded.push({ sql, parameters, rows, affected: Number(result.numAffectedRows ?? 0) });
}

const { createDriver } = PGliteDialect.prototype;
PGliteDialect.prototype.createDriver = function recordingDriver() {
  const driver = createDriver.call(this);
  const { acquireConnection } = driver;
  const wrapped = new WeakSet<object>();
  driver.acquireConnection = async () => {
    const connection = await acquireConnection.call(driver);
    if (!wrapped.has(connection)) {
      wrapped.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async <Row>(...[query, options]: Parameters<typeof execute>) => {
        const result = await execute<Row>(query, options);
        record(query, result);
        return result;
      };
    }
    return connection;
  };
  return driver;
};

const sandbox = await startTestSandbox();
try {
  const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
  const card = await ask(ana, { name: "Payroll float" });
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ana, "Payroll float", "DONE", 60_000);
  const second = await ask(ana, { name: "Second float" });
  await ben.click(on(second), "Deny");
  await ben.waitFor(() => ben.modal(), "the form for the reason");
  await ben.fill("Reason", "Not our wallet");
  await ben.submit();
  await cardReading(ana, "Second float", "DENIED", 60_000);
  await ask(ana, { name: "Third float" });
  await answerTo(ana, "/rail withdraw R-3");
  const wallet = await askToWhitelist(ana, {
    name: "Payee",
    network: "SOLANA_DEVNET",
    address: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
  });
  await approve(ben, wallet);
  await approve(cal, wallet);
  await cardReading(ana, "Payee", "WHITELISTED", 60_000);
  for (const line of ["/rail list", "/rail pending", "/rail destinations", "/rail health"]) {
    await answerTo(ben, line, TREASURY);
  }
} finally {
  await sandbox.stop();
}
const file = fileURLToPath(new URL(`recorded/${process.argv[2]}.json`, import.meta.url));
writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);
process.stdout.write(`${recorded.length} statements, in ${file}\n`);
