import { expect, test } from "vitest";
import { runSql, SERVER } from "../harness/postgres.ts";
import { runChildProcess } from "../harness/process.ts";
import { startProcess } from "../harness/seam.ts";
import { WORDS } from "../harness/words.ts";
import { addressOf, HOUR, SECOND } from "./creating.ts";
import { openChildStage } from "./processes.ts";
import { BEN, CAL, openRegistered, openTeam, QUICK, stepsOn, type Team } from "./team.ts";

const { states, phrases } = WORDS;

test("S71 a request whose record cannot be written holds up no other, and is done once it can", async () => {
  await using stage = await openRegistered();
  const stuck = await stage.askForDestination({ name: "Float", wallet: addressOf("Float") });
  stage.front.closeDoor();
  await stage.approve(BEN, stuck, addressOf("Float"));
  await stage.card(stuck, states.ready);
  const isStuck = `new.number = ${stuck.replace("R-", "")}`;
  await runSql(
    stage.database.ownerUrl,
    `create function public.refuse() returns trigger language plpgsql as
       $$ begin raise exception 'this row cannot be written'; end $$;
     create trigger refuse before update of body on signalbox.requests
       for each row when (${isStuck}) execute function public.refuse()`,
  );
  await stage.front.openDoor();
  await stage.pass(60 * SECOND);
  await stage.card(stuck, states.ready);

  const number = await stage.askForRail();
  await stage.approveAll(number);
  await stage.card(number, states.payable);
  expect(stage.countCalls("POST /wallets")).toBe(1);

  await runSql(stage.database.ownerUrl, "drop trigger refuse on signalbox.requests");
  await stage.pass(HOUR);
  await stage.card(stuck, states.usable);
  expect(stage.countCalls("POST /wallets")).toBe(2);
});

/** No time-out of ten seconds or more ever comes. */
const startEndless: typeof startProcess = (env, outside, options) => {
  const { wait } = outside;
  const never = () => new Promise<void>(() => {});
  return startProcess(
    env,
    { ...outside, wait: (ms, signal) => (ms < 10 * SECOND ? wait(ms, signal) : never()) },
    options,
  );
};

/** A destination that is approved and waits, since nothing listens at the Rail service. */
async function waitingDestination(stage: Team, name: string): Promise<string> {
  const wallet = addressOf(name);
  const number = await stage.askForDestination({ name, wallet });
  stage.front.closeDoor();
  await stage.approveAll(number, wallet);
  const isUnsent = async () => (await stage.card(number)).text.includes(phrases.nothingSent);
  await stage.until(isUnsent, `${number}, which could not be sent`);
  return number;
}

test("S72 a request that the Rail service never answers holds up no other", async () => {
  await using opened = await openTeam({ start: startEndless, loops: true });
  // Settling would wait for what hangs.
  const unsettled = { ...opened, settle: async () => {} };
  const stage = { ...unsettled, ...stepsOn(unsettled) };
  const over = Promise.withResolvers<void>();
  const hanging = await waitingDestination(stage, "Float");
  stage.front.meet("POST /wallets", async (_, pass) => {
    await over.promise;
    return pass();
  });
  await stage.front.openDoor();
  await stage.card(hanging, states.sending);

  const other = await waitingDestination(stage, "Reserve");
  await stage.front.openDoor();
  await stage.card(other, states.usable);

  await stage.card(hanging, states.sending);
  over.resolve();
  await stage.card(hanging, states.usable);
});

test("S72 what the Rail service answers late, no other process takes over", async () => {
  await using stage = await openRegistered({ ...QUICK, start: startEndless });
  const number = await stage.askForRail();
  const over = Promise.withResolvers<void>();
  stage.front.meet("POST /rails", async (_, pass) => {
    await over.promise;
    return pass();
  });
  const posted = stage.front.arrival("POST /rails");
  const approved = stage.approve(BEN, number);
  await posted;
  const second = await stage.start(1);
  const pool = stage.database.openPool();
  const read = async () =>
    (await pool.query("select max(next_at)::text as until from signalbox.requests")).rows[0].until;
  for (let nth = 0; nth < 4; nth += 1) {
    const until = await read();
    await stage.jump(2 * SECOND);
    // The first process keeps it.
    while ((await read()) === until);
    await second.workOnce();
  }
  over.resolve();
  await approved;
  await stage.card(number, states.payable);
  const { rows } = await pool.query("select 1 from signalbox.audit where action = 'unknown'");
  expect(rows).toEqual([]);
});

/** The first process has a clock that is a day off; a second one has the true time. */
function startWithClockOff(days: number): typeof startProcess {
  let isFirst = true;
  return (env, outside, options) => {
    const off = isFirst ? days * 24 * HOUR : 0;
    isFirst = false;
    return startProcess(env, { ...outside, now: () => outside.now() + off }, options);
  };
}

