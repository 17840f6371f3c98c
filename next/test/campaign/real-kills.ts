import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { reads } from "../harness/person.ts";
import { SERVER, startPostgres } from "../harness/postgres.ts";
import type { ChildProcess } from "../harness/process.ts";
import { WORDS } from "../harness/words.ts";
import { addressOf, instructionsOf, railsAt } from "../scenarios/creating.ts";
import { type ChildStage, openChildStage } from "../scenarios/processes.ts";
import {
  answerQuestion,
  approve,
  askForDestination,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  opened,
} from "../scenarios/team.ts";
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
/** The looks of the first minute. */
const SETTLES_WITHIN_MS = 75_000;
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

/** Two places for processes, each with a DATA_DIR that outlives them. */
async function openCompany(stage: ChildStage) {
  const directories = ["first", "second"].map((name) =>
    mkdtempSync(join(tmpdir(), `signalbox-${name}-`)),
  );
  const running: (ChildProcess | null)[] = [null, null];
  const company = {
    stage,
    running,
    /** Of each request the address of its own destination. */
    wallets: new Map<string, string>(),
    async start(at: number): Promise<void> {
      running[at] = await stage.startChild({ DATA_DIR: directories[at] ?? "" });
    },
    async kill(at: number): Promise<void> {
      await running[at]?.kill();
      running[at] = null;
    },
    [Symbol.dispose]() {
      for (const directory of directories) rmSync(directory, { recursive: true });
    },
  };
  await company.start(0);
  return company;
}

type Company = Awaited<ReturnType<typeof openCompany>>;

/** A Rail whose last approval is given just before the process that hears it is killed. Its number. */
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
  const isSlow = random.chance(0.5);
  const isBefore = random.chance(0.5);
  stage.front.clear();
  stage.front.meet("POST /rails", async (_, pass) => {
    if (isSlow && isBefore) await pause(LATEST_KILL_MS);
    const answer = await pass();
    if (isSlow && !isBefore) await pause(LATEST_KILL_MS);
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

/** Where a click came to nothing, as under load, a person closes what they read and presses again. */
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

/** What the card says that is not so, or does not say. An approval that was acknowledged is kept. */
async function wrongs(company: Company, number: string, isApproved: boolean): Promise<string[]> {
  const { stage } = company;
  const shown = (await cards(stage.as(BEN))).filter((each) => each.number === number);
  const [{ state } = { state: "no card" }] = shown;
  const isMade = railsOf(company, number).length === 1;
  const right: string[] = isMade
    ? [states.payable, states.checking]
    : [states.checking, ...(isApproved ? [] : [states.waiting])];
  return right.includes(state) && shown.length === 1
    ? []
    : [`${shown.length} cards, ${state}, and ${isMade ? "its Rail exists" : "there is no Rail"}`];
}

const railsOf = ({ stage, wallets }: Company, number: string) =>
  railsAt(stage).filter(({ destination }) => destination.wallet?.address === wallets.get(number));

/** In the end a Rail that exists is payable, with its instructions shown once. */
async function faultsInTheEnd(company: Company, number: string): Promise<string[]> {
  const { stage } = company;
  const rails = railsOf(company, number);
  const until = Date.now() + SETTLES_WITHIN_MS;
  const isSettled = async () => {
    const { state } = await card(stage, number);
    if (rails.length === 0) return state === states.checking;
    return state === states.payable && (await instructionsOf(stage, number)).length === 1;
  };
  while (!(await isSettled())) {
    if (Date.now() > until) {
      const { state } = await card(stage, number);
      const shown = await instructionsOf(stage, number);
      return [`${number}: ${rails.length} Rails, ${state}, ${shown.length} instructions`];
    }
    await pause(100);
  }
  return rails.length > 1 ? [`${number}: ${rails.length} Rails`] : [];
}

/** Of two POSTs for one request the later is a fault, whatever became of the first. */
function sentTwice({ stage }: Company): string[] {
  const tags = stage.front
    .calls("POST /rails")
    .map(({ body }) => JSON.stringify((JSON.parse(body) as { metadata: unknown }).metadata));
  return tags.filter((tag, at) => tags.indexOf(tag) < at).map((tag) => `Sent twice: ${tag}`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
    },
  });
  const server = await startPostgres();
  process.env[SERVER] = server.url;
  try {
    const told = (line: string) => void process.stdout.write(`${line}\n`);
    const figures = await realKills({
      kills: Number(values.kills),
      seed: Number(values.seed),
      told,
    });
    told(JSON.stringify(figures, null, 2));
    process.exitCode = figures.faults.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}
