import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ChildProcess } from "../harness/process.ts";
import { WORDS } from "../harness/words.ts";
import { instructionsOf, railsAt } from "../scenarios/creating.ts";
import type { ChildStage } from "../scenarios/processes.ts";
import { BEN, card, cards } from "../scenarios/team.ts";

/** The looks of the first minute. */
const SETTLES_WITHIN_MS = 75_000;

const { states } = WORDS;

/** Two places for processes, each with a DATA_DIR that outlives them. */
export async function openCompany(stage: ChildStage) {
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

export type Company = Awaited<ReturnType<typeof openCompany>>;

/**
 * What the card says that is not so, or does not say. An approval that was acknowledged is kept.
 */
export async function wrongs(
  company: Company,
  number: string,
  isApproved: boolean,
): Promise<string[]> {
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
export async function faultsInTheEnd(company: Company, number: string): Promise<string[]> {
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
export function sentTwice({ stage }: Company): string[] {
  const tags = stage.front
    .calls("POST /rails")
    .map(({ body }) => JSON.stringify((JSON.parse(body) as { metadata: unknown }).metadata));
  return tags.filter((tag, at) => tags.indexOf(tag) < at).map((tag) => `Sent twice: ${tag}`);
}
