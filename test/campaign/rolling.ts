import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE, EVE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { cards } from "../e2e/steps.ts";
import { findPrograms, startPostgres } from "../support/postgres-server.ts";
import type { Account, Names } from "./account.ts";
import { account } from "./account.ts";
import type { Noticed } from "./attentive.ts";
import { errorsToldTo } from "./attentive.ts";
import type { Bot, Company, CompanyOptions } from "./company.ts";
import { startCompany } from "./company.ts";
import { startDailyWork } from "./daily-work.ts";
import { randomFrom } from "./random.ts";
import { nameOn } from "./stands.ts";

export interface RollingFigures extends Account, Noticed {
  /** Each a bot that was asked to stop, and started again. */
  restarts: number;
  slowestStopMs: number;
  /** How often the bots logged a thing as an error or worse. */
  logged: Record<string, number>;
  seconds: number;
}

export interface RollingOptions extends CompanyOptions {
  rounds: number;
  seed: number;
  told?: (line: string) => void;
}

const STOPS_WITHIN_MS = 10_000;
const MOST_MS_BETWEEN_RESTARTS = 1_000;

/** Round after round each bot is replaced, one after the other, while people go on with their work. */
export async function rollingRestart({
  rounds,
  seed,
  told = () => {},
  ...options
}: RollingOptions): Promise<RollingFigures> {
  const began = Date.now();
  const random = randomFrom(seed);
  const figures = noFigures();
  const company = await startCompany(options);
  try {
    const work = await startDailyWork(company, random, figures);
    for (let round = 1; round <= rounds; round += 1) {
      for (const bot of company.bots) {
        await pause(random.below(MOST_MS_BETWEEN_RESTARTS));
        await replace(bot, figures);
      }
      told(`${round} of ${rounds} rounds, ${figures.acts} acts, ${figures.faults.length} faults`);
    }
    const names = await work.end();
    await account(company, names, figures);
    await onceEach(company, names, figures);
    for (const id of [ANA, BEN, CAL, DEE, EVE]) {
      figures.faults.push(...(await errorsToldTo(company.as(id))));
    }
    if (figures.unanswered > figures.restarts) {
      figures.faults.push(`${figures.unanswered} acts were not answered`);
    }
    figures.logged = Object.fromEntries(company.troubles);
  } finally {
    await company.stop();
  }
  figures.seconds = Math.round((Date.now() - began) / 1000);
  return figures;
}

async function replace(bot: Bot, figures: RollingFigures): Promise<void> {
  const askedAt = Date.now();
  const code = await bot.stop();
  const ms = Date.now() - askedAt;
  figures.restarts += 1;
  figures.slowestStopMs = Math.max(figures.slowestStopMs, ms);
  if (code !== 0 || ms > STOPS_WITHIN_MS) {
    figures.faults.push(`A bot that was asked to stop ended with ${code}, after ${ms} ms`);
  }
  await bot.start();
}

/** Nothing was killed in the middle of a post, so nothing stands twice either. */
async function onceEach(company: Company, names: Names, { faults }: RollingFigures): Promise<void> {
  const ana = company.as(ANA);
  const onCards = (await cards(ana)).map(nameOn);
  const asInstructions = (await ana.messages(TREASURY)).map(plainTextOf);
  for (const name of names.asked) {
    const times = onCards.filter((each) => each === name).length;
    if (times !== 1) faults.push(`${name} has ${times} cards`);
  }
  for (const name of names.approved) {
    const times = asInstructions.filter((text) => text.includes(`Pay into ${name}\n`)).length;
    if (times !== 1) faults.push(`${name} has its instructions ${times} times`);
  }
}

const noFigures = (): RollingFigures => ({
  restarts: 0,
  slowestStopMs: 0,
  acts: 0,
  unanswered: 0,
  asked: 0,
  approved: 0,
  ends: {},
  faults: [],
  logged: {},
  seconds: 0,
});

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      bots: { type: "string", default: "3" },
      rounds: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      former: { type: "string" },
    },
  });
  const programs = findPrograms();
  if (programs === undefined) throw new Error("PostgreSQL's initdb and postgres were not found");
  await using server = await startPostgres(programs, { survives: true });
  const figures = await rollingRestart({
    postgresUrl: server.url,
    bots: Number(values.bots),
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    ...(values.former !== undefined && { former: resolve(values.former) }),
    told: (line) => void process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  process.exitCode = figures.faults.length === 0 ? 0 : 1;
}
