import { parseArgs } from "node:util";
import { findPrograms, startPostgres } from "../support/postgres-server.ts";
import { acknowledging } from "./acknowledging.ts";
import { auditExport } from "./audit-export.ts";
import type { Figure } from "./figure.ts";
import { table } from "./figure.ts";
import { instructions } from "./instructions.ts";
import { knownValues, registerPage } from "./known-values.ts";
import { latency } from "./latency.ts";
import { railPages } from "./rail-pages.ts";
import { replicas } from "./replicas.ts";
import { startUp } from "./start.ts";
import { statements } from "./statements.ts";
import { truth } from "./truth.ts";
import { truthOfWholeBots } from "./truth-whole.ts";
import { walks } from "./walks.ts";
import { workspaces } from "./workspaces.ts";

/**
 * `npm run bench [-- --only start --only instructions]`: how fast things are, each beside something that is measured in
 * the same run, so that the table says the same on every machine. Printed, not judged.
 */
const PARTS: Record<string, (postgresUrl: string) => Promise<Figure[]> | Figure[]> = {
  acknowledging,
  "audit-export": auditExport,
  instructions,
  latency,
  start: startUp,
  statements,
  walks,
  replicas,
  truth,
  "truth-whole": truthOfWholeBots,
  "known-values": knownValues,
  "register-page": registerPage,
  workspaces,
  "rail-pages": railPages,
};

const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
const wanted = values.only ?? Object.keys(PARTS);
const programs = findPrograms();
if (programs === undefined) throw new Error("PostgreSQL's initdb and postgres were not found");
await using postgres = await startPostgres(programs, { survives: true });

const figures: Figure[] = [];
try {
  for (const name of wanted) {
    const part = PARTS[name];
    if (!part) throw new Error(`There is no ${name}: ${Object.keys(PARTS).join(", ")}`);
    console.error(`${name} …`);
    figures.push(...(await part(postgres.url)));
  }
} finally {
  // What was measured before a part failed is printed as well.
  console.log(table(figures));
}
