import "../support/kinds.ts";
import { createHash, randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { composeIBAN } from "ibantools";
import { sql } from "kysely";
import { destinationList } from "../../src/destination/register/destination-list.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { withChecksum } from "../../src/platform/payment-details/address.ts";
import type { Context } from "../../src/request/context.ts";
import { listAnswer } from "../../src/request/list/narrow.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";

import { listDestinations } from "../../src/request/queries/destinations.ts";
import { valueFacts } from "../../src/request/queries/values/known-values.ts";

import type { DestinationDetails } from "../../src/request/rules/change.ts";
import { somePeople } from "../support/people.ts";
import { createDatabaseOn } from "../support/postgres-server.ts";
import { saveCurrentConnection } from "../support/set-up.ts";
import type { Figure } from "./figure.ts";
import { inMs, inSeconds, median } from "./figure.ts";

const FEW = 100;
const MANY = 50_000;
const ROUNDS = 40;
const NOW = "2026-03-02T10:00:00.000Z";

const bytesOf = (seed: string) => createHash("sha256").update(seed).digest();

const SORTS: Record<string, (index: number) => DestinationDetails> = {
  Solana: (index) => wallet("SOLANA", base58.encode(bytesOf(`solana ${index}`))),
  Ethereum: (index) => {
    const hex = bytesOf(`ethereum ${index}`).toString("hex").slice(0, 40);
    return wallet("ETHEREUM", withChecksum(`0x${hex}`));
  },
  "IBANs of one bank": (index) => account(bytesOf(`iban ${index}`).readUInt32BE() % 1e8),
  "Accounts one after the other": account,
};

const wallet = (network: string, address: string): DestinationDetails => ({
  kind: "wallet",
  network,
  address,
});

function account(number: number): DestinationDetails {
  const bban = `NWBK601613${String(number).padStart(8, "0")}`;
  return { kind: "bank-account", iban: composeIBAN({ countryCode: "GB", bban }) ?? "" };
}

/**
 * One key press in the destination form: how long the event loop is busy with what a value can be taken for, and how long
 * the whole takes, beside 50,000 registered values; and the same beside a hundred.
 */
export function knownValues(postgresUrl: string): Promise<Figure[]> {
  return withTables(postgresUrl, async (db) => {
    const figures: Figure[] = [];
    for (const [sort, make] of Object.entries(SORTS)) {
      const few = await measured(db, make, FEW);
      const many = await measured(db, make, MANY);
      figures.push({
        what: `One value beside ${MANY} registered ones: ${sort}`,
        measured: `busy ${inMs(many.busy)}, in all ${inMs(many.ms)}; ${many.alike} alike; indexed in ${inSeconds(many.indexed)}`,
        baseline: `${FEW}: busy ${inMs(few.busy)}, in all ${inMs(few.ms)}`,
        ratio: many.busy / few.busy,
        aim: "busy at most 5 ms",
      });
    }
    return figures;
  });
}

async function withTables<Result>(postgresUrl: string, work: (db: Db) => Promise<Result>) {
  await using database = await createDatabaseOn(postgresUrl).then(({ url, drop }) => ({
    url,
    [Symbol.asyncDispose]: drop,
  }));
  const { db, close } = openPostgres(database.url, () => {});
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await close();
  }
}

async function measured(db: Db, make: (index: number) => DestinationDetails, count: number) {
  const { connectionId } = await filled(db, make, count);
  const start = performance.now();
  await valueFacts(db, connectionId, make(count));
  const indexed = performance.now() - start;
  await sql`vacuum analyze known_values`.execute(db);

  const rounds: { ms: number; busy: number; alike: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = performance.eventLoopUtilization();
    const began = performance.now();
    const { lookAlikes } = await valueFacts(db, connectionId, make(count + round));
    const ms = performance.now() - began;
    const { active } = performance.eventLoopUtilization(before);
    rounds.push({ ms, busy: active, alike: lookAlikes.length });
  }
  const of = (which: keyof (typeof rounds)[number]) => median(rounds.map((each) => each[which]));
  return { ms: of("ms"), busy: of("busy"), alike: of("alike"), indexed };
}

/** A workspace of its own with so many destinations in its register. */
async function filled(db: Db, make: (index: number) => DestinationDetails, count: number) {
  const workspaceId = `T${randomBytes(8).toString("hex")}`;
  const id = `con_${workspaceId}`;
  const seal = createSeal([randomBytes(32)]);
  const connection = { id, baseUrl: "http://127.0.0.1:9", environment: "sandbox" } as const;
  await saveWorkspace(db, workspaceId, "Bench");
  await saveCurrentConnection(db, seal, workspaceId, connection, "token", NOW);
  const all = Array.from({ length: count }, (_, at) => make(at));
  const column = (of: (details: DestinationDetails, at: number) => string | null) => all.map(of);
  await sql`
    insert into destinations (id, workspace_id, connection_id, kind, service_id, name, network,
      value, added_by, added_at, usable_from)
    select ${workspaceId} || nth, ${workspaceId}, ${id}, kind, nth, 'Supplier ' || nth, network,
      value, 'U1', ${NOW}, ${NOW}
    from unnest(
      ${column((_, at) => String(at))}::text[],
      ${column(({ kind }) => kind)}::text[],
      ${column((each) => (each.kind === "wallet" ? each.network : null))}::text[],
      ${column((each) => (each.kind === "wallet" ? each.address : each.iban))}::text[]
    ) as given (nth, kind, network, value)`.execute(db);
  return { workspaceId, connectionId: id };
}

const REGISTERED = 10_000;

/** One page of the register, beside the reading of all its rows. CPU time is this process's own, without PostgreSQL's. */
export function registerPage(postgresUrl: string): Promise<Figure[]> {
  return withTables(postgresUrl, async (db) => [await pageOf(db)]);
}

async function pageOf(db: Db): Promise<Figure> {
  const { workspaceId, connectionId } = await filled(db, SORTS.Solana ?? account, REGISTERED);
  const parts = { db, clock: () => NOW, people: somePeople(), command: "/rail" };
  // A list of destinations asks for nothing else.
  const context = parts as Context;
  const at = { workspaceId, userId: "U1" };
  const page: Took[] = [];
  const rows: Took[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    page.push(await tookFor(() => listAnswer(context, at, destinationList, "")));
    rows.push(await tookFor(() => listDestinations(db, connectionId, {})));
  }
  return {
    what: `A page of the register with ${REGISTERED} destinations`,
    measured: inWords(page),
    baseline: `reading them ${inWords(rows)}`,
    ratio: median(page.map(({ cpu }) => cpu)) / median(rows.map(({ cpu }) => cpu)),
    aim: "at most 50 ms",
  };
}

interface Took {
  ms: number;
  cpu: number;
}

async function tookFor(work: () => Promise<unknown>): Promise<Took> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpu: (user + system) / 1_000 };
}

function inWords(rounds: readonly Took[]): string {
  const told = (values: readonly number[]) =>
    `${inMs(median(values))}, at best ${inMs(Math.min(...values))}`;
  return `CPU ${told(rounds.map(({ cpu }) => cpu))}; in all ${told(rounds.map(({ ms }) => ms))}`;
}
