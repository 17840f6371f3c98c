import { expect, onTestFinished, test } from "vitest";
import { backUp } from "../harness/backup.ts";
import { type PostgresServer, SERVER, startPostgres } from "../harness/postgres.ts";
import type { ChildProcess } from "../harness/process.ts";
import type { Stage } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { approveBoth, MINUTE, openFrontStage, railsAt, SECOND } from "./creating.ts";
import { hasPgBouncer, restartPostgres, startPgBouncer, stopPostgres } from "./database-servers.ts";
import { cutConnections, dump, openChildStage, restoreDump } from "./processes.ts";
import {
  ANA,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  DEE,
  opened,
  register,
  WALLET,
} from "./team.ts";

const { states, buttons, labels } = WORDS;

test("S68 connections that are cut, idle and at the POST, lose nothing and end no process", async () => {
  await using stage = await openChildStage();
  const child = await stage.startChild();
  const { ownerUrl } = stage.database;
  await register(stage);
  await cutConnections(ownerUrl);
  const number = await askForRail(stage);
  await cutConnections(ownerUrl);
  await approve(stage, BEN, number);
  stage.front.meet("POST /rails", async (_, pass) => {
    await cutConnections(ownerUrl);
    return pass();
  });
  await approve(stage, CAL, number);

  await card(stage, number, states.payable);
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
  await register(stage);
  const number = await askForRail(stage);
  await restartPostgres(server, async () => {
    expect(await isReady(child)).toBe(false);
    expect((await fetch(`${child.url}/healthz`)).status).toBe(200);
  });
  expect(await isReady(child)).toBe(true);
  await approve(stage, BEN, number);
  stage.front.meet("POST /rails", async (_, pass) => {
    const answer = await pass();
    await restartPostgres(server);
    return answer;
  });
  await approve(stage, CAL, number);

  await card(stage, number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
  expect(railsAt(stage)).toHaveLength(1);
});

test.skipIf(!hasPgBouncer)(
  "S68 two processes work behind a pooler in transaction mode (skipped where PgBouncer is not installed)",
  async () => {
    await using stage = await openChildStage();
    await using bouncer = await startPgBouncer(stage.database.url);
    const env = { DATABASE_URL: bouncer.url, DATABASE_POOLER: "transaction" };
    const first = await stage.startChild(env);
    await register(stage);
    const number = await askForRail(stage);
    await stage.startChild(env);
    await approve(stage, BEN, number);
    await first.stop();
    await approve(stage, CAL, number);

    await card(stage, number, states.payable);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
  },
);

/** The notices of a stop that is not over. */
async function stops(stage: Stage) {
  const all = await cards(stage.as(BEN));
  return all.filter(({ state }) => state === states.sendingStopped);
}

async function resume(stage: Stage): Promise<void> {
  const [notice] = await stops(stage);
  if (!notice) throw new Error("Nothing is stopped");
  for (const by of [BEN, CAL]) {
    const person = stage.as(by);
    await person.press(notice, buttons.reviewToResume);
    await opened(stage, person);
    await person.submit();
    await stage.settle();
  }
  expect(await stops(stage)).toEqual([]);
}

test("S70 after a restored dump sending is stopped, and earlier approvals do not count", async () => {
  await using stage = await openFrontStage();
  const { ownerUrl } = stage.database;
  await register(stage);
  const number = await askForRail(stage);
  await approve(stage, BEN, number);
  const old = await dump(ownerUrl, "--clean", "--if-exists");
  await stage.stop();
  await restoreDump(ownerUrl, old);
  await stage.start();
  await stage.pass(10 * SECOND);
  expect(await stops(stage)).toHaveLength(1);

  await approve(stage, CAL, number);
  await stage.pass(MINUTE);
  expect(stage.front.calls("POST /rails")).toHaveLength(0);
  await resume(stage);
  await stage.pass(MINUTE);
  expect((await card(stage, number)).state).toBe(states.waiting);
  expect(stage.front.calls("POST /rails")).toHaveLength(0);

  await approve(stage, BEN, number);
  await stage.pass(MINUTE);
  expect((await card(stage, number)).state).toBe(states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test.for(["runs", "is stopped"] as const)(
  "S70 tables put back quietly while the process %s are noticed, and no Rail is created again",
  async (how) => {
    await using stage = await openFrontStage();
    await register(stage);
    const number = await askForRail(stage);
    const denied = await askForRail(stage, { by: ANA, name: "Old float" });
    const backup = await backUp(stage.database);
    const dee = stage.as(DEE);
    await dee.press(await card(stage, denied), buttons.deny);
    await opened(stage, dee);
    await dee.fill(labels.reason, "Wrong entity");
    await dee.submit();
    await approveBoth(stage, number);
    expect((await card(stage, number)).state).toBe(states.payable);
    await stage.pass(10 * SECOND);

    if (how === "is stopped") await stage.stop();
    await backup.restore();
    if (how === "is stopped") await stage.start();
    await stage.pass(10 * SECOND);
    expect(await stops(stage)).toHaveLength(1);
    // What the database has forgotten, the cards no longer say.
    expect((await card(stage, denied)).state).toBe(states.waiting);

    await approveBoth(stage, number, WALLET);
    await resume(stage);
    await stage.pass(20 * MINUTE);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
    expect(railsAt(stage)).toHaveLength(1);
    expect((await card(stage, number)).state).not.toBe(states.waiting);
  },
);
