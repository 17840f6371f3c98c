import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ANA, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, openReview, review } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import type { PostgresServer } from "../support/postgres-server.ts";
import { findPrograms, startPostgres } from "../support/postgres-server.ts";
import type { Names } from "./account.ts";
import { account, PATIENCE_MS } from "./account.ts";
import type { Bot, Company } from "./company.ts";
import { startCompany } from "./company.ts";
import type { KillFigures } from "./kill-figures.ts";
import { isInTime, noFigures, report } from "./kill-figures.ts";
import type { Random } from "./random.ts";
import { randomFrom } from "./random.ts";
import type { Stand } from "./stands.ts";
import { isAtRest, readStand } from "./stands.ts";
import { UNTRUE_AT_MOST_MS } from "./truth.ts";
import { watchTruth } from "./watch-truth.ts";

/** What happens in the middle of it: bots are killed, or replaced in turn, their PostgreSQL crashes, or Slack is slow. */
const STRIKES = ["kill", "stop", "outage", "slow"] as const;
type Strike = (typeof STRIKES)[number];

export interface KillOptions {
  kills: number;
  seed: number;
  /** Several bots on it; one bot on the embedded engine when absent. */
  postgresUrl?: string;
  bots?: number;
  /** In turn; kills alone when absent. */
  strikes?: readonly Strike[];
  /** The PostgreSQL at that address, which an outage strikes. */
  database?: Pick<PostgresServer, "kill" | "start">;
  told?: (line: string) => void;
}

const BOTS = 3;
/** In one company a channel would grow long, and reading it is most of the work. */
const KILLS_AT_MOST = 12;
const MOST_MS_UNTIL_THE_KILL = 300;
const MOST_MS_WITHOUT_DATABASE = 2_000;
const SLOW_CALL_MS = 1_000;
const SLOW_FOR_MS = 5_000;

export async function realKills({
  kills,
  seed,
  postgresUrl,
  bots = BOTS,
  strikes = ["kill"],
  database,
  told = () => {},
}: KillOptions): Promise<KillFigures> {
  const began = Date.now();
  const figures = noFigures();
  const random = randomFrom(seed);
  while (figures.kills < kills) {
    const company = await startCompany({
      ...(postgresUrl !== undefined && { postgresUrl }),
      bots: postgresUrl === undefined ? 1 : bots,
    });
    const names: Names = { asked: [], approved: [] };
    const truth = watchTruth(company);
    try {
      const here = Math.min(KILLS_AT_MOST, kills - figures.kills);
      for (let kill = 0; kill < here; kill += 1) {
        const strike = strikes[figures.kills % strikes.length] ?? "kill";
        const struck = strike === "outage" ? database : undefined;
        await oneKill(company, random, names, figures, strike, struck);
      }
      await account(company, names, figures);
      for (const [what, times] of company.troubles)
        told(`the bots logged, ${times} times: ${what}`);
    } finally {
      const longest = await truth.end();
      if (longest.ms > figures.untrue.ms) figures.untrue = longest;
      await company.stop();
    }
    told(`${figures.kills} of ${kills} kills, ${figures.faults.length} faults`);
  }
  const { what, ms } = figures.untrue;
  if (ms > UNTRUE_AT_MOST_MS) figures.faults.push(`Untrue for ${ms} ms: ${what}`);
  figures.seconds = Math.round((Date.now() - began) / 1000);
  return figures;
}

/** While one request is asked for and two get their last approval, at a random moment, a bot is killed. */
async function oneKill(
  company: Company,
  random: Random,
  names: Names,
  figures: KillFigures,
  strike: Strike,
  database: Victim | undefined,
): Promise<void> {
  figures.kills += 1;
  const number = figures.kills;
  const [ana, ben, cal, dee] = [ANA, BEN, CAL, DEE].map(company.as) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const [first, second, late] = [`A${number}.`, `B${number}.`, `C${number}.`] as const;
  for (const name of [first, second]) {
    await approve(ben, await ask(ana, { name }));
    names.asked.push(name);
  }
  for (const [approver, name] of [
    [cal, first],
    [dee, second],
  ] as const) {
    const { card } = await waitingOnce(company, name);
    await openReview(approver, card);
  }
  await review(ana, { name: late });
  // Half of the time the POST takes so long that many a kill falls into it.
  if (random.chance(0.5)) {
    const when = random.chance(0.5) ? "before-handling" : "after-commit";
    company.rails.faults.add({
      operation: "POST /rails",
      fault: { kind: "delay", ms: 300, when },
    });
  }
  const victims = database ? [database] : victimsAmong(company, strike, random);
  const afterMs = random.below(MOST_MS_UNTIL_THE_KILL);

  const submitted = Promise.allSettled([cal, dee, ana].map((each) => each.submit()));
  await pause(afterMs);
  await Promise.all(victims.map((victim) => victim.kill()));
  const killedAt = Date.now();
  const before = await Promise.all([first, second, late].map((name) => readStand(company, name)));
  const isAll = strike !== "slow" && victims.length === company.bots.length;
  const isNoneLeft = database !== undefined || isAll;
  if (isNoneLeft) {
    figures.killsOfAll += 1;
    if (database) await pause(random.below(MOST_MS_WITHOUT_DATABASE));
    await Promise.all(victims.map((victim) => victim.start()));
    figures.startedAfterAll.push(Date.now() - killedAt);
  }
  const acknowledged = (await submitted).map(
    (each) => each.status === "fulfilled" && each.value.closed,
  );
  figures.notAcknowledged += acknowledged.filter((is) => !is).length;
  if (strike === "stop" && acknowledged.includes(false)) {
    figures.faults.push(`${number}: a bot was replaced, and somebody was shown an error`);
  }

  const underWay = before.filter((stand, index) => acknowledged[index] && !isAtRest(stand));
  await Promise.all(underWay.map((stand) => watch(company, stand, killedAt, isNoneLeft, figures)));
  company.rails.faults.clear();
  if (!isNoneLeft) await Promise.all(victims.map((bot) => bot.start()));

  if (acknowledged[2]) names.asked.push(late);
  for (const [approver, name, index] of [
    [cal, first, 0],
    [dee, second, 1],
  ] as const) {
    await approver.close("all");
    if (!acknowledged[index]) await approveAfterAll(company, approver, name);
    names.approved.push(name);
  }
  await ana.close("all");
}

