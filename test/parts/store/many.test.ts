import type pg from "pg";
import { expect, test } from "vitest";
import type { Client, Pool, Query } from "../../../src/platform/database/db.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { readNextDue, takeDue } from "../../../src/request/store/due.ts";
import { readRail, writeRails } from "../../../src/request/store/mirror.ts";
import { readRequests } from "../../../src/request/store/requests.ts";
import { RAIL } from "../../rules/rails.ts";
import { ask, openStore, take } from "./store.ts";

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** The most rows that one part of a plan looked at. */
function mostRead(plan: Plan): number {
  const rows = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
  return Math.max(rows * plan["Actual Loops"], ...(plan.Plans ?? []).map(mostRead));
}

/** Asks PostgreSQL of every statement how many rows it looks at, before it is carried out. */
function explaining(pool: pg.Pool, read: Map<string, number>): Pool {
  return {
    end: () => pool.end(),
    async connect(): Promise<Client> {
      const client = await pool.connect();
      let isInside = false;
      return {
        async query(query: Query) {
          isInside = query.values ? isInside : query.text.startsWith("begin");
          if (query.values) {
            await client.query(isInside ? "savepoint looked" : "begin");
            const { text, values } = query;
            const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
            await client.query(isInside ? "rollback to looked" : "rollback");
            read.set(text, mostRead(rows[0]["QUERY PLAN"][0].Plan));
          }
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
      };
    },
  };
}

const FILL = `
  insert into signalbox.requests (workspace, id, number, version, body, digest, mac, connection,
    kind, status, is_open, requested_by, destination, destination_id, route, next_at)
  select workspace, 'r' || n, 1000 + n, version, body, digest, mac, connection, kind, 'done',
    false, 'U' || n, destination || n % 50, 'wa', route || n % 50, null
  from signalbox.requests, generate_series(1, 50000) n;
  insert into signalbox.audit select workspace, -n, at, by, action, 'r' || n, version, attempt,
    'd' || n, facts, settings, frozen, prev, hash, mac
  from signalbox.audit, generate_series(1, 50000) n where seq = 2;
  insert into signalbox.rails (workspace, connection, key, rail_id, shown, digest, route, walk)
  select 'T1', 'c1', 'k' || n, 'k' || n, '{}', '', 'r' || n, 1 from generate_series(1, 5000) n;
  analyze signalbox.requests, signalbox.audit, signalbox.rails`;

test("among 50,000 requests no click, loop or page reads more rows than it needs", async () => {
  const { db, sql, openPool } = await openStore();
  await ask(db);
  await sql(FILL);
  const read = new Map<string, number>();
  const pool = explaining(openPool({ max: 1 }), read);
  const looking = openDatabase(pool, db.keys, { isPooled: false });
  const service = { workspace: "T1", connection: "c1" };
  const asked = await ask(looking, { delivery: "d", nextAt: "2020-01-01T00:00:00.000Z" });
  await take(looking, asked);
  await takeDue(looking, "advance", { limit: 10, turn: "", busy: {} });
  await readNextDue(looking);
  await readRequests(looking, "T1", {}, 20);
  await readRequests(
    looking,
    "T1",
    { connection: "c1", kinds: ["create-rail"], destination: "x" },
    20,
  );
  await readRequests(looking, "T1", { connection: "c1", kinds: ["add-destination"] }, 20);
  await writeRails(looking, service, [RAIL, { ...RAIL, id: "k7" }], 1);
  await readRail(looking, service, "k7");
  expect(read.size).toBe(10);
  for (const [text, rows] of read) expect(rows, text).toBeLessThanOrEqual(50);
});
