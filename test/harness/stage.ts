import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { type RailService, startRailService } from "../../src/sandbox/rail-service/server.ts";
import * as acme from "../../src/sandbox/slack-workspace/seed.ts";
import {
  type SlackWorkspace,
  startSlackWorkspace,
} from "../../src/sandbox/slack-workspace/server.ts";
import { openFront } from "./front.ts";
import { createMovableClock } from "./movable-clock.ts";
import { listenToNews } from "./news.ts";
import { createOutside, type KeptFiles } from "./outside.ts";
import { createPerson } from "./person.ts";
import { createDatabase } from "./postgres.ts";
import { openSocket, type Process, type StartProcess, startProcess } from "./seam.ts";

type Environment = Record<string, string | undefined>;

/** Whoever uses a connection first notices that it was cut, and the loops go on a second later. */
function cutOff(error: unknown): number {
  if (/terminat/.test(String(error))) return 1;
  throw error;
}

export interface StageOptions {
  /** How Slack reaches the processes; signed HTTP by default. */
  transport?: "http" | "socket";
  /** How many start; one by default, none where processes of their own take part. */
  processes?: 0 | 1 | 2;
  /**
   * Whether they look for due work each second. By default only `settle` and `pass` have it done.
   */
  loops?: boolean;
  /** Beside the least that is needed, or in its place. */
  env?: Environment;
  /** Workspaces install the app over OAuth, and set it up. */
  isMany?: boolean;
  seed?: Parameters<typeof startSlackWorkspace>[0]["seed"];
  /** Those of the Rail service. */
  companies?: readonly { name: string; token: string }[];
  /** In the place of the product. */
  start?: StartProcess;
}

/** Acme's Slack workspace, its Rail service and its database, with the product between them. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The company and token of Acme at the Rail service. */
export const COMPANY = { name: "Acme", token: "rail-token-of-acme" };

/** Starts everything on loopback. `await using` stops it again. */
export async function openStage({
  transport = "http",
  processes: count = 1,
  loops = false,
  env: own = {},
  isMany = false,
  seed = acme.acmeSeed,
  companies = [COMPANY],
  start: startOne = startProcess,
}: StageOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const slack = opening.adopt(await startSlackWorkspace({ seed }), (each) => each.stop());
  const rails = opening.adopt(
    await startRailService({
      companies,
      clock: () => new Date(slack.clock.now()).toISOString(),
    }),
    (each) => each.stop(),
  );
  const database = opening.adopt(await createDatabase({ withAppRole: true }), (each) =>
    each.drop(),
  );
  const clock = createMovableClock(slack.clock, database);
  const news = opening.adopt(await listenToNews(slack.url), (each) => each.stop());
  const env: Environment = {};

  const running = new Map<number, { process: Process; end(): Promise<void> }>();
  const files: KeptFiles[] = Array.from({ length: count }, () => new Map());
  /** Those that run now. */
  const processes = (): readonly Process[] => [...running.values()].map(({ process }) => process);
  opening.defer(async () => {
    await Promise.all([...running.keys()].map(stop));
  });

  /** Starts it again. */
  async function start(at = 0): Promise<Process> {
    const outside = createOutside(clock, database, files[at] ?? new Map());
    const process = await startOne(env, outside, { loops });
    const socket = transport === "socket" ? openSocket(socketOptions(slack, process)) : null;
    running.set(at, {
      process,
      async end() {
        await socket?.stop();
        await process.stop();
        await outside.pool.end();
      },
    });
    // Nothing tells when Slack has welcomed it.
    while (socket?.isOpen() === false) await new Promise((next) => setTimeout(next, 5));
    return process;
  }

  /** Stops a process as a signal does; what it kept in DATA_DIR stays. */
  async function stop(at = 0): Promise<void> {
    const ending = running.get(at);
    running.delete(at);
    await ending?.end();
  }

  const entrance = opening.adopt(await openFront(processes, slack.signingSecret), (each) =>
    each.stop(),
  );
  const least = isMany
    ? manyEnvironment(slack, rails, entrance.url)
    : leastEnvironment(slack, rails);
  Object.assign(env, least, {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
    LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    [transport === "http" ? "SLACK_SIGNING_SECRET" : "SLACK_APP_TOKEN"]:
      transport === "http" ? slack.signingSecret : slack.appToken,
    ...own,
  });
  slack.addRedirectUrl(entrance.url);
  for (let at = 0; at < count; at += 1) await start(at);
  if (transport === "http" && count > 0) {
    await slack.verifyUrl(`${entrance.url}/slack/events`);
    slack.sendTo(`${entrance.url}/slack/events`);
  }

  /** Does all that is due now, until nothing is under way any more. */
  async function settle(): Promise<void> {
    for (let done = 1; done > 0; ) {
      await Promise.all(processes().map((each) => each.idle()));
      done = 0;
      for (const each of processes()) done += await each.workOnce().catch(cutOff);
    }
    await Promise.all(processes().map((each) => each.idle()));
  }

  /** Time passes, and what becomes due on the way is done when it is due. */
  async function pass(ms: number): Promise<void> {
    const end = clock.now() + ms;
    for (;;) {
      await settle();
      const due = (await processes()[0]?.nextDue()) ?? end;
      if (due >= end || clock.now() >= end) break;
      const left = due - clock.now();
      // What is still due although it was tried is tried again in a second, as by the loops.
      await clock.jump(Math.min(left > 0 ? left : LOOP_MS, end - clock.now()));
    }
    await clock.jump(Math.max(end - clock.now(), 0));
    await settle();
  }

  const opened = opening.move();
  return {
    /** `entrance`: through which Slack reaches the processes over HTTP, whether they run or not. */
    ...{ slack, rails, database, entrance, processes, settle, pass, start, stop },
    env,
    as: (userId: string) => createPerson(userId, slack.url, news),
    now: clock.now,
    /** Time passes as if nothing ran. */
    jump: clock.jump,
    until: news.until,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const LOOP_MS = 1_000;

/** Ben, Cal and Dee approve, two of them. */
const leastEnvironment = (slack: SlackWorkspace, rails: RailService) => ({
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_API_URL: slack.apiUrl,
  APPROVALS_CHANNEL: acme.APPROVALS,
  APPROVERS: [acme.BEN, acme.CAL, acme.DEE].join(","),
  COOL_DOWN_HOURS: "0",
  RAIL_API_URL: rails.baseUrl,
  RAIL_API_TOKEN: COMPANY.token,
});

const manyEnvironment = (slack: SlackWorkspace, rails: RailService, url: string) => ({
  SLACK_CLIENT_ID: slack.clientId,
  SLACK_CLIENT_SECRET: slack.clientSecret,
  SLACK_API_URL: slack.apiUrl,
  PUBLIC_URL: url,
  RAIL_API_URLS: `rails=${rails.baseUrl}=sandbox,live=https://live.example/v1=production`,
});

const socketOptions = ({ appToken, apiUrl }: SlackWorkspace, { deliver, greeted }: Process) => ({
  appToken,
  apiUrl,
  deliver,
  greeted,
  log: pino({ level: process.env.TEST_LOG ?? "silent" }),
});