interface Victim {
  kill(): Promise<void>;
  start(): Promise<void>;
}

function victimsAmong(company: Company, strike: Strike, random: Random): readonly Victim[] {
  const { bots } = company;
  if (strike === "slow") return [slowing(company)];
  const isAll = strike === "kill" && bots.length > 1 && random.chance(0.2);
  if (isAll) return bots;
  const one = random.pick(bots);
  return strike === "stop" ? [{ start: one.start, kill: () => endsCleanly(one) }] : [one];
}

/** For some seconds each call to Slack takes one. */
function slowing({ slack: { faults } }: Company): Victim {
  const start = async () => {
    faults.slowMs = 0;
  };
  return {
    start,
    async kill() {
      faults.slowMs = SLOW_CALL_MS;
      setTimeout(start, SLOW_FOR_MS);
    },
  };
}

async function endsCleanly(bot: Bot): Promise<void> {
  const code = await bot.stop();
  if (code !== 0) throw new Error(`A bot that was asked to stop ended with ${code}`);
}

/** Until something about it is another than at the kill, and until it rests. */
async function watch(
  company: Company,
  before: Stand,
  killedAt: number,
  isNoneLeft: boolean,
  figures: KillFigures,
): Promise<void> {
  const [moved, rested] = isNoneLeft
    ? [figures.movedAfterAll, figures.restedAfterAll]
    : [figures.moved, figures.rested];
  let hasMoved = false;
  while (Date.now() - killedAt < PATIENCE_MS) {
    const stand = await readStand(company, before.name);
    if (!hasMoved && stand.print !== before.print) {
      hasMoved = true;
      moved.push(Date.now() - killedAt);
    }
    if (isAtRest(stand)) {
      rested.push(Date.now() - killedAt);
      return;
    }
    await pause(50);
  }
  const { title } = await readStand(company, before.name);
  figures.faults.push(
    `${before.name} was under way at a kill, and still is: ${title ?? "no card"}`,
  );
}

/** A bot that was killed with the approval in its hands may have saved it, or not: the person looks, and tries again. */
async function approveAfterAll(company: Company, approver: Person, name: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const { card, title } = await readStand(company, name);
    if (card && !title?.startsWith("WAITING")) return;
    try {
      if (card) await approve(approver, card);
    } catch {
      // The bot is not back yet, or the card has moved on.
    }
    await approver.close("all");
    await pause(100);
  }
  throw new Error(`${name} could not be approved again`);
}

function waitingOnce(company: Company, name: string) {
  return company.as(BEN).waitFor(
    async () => {
      const { card, title } = await readStand(company, name);
      return card && title === "WAITING 1 of 2" && { card };
    },
    `one approval of ${name}`,
    { withinMs: PATIENCE_MS },
  );
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      engine: { type: "string", default: "postgres" },
      kills: { type: "string", default: "100" },
      seed: { type: "string", default: "1" },
      strikes: { type: "string", default: "kill" },
      bots: { type: "string", default: `${BOTS}` },
    },
  });
  const strikes = STRIKES.filter((each) => values.strikes.split(",").includes(each));
  if (strikes.length === 0) throw new Error(`--strikes are some of ${STRIKES.join(",")}`);
  const programs = values.engine === "postgres" ? findPrograms() : undefined;
  if (values.engine === "postgres" && programs === undefined) {
    throw new Error("PostgreSQL's initdb and postgres were not found");
  }
  const server =
    programs === undefined ? undefined : await startPostgres(programs, { survives: true });
  try {
    const figures = await realKills({
      kills: Number(values.kills),
      seed: Number(values.seed),
      bots: Number(values.bots),
      ...(server && { postgresUrl: server.url, database: server }),
      strikes,
      told: (line) => void process.stdout.write(`${line}\n`),
    });
    process.stdout.write(report(figures));
    process.exitCode = figures.faults.length === 0 && isInTime(figures) ? 0 : 1;
  } finally {
    await server?.stop();
  }
}
