import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORK } from "../../src/capabilities.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { createOutageLog } from "../../src/platform/process/outage-log.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres, postgresUrl } from "../support/postgres.ts";
import { doing } from "./handlers.ts";

const SOON = { interval: 20 };
const AWAY = "the database does not answer";
const BACK = "the database answers again";

describe.runIf(hasPostgres)("a database that is away for a while", () => {
  const cleanUp = new AsyncDisposableStack();
  let database: TestDatabase;
  let administrator: pg.Client;

  beforeAll(async () => {
    database = await createDatabase("with-tables");
    cleanUp.defer(() => database.drop());
    administrator = new pg.Client(postgresUrl());
    await administrator.connect();
    cleanUp.defer(() => administrator.end());
  });
  afterAll(() => cleanUp.disposeAsync());

  it("is told of in two lines, with how much failed for it; other failures are told as ever", async () => {
    const logged: Record<string, unknown>[] = [];
    const logger = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
    const { db, bossOptions, close } = openPostgres(database.url, () => {});
    const outageLog = createOutageLog(() => sql`select 1`.execute(db), logger);
    const queue = await startQueue(bossOptions, WORK, logger, outageLog.tell);
    await queue.work(doing(async () => {}));
    cleanUp.defer(async () => {
      await queue.stop();
      outageLog.stop();
      await close();
    });
    const told = (msg: string) => logged.filter((line) => line.msg === msg);

    outageLog.tell(new Error("A fault of ours"), "something failed");
    await expect.poll(() => told("something failed"), SOON).toHaveLength(1);
    logged.length = 0;
    await allow(false);
    await expect.poll(() => told(AWAY), SOON).toHaveLength(1);
    await allow(true);
    await expect.poll(() => told(BACK), SOON).toHaveLength(1);

    // In the very moment in which it goes away one may fail while another still reaches it: that is told by itself.
    const start = logged.findIndex(({ msg }) => msg === AWAY);
    const end = logged.findIndex(({ msg }) => msg === BACK);
    const errors = logged.slice(start, end).filter(({ level }) => Number(level) >= 50);
    expect(errors.map(({ msg }) => msg)).toEqual([AWAY]);
    expect(logged[end]?.heldBack).toBeGreaterThan(0);
  });

  async function allow(isAllowed: boolean): Promise<void> {
    const name = new URL(database.url).pathname.slice(1);
    await administrator.query(`alter database ${name} allow_connections ${isAllowed}`);
    if (isAllowed) return;
    await administrator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      [name],
    );
  }
});
