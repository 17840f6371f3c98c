import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SERVER, startPostgres } from "../harness/postgres.ts";
import type { ChildProcess } from "../harness/process.ts";
import { WORDS } from "../harness/words.ts";
import { instructionsOf, railsAt } from "../scenarios/creating.ts";
import { type ChildStage, openChildStage } from "../scenarios/processes.ts";
import {
  answerQuestion,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  opened,
  register,
  WALLET,
} from "../scenarios/team.ts";
import { type Random, randomFrom } from "./random.ts";

/** What the kills showed. Without faults every promise was kept. */
interface KillFigures {
  kills: number;
  /** The last approval had been acknowledged before the kill. */
  acknowledged: number;
  /** The card was not what it became when the process was killed. */
  underWay: number;
  /** The longest time from a kill, or from the start after it, until a card was right again. */
  slowestMs: number;
  faults: string[];
}

/** Promise 6. */
const RESUMES_WITHIN_MS = 10_000;
const LATEST_KILL_MS = 400;
/** The looks of the first minute. */
const SETTLES_WITHIN_MS = 75_000;
/** In one company a channel would grow long, and reading it is most of the work. */
const KILLS_OF_ONE = 10;

const { states, buttons } = WORDS;

/** Kills processes with SIGKILL at random moments after the last approval of a Rail. */
export async function realKills({ kills, seed }: { kills: number; seed: number }) {
  const random = randomFrom(seed);
  const figures: KillFigures = {
    ...{ kills: 0, acknowledged: 0, underWay: 0, slowestMs: 0, faults: [] },
  };
  while (figures.kills < kills) {
    await using stage = await openChildStage();
    using places = openPlaces(stage);
    await places.start(VICTIM);
    await register(stage);
    const numbers: string[] = [];
    while (numbers.length < KILLS_OF_ONE && figures.kills < kills) {
      figures.kills += 1;
      numbers.push(await oneKill(stage, places, random, figures));
    }
    figures.faults.push(...(await faultsInTheEnd(stage, numbers)));
  }
  return figures;
}

/** The place of the one that is killed. */
const VICTIM = 0;
const OTHER = 1;

/** Two places for processes, each with a DATA_DIR that outlives them. */
function openPlaces(stage: ChildStage) {
  const directories = [0, 1].map(() => mkdtempSync(join(tmpdir(), "signalbox-kills-")));
  const running = new Map<number, ChildProcess>();
  return {
    async start(at: number): Promise<void> {
      running.set(at, await stage.startChild({ DATA_DIR: directories[at] ?? "" }));
    },
    async kill(at: number): Promise<void> {
      await running.get(at)?.kill();
    },
    sendTo: (at: number) => stage.slack.sendTo(`${running.get(at)?.url}/slack/events`),
    [Symbol.dispose]() {
      for (const directory of directories) rmSync(directory, { recursive: true });
    },
  };
}

/** A Rail whose process is killed just after the last approval. Its number. */
async function oneKill(
  stage: ChildStage,
  places: ReturnType<typeof openPlaces>,
  random: Random,
  figures: KillFigures,
): Promise<string> {
  const number = await askForRail(stage, { name: `Float ${figures.kills}` });
  await approveInTheEnd(stage, BEN, number);
  const cal = stage.as(CAL);
  await cal.press(await card(stage, number), buttons.review);
  await opened(stage, cal);
  await answerQuestion(cal, WALLET);
  // Half of the time the POST takes so long that many a kill falls into it.
  const [before, after] = random.pick([
    ...[[LATEST_KILL_MS, 0] as const, [0, LATEST_KILL_MS] as const],
    ...[[0, 0] as const, [0, 0] as const],
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
  if (!isAlone) await places.start(OTHER);
  places.sendTo(VICTIM);

  const submitted = cal.submit();
  await pause(random.below(LATEST_KILL_MS));
  await places.kill(VICTIM);
  let since = Date.now();
  if ((await wrongOf(stage, number, true)) !== null) figures.underWay += 1;
  if (isAlone) {
    await places.start(VICTIM);
    since = Date.now();
  } else places.sendTo(OTHER);
  const { closed } = await submitted;
  if (closed) figures.acknowledged += 1;

  let wrong = await wrongOf(stage, number, closed);
  while (wrong !== null && Date.now() - since < RESUMES_WITHIN_MS) {
    await pause(50);
    wrong = await wrongOf(stage, number, closed);
  }
  if (wrong !== null) figures.faults.push(`${number} after ten seconds: ${wrong}`);
  figures.slowestMs = Math.max(figures.slowestMs, Date.now() - since);
  await cal.close("all");
  if ((await card(stage, number)).state === states.waiting) {
    await approveInTheEnd(stage, CAL, number);
  }
  if (!isAlone) {
    await places.start(VICTIM);
    await places.kill(OTHER);
  }
  return number;
}

/** Under load a click may come to nothing: a person closes what they read and presses again. */
async function approveInTheEnd(stage: ChildStage, by: string, number: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await approve(stage, by, number);
    } catch (error) {
      await stage.as(by).close("all");
      if (tries === 3) throw error;
    }
  }
}

/** What a card says that cannot be so. An approval that was acknowledged is kept. */
async function wrongOf(stage: ChildStage, number: string, isApproved: boolean) {
  const shown = (await cards(stage.as(BEN))).filter((each) => each.number === number);
  const right: readonly string[] = [states.payable, states.checking];
  const isRight = ({ state }: { state: string }) =>
    right.includes(state) || (!isApproved && state === states.waiting);
  return shown.length === 1 && shown.every(isRight)
    ? null
    : `cards that are ${shown.map(({ state }) => state).join()}`;
}

/** In the end each Rail is payable, with its instructions shown once, and was sent once. */
async function faultsInTheEnd(stage: ChildStage, numbers: readonly string[]): Promise<string[]> {
  const tags = stage.front
    .calls("POST /rails")
    .map(({ body }) => JSON.stringify((JSON.parse(body) as { metadata: unknown }).metadata));
  const twice = tags.filter((tag, at) => tags.indexOf(tag) < at);
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const shown = await Promise.all(
      numbers.map(async (number) => {
        const { state } = await card(stage, number);
        return `${state}, ${(await instructionsOf(stage, number)).length} instructions`;
      }),
    );
    const payable = shown.filter((each) => each === `${states.payable}, 1 instructions`);
    const checking = shown.filter((each) => each === `${states.checking}, 0 instructions`);
    const isSettled =
      payable.length === railsAt(stage).length &&
      payable.length + checking.length === numbers.length;
    if (isSettled || Date.now() > until) {
      const wrong = `${railsAt(stage).length} Rails: ${numbers.map((each, at) => `${each} ${shown[at]}`).join("; ")}`;
      return [...twice.map((tag) => `Sent twice: ${tag}`), ...(isSettled ? [] : [wrong])];
    }
    await pause(100);
  }
}

if (import.meta.main) {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({ options: { kills: text("60"), seed: text("1") } });
  const server = await startPostgres();
  process.env[SERVER] = server.url;
  try {
    const figures = await realKills({ kills: Number(values.kills), seed: Number(values.seed) });
    console.log(JSON.stringify(figures, null, 2));
    process.exitCode = figures.faults.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}
