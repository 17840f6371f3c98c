import "../support/kinds.ts";
import { sql } from "kysely";
import { EVERYTHING, registerList } from "../../src/destination/register/register-list.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { createDatabaseOn } from "../support/postgres-server.ts";
import { SEAL } from "../support/seal.ts";
import { saveCurrentConnection } from "../support/set-up.ts";
import type { Figure } from "./figure.ts";
import { inMs, median } from "./figure.ts";

const MANY = 10_000;
const FEW = 100;
const ROUNDS = 20;
const PAGE = 8;
const WORKSPACE = "T0REGISTER";

type Pages = Record<"page" | "search", number>;

/** A page in the middle of the register, and one of a search, where each destination has a Rail of its own. */
export async function register(postgresUrl: string): Promise<Figure[]> {
  const few = await pagesOf(postgresUrl, FEW);
  const many = await pagesOf(postgresUrl, MANY);
  const figure = (what: string, which: keyof Pages): Figure => ({
    what: `${what}, ${MANY} destinations`,
    measured: inMs(many[which]),
    baseline: `${FEW} destinations: ${inMs(few[which])}`,
    ratio: many[which] / few[which],
    aim: "at most 50 ms",
  });
  return [figure("A register page", "page"), figure("A register page of a search", "search")];
}

async function pagesOf(postgresUrl: string, count: number): Promise<Pages> {
  await using opened = new AsyncDisposableStack();
  const { url, drop } = await createDatabaseOn(postgresUrl);
  opened.defer(drop);
  const { db, close } = openPostgres(url, (error) => {
    throw error;
  });
  opened.defer(close);
  await migrate(db);
  await saveWorkspace(db, WORKSPACE, "Acme");
  const at = "2026-03-03T10:00:00.000Z";
  const connection = { id: "con_acme", baseUrl: "https://rails.example/api/v1" };
  const current = { ...connection, environment: "sandbox" as const };
  await saveCurrentConnection(db, SEAL, WORKSPACE, current, "token", at);
  await sql`
    insert into destinations (id, workspace_id, connection_id, kind, service_id, name, network, value,
      added_by, added_at, usable_from)
    select 'des_' || nth, ${WORKSPACE}, 'con_acme', 'wallet', 'wa_' || nth, 'Wallet ' || md5(nth::text),
      'SOLANA_DEVNET', md5(nth::text) || 'SoLaNa', 'U0ANA00001', now(), now()
    from generate_series(1, ${count}::int) nth`.execute(db);
  await sql`
    insert into seen_rails (connection_id, rail_id, workspace_id, destination_service_id, facts,
      last_seen_at, agreed_at)
    select 'con_acme', 'rail_' || nth, ${WORKSPACE}, 'wa_' || nth, '{}', now(), now()
    from generate_series(1, ${count}::int) nth`.execute(db);
  await sql`analyze`.execute(db);
  const context = { db, clock: () => new Date().toISOString() };
  const middle = Math.ceil(count / PAGE / 2);
  const list = (asked: Partial<typeof EVERYTHING>) =>
    medianOf(() => registerList(context, WORKSPACE, { ...EVERYTHING, ...asked }, PAGE));
  return { page: await list({ page: middle }), search: await list({ search: "wallet abc" }) };
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  return median(taken);
}
