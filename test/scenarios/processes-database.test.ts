import { expect, onTestFinished, test } from "vitest";
import { backUp } from "../harness/backup.ts";
import { type PostgresServer, runSql, SERVER, startPostgres } from "../harness/postgres.ts";
import type { ChildProcess } from "../harness/process.ts";
import { WORDS } from "../harness/words.ts";
import { MINUTE, resume, SECOND, stopsOf } from "./creating.ts";
import { hasPgBouncer, restartPostgres, startPgBouncer, stopPostgres } from "./database-servers.ts";
import { cutConnections, dump, openChildStage, restoreDump } from "./processes.ts";
import { BEN, CAL, DEE, openRegistered } from "./team.ts";

const { states } = WORDS;

test("S68 connections that are cut, idle and at the POST, lose nothing and end no process", async () => {
  await using stage = await openChildStage();
  const child = await stage.startChild();
  const { ownerUrl } = stage.database;
  await stage.register();
  await cutConnections(ownerUrl);
  const number = await stage.askForRail();
  await cutConnections(ownerUrl);
  await stage.approve(BEN, number);
  stage.front.meet("POST /rails", async (_, pass) => {
    await cutConnections(ownerUrl);
    return pass();
  });
  await stage.approve(CAL, number);

  await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
  expect((await fetch(`${child.url}/readyz`)).status).toBe(200);
});

/** The stages of this test are on a PostgreSQL of its own. */
async function ownPostgres(): Promise<PostgresServer> {
  const server = await startPostgres();
  const shared = process.env[SERVER];
  process.env[SERVER] = server.url;
  onTestFinished(async () => {
    process.env[SERVER] = shared;
    // It is not the one any more that its keeper would end.
    await stopPostgres(server);
    await server.stop();
  });
  return server;
}

const isReady = async ({ url }: ChildProcess) => (await fetch(`${url}/readyz`)).status === 200;

test("S68 PostgreSQL restarts while people wait and while a POST is under way, and nothing is lost", async () => {
  const server = await ownPostgres();
  await using stage = await openChildStage();
  const child = await stage.startChild();
  await stage.register();
  const number = await stage.askForRail();
  await restartPostgres(server, async () => {
    expect(await isReady(child)).toBe(false);
    expect((await fetch(`${child.url}/healthz`)).status).toBe(200);
  });
  // An answer is kept for a second.
  await expect.poll(() => isReady(child), { timeout: 5 * SECOND }).toBe(true);
  await stage.approve(BEN, number);
  stage.front.meet("POST /rails", async (_, pass) => {
    const answer = await pass();
    await restartPostgres(server);
    return answer;
  });
  await stage.approve(CAL, number);

  await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
  expect(stage.madeRails()).toHaveLength(1);
});

test.skipIf(!hasPgBouncer)(
  "S68 two processes work behind a pooler in transaction mode (skipped where PgBouncer is not installed)",
  async () => {
    await using stage = await openChildStage();
    await using bouncer = await startPgBouncer(stage.database.url);
    const env = { DATABASE_URL: bouncer.url, DATABASE_POOLER: "transaction" };
    const first = await stage.startChild(env);
    await stage.register();
    const number = await stage.askForRail();
    await stage.startChild(env);
    await stage.approve(BEN, number);
    await first.stop();
    await stage.approve(CAL, number);

    await stage.card(number, states.payable);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
  },
);

test("S70 after a restored dump sending is stopped, and earlier approvals do not count", async () => {
  await using stage = await openRegistered();
  const { ownerUrl } = stage.database;
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  const old = await dump(ownerUrl, "--clean", "--if-exists");
  await stage.stop();
  await restoreDump(ownerUrl, old);
  await stage.start();
  await stage.pass(10 * SECOND);
  expect(await stopsOf(stage)).toHaveLength(1);

  await stage.approve(CAL, number);
  await stage.pass(MINUTE);
  expect(stage.front.calls("POST /rails")).toHaveLength(0);
  await resume(stage);
  await stage.pass(MINUTE);
  await stage.card(number, states.waiting);
  expect(stage.front.calls("POST /rails")).toHaveLength(0);

  await stage.approve(BEN, number);
  await stage.pass(MINUTE);
  await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S70 earlier approvals do not count where somebody hides a restore in the audit", async () => {
  await using stage = await openRegistered();
  const { ownerUrl } = stage.database;
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await runSql(ownerUrl, "update signalbox.workspaces set identity = 'another server'");
  await stage.pass(10 * SECOND);
  const hide = "update signalbox.audit set action = 'waiting' where action = 'restored'";
  await runSql(ownerUrl, hide);
  await resume(stage);
  await stage.approve(CAL, number);
  await stage.pass(MINUTE);
  expect(stage.front.calls("POST /rails")).toHaveLength(0);
  expect(await stopsOf(stage)).toHaveLength(1);
});

test.for(["runs", "is stopped"] as const)(
  "S70 tables put back quietly while the process %s are noticed, and no Rail is created again",
  async (how) => {
    await using stage = await openRegistered();
    const number = await stage.askForRail();
    const denied = await stage.askForRail({ name: "Old float" });
    const backup = await backUp(stage.database);
    const lost = await stage.askForRail({ name: "New float" });
    await stage.deny(DEE, denied);
    await stage.approveAll(number);
    await stage.card(number, states.payable);
    await stage.pass(10 * SECOND);

    if (how === "is stopped") await stage.stop();
    await backup.restore();
    if (how === "is stopped") await stage.start();
    await stage.pass(10 * SECOND);
    const [stop] = await stopsOf(stage);
    expect(await stopsOf(stage)).toHaveLength(1);
    // What the database has forgotten, the cards no longer say.
    await stage.card(denied, states.waiting);
    // A card that is no longer known keeps its number for itself.
    expect(Number(stop?.number.slice(2))).toBeGreaterThan(Number(lost.slice(2)));

    await stage.approveAll(number);
    await resume(stage);
    await stage.pass(20 * MINUTE);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
    expect(stage.madeRails()).toHaveLength(1);
    expect((await stage.card(number)).state).not.toBe(states.waiting);
  },
);
