import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { reads } from "../harness/person.ts";
import { SERVER, startPostgres } from "../harness/postgres.ts";
import { WORDS } from "../harness/words.ts";
import { addressOf } from "../scenarios/creating.ts";
import { openChildStage } from "../scenarios/processes.ts";
import {
  answerQuestion,
  approve,
  askForDestination,
  askForRail,
  BEN,
  CAL,
  card,
  opened,
} from "../scenarios/team.ts";
import { type Company, faultsInTheEnd, openCompany, sentTwice, wrongs } from "./killed-company.ts";
import { type Random, randomFrom } from "./random.ts";

/** What the kills showed. Without faults every promise was kept. */
export interface KillFigures {
  kills: number;
  /** The last approval had been acknowledged before the kill. */
  acknowledged: number;
  /** The card was not what it became when the process was killed. */
  underWay: number;
  /** The longest time from a kill, or from the start after it, until a card was right again. */
  slowestMs: number;
  faults: string[];
  /** What people were told in the place of a form. */
  troubles: string[];
}

interface KillOptions {
  kills: number;
  seed: number;
  told?: (line: string) => void;
}

/** Promise 6. */
const RESUMES_WITHIN_MS = 10_000;
const LATEST_KILL_MS = 400;
/** In one company a channel would grow long, and reading it is most of the work. */
const KILLS_OF_ONE = 10;

const { states, buttons } = WORDS;

/** Kills processes with SIGKILL at random moments after the last approval of a Rail. */
export async function realKills({
  kills,
  seed,
  told = () => {},
}: KillOptions): Promise<KillFigures> {
  const random = randomFrom(seed);
  const figures: KillFigures = {
    kills: 0,
    acknowledged: 0,
    underWay: 0,
    slowestMs: 0,
    faults: [],
    troubles: [],
  };
  while (figures.kills < kills) {
    await using stage = await openChildStage();
    using company = await openCompany(stage);
    const here = Math.min(KILLS_OF_ONE, kills - figures.kills);
    const numbers: string[] = [];
    for (let kill = 0; kill < here; kill += 1) {
      numbers.push(await oneKill(company, random, figures));
      told(`${figures.kills} kills, ${figures.acknowledged} acknowledged before`);
    }
    for (const number of numbers) figures.faults.push(...(await faultsInTheEnd(company, number)));
    figures.faults.push(...sentTwice(company));
  }
  return figures;
}

/**
 * A Rail whose last approval is given just before the process that hears it is killed. Its number.
 */
async function oneKill(company: Company, random: Random, figures: KillFigures): Promise<string> {
  const { stage } = company;
  figures.kills += 1;
  const destination = `Wallet ${figures.kills}`;
  const wallet = addressOf(destination);
  const registered = await askForDestination(stage, { name: destination, wallet });
  for (const by of [BEN, CAL]) await approveInTheEnd(company, by, registered, wallet, figures);
  await card(stage, registered, states.usable);
  const number = await askForRail(stage, { name: `Rail ${figures.kills}`, destination });
  company.wallets.set(number, wallet);
  await approveInTheEnd(company, BEN, number, wallet, figures);
  const cal = stage.as(CAL);
  await cal.press(await card(stage, number), buttons.review);
  await opened(stage, cal);
  await answerQuestion(cal, wallet);
  // Half of the time the POST takes so long that many a kill falls into it.
  const [before, after] = random.pick([
    [LATEST_KILL_MS, 0],
    [0, LATEST_KILL_MS],
    [0, 0],
    [0, 0],
  ]);
  stage.front.clear();
  stage.front.meet("POST /rails", async (_, pass) => {
    await pause(before);
    const answer = await pass();
    await pause(after);
    return answer;
  });
  // Half of the time another process is there to go on; otherwise the killed one starts again.
  const isAlone = random.chance(0.5);
  if (!isAlone) await company.start(1);
  sendTo(company, VICTIM);

  const submitted = cal.submit();
  await pause(random.below(LATEST_KILL_MS));
  await company.kill(VICTIM);
  let since = Date.now();
  if ((await wrongs(company, number, true)).length > 0) figures.underWay += 1;
  if (isAlone) {
    await company.start(VICTIM);
    since = Date.now();
  } else sendTo(company, 1);
  const { closed } = await submitted;
  if (closed) figures.acknowledged += 1;

  const isRight = async () => (await wrongs(company, number, closed)).length === 0;
  while (!(await isRight()) && Date.now() - since < RESUMES_WITHIN_MS) await pause(50);
  const wrong = await wrongs(company, number, closed);
  figures.faults.push(...wrong.map((each) => `${number} after ten seconds: ${each}`));
  figures.slowestMs = Math.max(figures.slowestMs, Date.now() - since);
  await cal.close("all");
  if ((await card(stage, number)).state === states.waiting)
    await approveInTheEnd(company, CAL, number, wallet, figures);
  if (!isAlone) {
    await company.start(VICTIM);
    await company.kill(1);
  }
  return number;
}

/**
 * Where a click came to nothing, as under load, a person closes what they read and presses again.
 */
async function approveInTheEnd(
  { stage }: Company,
  by: string,
  number: string,
  wallet: string,
  { troubles }: KillFigures,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await approve(stage, by, number, wallet);
    } catch (error) {
      const modal = await stage.as(by).modal();
      troubles.push(`${number}: ${modal ? reads(modal) : error}`);
      await stage.as(by).close("all");
      if (tries === 3) throw error;
    }
  }
}

/** The place of the one that is killed. */
const VICTIM = 0;

const sendTo = ({ stage, running }: Company, at: number) =>
  stage.slack.sendTo(`${running[at]?.url}/slack/events`);

if (import.meta.main) {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({ options: { kills: text("60"), seed: text("1") } });
  const server = await startPostgres();
  process.env[SERVER] = server.url;
  try {
    const told = (line: string) => void process.stdout.write(`${line}\n`);
    const [kills, seed] = [Number(values.kills), Number(values.seed)];
    const figures = await realKills({ kills, seed, told });
    told(JSON.stringify(figures, null, 2));
    process.exitCode = figures.faults.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}