test.for([-1, 1])(
  "S73 a process whose clock is %i day off sends nothing and lets nothing expire; one with the right time sends",
  async (days) => {
    await using stage = await openTeam({ transport: "socket", start: startWithClockOff(days) });
    const number = await stage.askForDestination();
    await stage.approve(BEN, number);
    await stage.card(number, states.waiting);
    await stage.approve(CAL, number);
    await stage.pass(60 * SECOND);
    await stage.card(number, states.ready);
    expect(stage.countCalls("POST /wallets")).toBe(0);

    const right = await stage.start(1);
    await stage.jump(10 * SECOND);
    while ((await right.workOnce()) > 0) await right.idle();

    await stage.card(number, states.usable);
    expect(stage.countCalls("POST /wallets")).toBe(1);
  },
);

test("S74 bad settings are named in words, all at once, and without their values", async () => {
  const { said, code } = await runChildProcess({
    SLACK_BOT_TOKEN: "xoxp-not-a-bot",
    SLACK_COMMAND: "rail please",
    APPROVALS_CHANNEL: "#approvals",
    APPROVERS: "U0BEN0001,ben",
    APPROVALS_REQUIRED: "none",
    COOL_DOWN_HOURS: "-1",
    RAIL_API_URL: "http://rails.example/api",
    RAIL_API_TOKEN: "two words",
    DATABASE_URL: "mysql://somewhere",
    ENCRYPTION_KEYS: "c2hvcnQ=",
    METRICS_TOKEN: "too-short",
    PORT: "99999",
    LOG_LEVEL: "loud",
  });

  expect(code).toBe(1);
  const [title, ...faults] = said.trim().split("\n");
  expect(title).toBe("Signalbox cannot start with these settings:");
  expect(faults.map((fault) => /^- ([A-Z_]+) /.exec(fault)?.[1]).toSorted()).toEqual(
    [
      ..."SLACK_BOT_TOKEN SLACK_COMMAND SLACK_APP_TOKEN APPROVALS_CHANNEL APPROVERS".split(" "),
      ..."APPROVALS_REQUIRED COOL_DOWN_HOURS RAIL_API_URL RAIL_API_TOKEN".split(" "),
      ..."DATABASE_URL ENCRYPTION_KEYS METRICS_TOKEN PORT LOG_LEVEL".split(" "),
    ].toSorted(),
  );
  for (const value of [
    "xoxp",
    "#app",
    ",ben",
    "rails.example",
    "two words",
    "c2hv",
    "too-",
    "loud",
  ]) {
    expect(said).not.toContain(value);
  }
});

test("S74 what Signalbox cannot start with is named in words, and the process ends", async () => {
  await using stage = await openTeam({ processes: 0 });
  for (const wrong of [
    { SLACK_BOT_TOKEN: "xoxb-unknown-to-slack" },
    // A database without our tables, and a port that is taken.
    { DATABASE_URL: process.env[SERVER] },
    { PORT: new URL(stage.slack.url).port },
  ]) {
    const { said, code } = await runChildProcess({ ...stage.env, ...wrong });
    expect(code).toBe(1);
    expect(said).toMatch(/^Signalbox could not start:\n- [A-Z].+\n$/);
    expect(said).not.toContain("    at ");
    expect(said).not.toContain("xoxb-unknown-to-slack");
  }
});

test("S69 processes are replaced while people work: each finishes what was acknowledged, and the next goes on", async () => {
  await using stage = await openChildStage();
  const first = await stage.startChild();
  await stage.register();
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  const mayGo = Promise.withResolvers<void>();
  stage.front.meet("POST /rails", async (_, pass) => {
    await mayGo.promise;
    return pass();
  });
  const posted = stage.front.arrival("POST /rails");
  await stage.approve(CAL, number);
  await posted;

  const second = await stage.startChild();
  const stopped = first.stop();
  // It says at once that it is not ready, while it ends what it began.
  const ready = () => fetch(`${first.url}/readyz`).catch(() => null);
  while ((await ready())?.status === 200);
  const other = await stage.askForRail({ name: "Reserve" });
  mayGo.resolve();
  expect(await stopped).toBe(0);
  await stage.card(number, states.payable);

  await stage.startChild();
  await stage.approve(BEN, other);
  expect(await second.stop()).toBe(0);
  await stage.approve(CAL, other);
  await stage.card(other, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(2);
  const { rows } = await stage.database
    .openPool()
    .query("select 1 from signalbox.audit where action = 'unknown'");
  expect(rows).toEqual([]);
});
