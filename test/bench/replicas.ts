import { parseArgs } from "node:util";
import { startCompany } from "../campaign/company.ts";
import { findPrograms, startPostgres } from "../support/postgres-server.ts";
import type { Throughput } from "./throughput.ts";
import { clicksPerSecond, creationsPerSecond, told } from "./throughput.ts";

/**
 * Acknowledged clicks and created Rails a second, of one process and of two on one PostgreSQL, and the ratio between
 * them: `npm run bench:replicas`. Printed, not judged. Where the machine is busy throughout, it is what limits: the load,
 * Slack, the Rail service and PostgreSQL stand on the same cores.
 */
const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "2000" },
    creations: { type: "string", default: "40" },
  },
});
const programs = findPrograms();
if (programs === undefined) throw new Error("PostgreSQL's initdb and postgres were not found");
await using server = await startPostgres(programs, { survives: true });

const MEASURES = {
  clicks: { measure: clicksPerSecond, count: Number(values.clicks) },
  creations: { measure: creationsPerSecond, count: Number(values.creations) },
};
for (const [what, { measure, count }] of Object.entries(MEASURES)) {
  const found: Throughput[] = [];
  for (const bots of [1, 2]) {
    const company = await startCompany({ postgresUrl: server.url, bots });
    try {
      const throughput = await measure(company, count);
      found.push(throughput);
      console.log(`${what}, ${bots} of them: ${told(throughput)}`);
    } finally {
      await company.stop();
    }
  }
  const [one, two] = found;
  if (one && two)
    console.log(
      `${what}: two do ${(two.perSecond / one.perSecond).toFixed(2)} times as many as one`,
    );
}
