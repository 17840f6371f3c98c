import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setup } from "../harness/global-setup.ts";
import type { ChildProcess } from "../harness/process.ts";
import { type Random, randomFrom } from "../harness/random.ts";
import { WORDS } from "../harness/words.ts";
import { type ChildStage, openChildStage } from "../scenarios/processes.ts";
import { ANA, BEN, CAL } from "../scenarios/team.ts";

/** What the kills showed. Without faults every promise was kept. */
const newFigures = () => ({
  kills: 0,
  /** The last approval had been acknowledged before the kill. */
  acknowledged: 0,
  /** The card was not what it became when the process was killed. */
  underWay: 0,
  /** The longest time from a kill, or from the start after it, until a card was right again. */
  slowestMs: 0,
  faults: [] as string[],
});

/** Promise 6. */
const RESUMES_WITHIN_MS = 10_000;
const LATEST_KILL_MS = 400;
/** The looks of the first minute. */
const SETTLES_WITHIN_MS = 75_000;
/** In one company a channel would grow long, and reading it is most of the work. */
const KILLS_OF_ONE = 10;

const { states } = WORDS;

interface Options {
  kills: number;
  seed: number;
  /** In which every card has to be right again. */
  withinMs?: number;
}

/** Kills processes with SIGKILL at random moments after the last approval of a Rail. */
export async function realKills({ kills, seed, withinMs = RESUMES_WITHIN_MS }: Options) {
  const random = randomFrom(seed);
  const figures = newFigures();
  while (figures.kills < kills) {
    // It outlives the processes that are killed.
    using kept = mkdtempDisposableSync(join(tmpdir(), "signalbox-kills-"));
    await using stage = await openChildStage();
    const start = () => stage.startChild({ DATA_DIR: kept.path });
    let victim = await start();
    await stage.register();
    const numbers: string[] = [];
    while (numbers.length < KILLS_OF_ONE && figures.kills < kills) {
      figures.kills += 1;
      const ask = () => stage.askForRail({ name: `Float ${figures.kills}` });
      // Whoever asks just as the Rail before is found is shown the review again.
      const number = await ask().catch(() => stage.as(ANA).close("all").then(ask));
      numbers.push(number);
      victim = await killOnce({ stage, number, victim, start, random, figures, withinMs });
    }
    figures.faults.push(...(await faultsInTheEnd(stage, numbers)));
  }
  return figures;
}

/** Kills a process just after the last approval of a Rail. The one that runs afterwards. */
async function killOnce(on: {
  stage: ChildStage;
  number: string;
  victim: ChildProcess;
  start: () => Promise<ChildProcess>;
  random: Random;
  figures: ReturnType<typeof newFigures>;
  withinMs: number;
}): Promise<ChildProcess> {
  const { stage, number, victim, start, random, figures, withinMs } = on;
  await stage.approve(BEN, number);
  const cal = await stage.review(CAL, number);
  // Half of the time the POST takes so long that many a kill falls into it.
  const slow = random.pick(["before", "after", "never", "never"]);
  stage.front.clear();
  stage.front.meet("POST /rails", async (_, pass) => {
    if (slow === "before") await pause(LATEST_KILL_MS);
    const answer = await pass();
    if (slow === "after") await pause(LATEST_KILL_MS);
    return answer;
  });
  // Half of the time another process is there to go on; otherwise the killed one starts again.
  const other = random.chance(0.5) ? await stage.startChild() : null;
  stage.slack.sendTo(`${victim.url}/slack/events`);

  const submitted = cal.submit();
  await pause(random.below(LATEST_KILL_MS));
  await victim.kill();
  if (other) stage.slack.sendTo(`${other.url}/slack/events`);
  let since = Date.now();
  if ((await wrongOf(stage, number, true)) !== null) figures.underWay += 1;
  const next = other ? null : await start();
  if (next) since = Date.now();
  const { closed } = await submitted;
  if (closed) figures.acknowledged += 1;

  const isLate = () => Date.now() - since > withinMs;
  let wrong = await wrongOf(stage, number, closed);
  for (; wrong !== null && !isLate(); wrong = await wrongOf(stage, number, closed)) await pause(50);
  if (wrong !== null) figures.faults.push(`${number} after ${withinMs} ms: ${wrong}`);
  figures.slowestMs = Math.max(figures.slowestMs, Date.now() - since);
  await cal.close("all");
  // Whose approval was saved, though nobody heard of it, is shown no form: the end judges.
  const isWaiting = (await stage.card(number)).state === states.waiting;
  if (isWaiting) await stage.approve(CAL, number).catch(() => cal.close("all"));
  await other?.kill();
  return next ?? start();
}

/** What the card says that cannot be so. An approval that was acknowledged is kept. */
async function wrongOf(stage: ChildStage, number: string, isApproved: boolean) {
  const shown = await stage.cardsOf(number);
  const right: string[] = [
    states.payable,
    states.checking,
    ...(isApproved ? [] : [states.waiting]),
  ];
  const isRight = shown.length === 1 && shown.every(({ state }) => right.includes(state));
  return isRight ? null : `its cards are ${shown.map(({ state }) => state).join()}`;
}

/** In the end each Rail is payable, with its instructions shown once, and was sent once. */
async function faultsInTheEnd(stage: ChildStage, numbers: readonly string[]): Promise<string[]> {
  const bodies = stage.front.calls("POST /rails").map(({ body }) => body);
  const twice = bodies.filter((body, at) => bodies.indexOf(body) < at);
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const shown: string[] = [];
    for (const number of numbers) {
      const { length } = await stage.instructionsOf(number);
      shown.push(`${(await stage.card(number)).state}, ${length} instructions`);
    }
    const rails = stage.madeRails().length;
    const payable = shown.filter((each) => each === `${states.payable}, 1 instructions`).length;
    const checking = shown.filter((each) => each === `${states.checking}, 0 instructions`).length;
    const isSettled = payable === rails && payable + checking === numbers.length;
    if (isSettled || Date.now() > until) {
      const unsettled = isSettled ? [] : [`${rails} Rails: ${shown.join("; ")}`];
      return [...twice.map((body) => `Sent twice: ${body}`), ...unsettled];
    }
    await pause(100);
  }
}

if (import.meta.main) {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({ options: { kills: text("60"), seed: text("1") } });
  const stopPostgres = await setup();
  try {
    const figures = await realKills({ kills: Number(values.kills), seed: Number(values.seed) });
    console.log(JSON.stringify(figures, null, 2));
    process.exitCode = figures.faults.length === 0 ? 0 : 1;
  } finally {
    await stopPostgres();
  }
}
