import type { Hono } from "hono";
import { type Config, readConfig, secretsOf } from "./config.ts";
import { KINDS, SURFACE } from "./contents.ts";
import { checkAudit } from "./evidence/check-audit.ts";
import { GAUGES } from "./home/gauges.ts";
import { installRoutes } from "./install/install-routes.ts";
import { createInstalled, NOT_THEIRS } from "./install/installed.ts";
import { tokenRoutes } from "./install/token-routes.ts";
import { checkStart, checkWritable } from "./platform/database/check-start.ts";
import { isBehindPooler } from "./platform/database/condition.ts";
import type { Database, Pool } from "./platform/database/db.ts";
import { createKeys } from "./platform/database/keys.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { createLogger } from "./platform/log/logger.ts";
import { createRailApi } from "./platform/rail-api/rail-api.ts";
import { createBolt } from "./platform/slack/bolt.ts";
import type { Deliver } from "./platform/slack/delivery.ts";
import { createPeople } from "./platform/slack/people.ts";
import { createReceiver } from "./platform/slack/receiver.ts";
import { createSlack } from "./platform/slack/slack.ts";
import { createMetrics, type Metrics } from "./platform/web/metrics.ts";
import { untilThere } from "./platform/web/until-there.ts";
import { createWeb } from "./platform/web/web.ts";
import { walkDue } from "./rail/walk.ts";
import { advance } from "./request/engine/advance.ts";
import { type Context, isListed } from "./request/engine/context.ts";
import { type Kept, openMarks } from "./request/engine/marks.ts";
import { noticeRestores } from "./request/engine/restore.ts";
import { createWork } from "./request/engine/work.ts";
import { onError, route } from "./request/forms/route.ts";
import { sync } from "./request/posts/sync.ts";
import { type Account, readToken } from "./request/store/connections.ts";
import { readNextDue } from "./request/store/due.ts";
import type { Installation } from "./request/store/workspaces.ts";
import { applyEnvironment } from "./settings/from-environment.ts";

/** All that the product touches. A kill is an outside that never answers again. */
export interface Outside {
  /** Milliseconds since 1970, by this machine's clock. */
  now(): number;
  /** Milliseconds that only ever count up, also where somebody sets the clock. */
  elapsed(): number;
  /** Ends early, by a rejection, when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Each POST to the Rail service gets a fresh connection. */
  fetch: typeof globalThis.fetch;
  pool: Pool;
  /** `DATA_DIR`. */
  kept: Kept;
  random(bytes: number): Uint8Array;
}

export interface Process {
  deliver: Deliver;
  /** How many connections of the app Slack counts, as it said in its greeting. */
  greeted(connections: number): void;
  fetch(request: Request): Promise<Response>;
  /** Does what is due now; how many things that were. */
  workOnce(): Promise<number>;
  /** By the database's clock, milliseconds since 1970. */
  nextDue(): Promise<number | null>;
  /** Nothing that a delivery or `workOnce` began is under way any more. */
  idle(): Promise<void>;
  /** Takes nothing more, and ends what was begun, within ten seconds. */
  stop(): Promise<void>;
}

const SECOND = 1_000;
const STOPS_WITHIN = 9 * SECOND;

/** How often the restore marks are compared, in milliseconds. */
const MARKS_EVERY = 5 * SECOND;

/**
 * Starts all parts of one process. Waits for the database and for Slack; throws `ConfigError` and
 * `DatabaseError` where waiting does not help. Without `loops` only `workOnce` does what is due.
 */
export async function startProcess(
  env: Record<string, string | undefined>,
  outside: Outside,
  { loops = true }: { loops?: boolean } = {},
): Promise<Process> {
  const config = readConfig(env);
  const log = createLogger({ level: config.LOG_LEVEL, secrets: secretsOf(config) });
  const keys = createKeys(config.ENCRYPTION_KEYS, outside.random);
  const starting = { wait: outside.wait, log };
  const isDeclared = config.DATABASE_POOLER !== undefined;
  const findPooler = () => isBehindPooler(outside.pool);
  const isPooled = isDeclared || (await untilThere(starting, "the database", findPooler));
  if (isPooled && !isDeclared) log.warn("a pooler is in front: set DATABASE_POOLER=transaction");
  const db = openDatabase(outside.pool, keys, { isPooled });
  const apiUrl = config.SLACK_API_URL;
  let one: Installation | null = null;
  const { self, serves } = createInstalled(db, () => one);
  const tokenOf = async (workspace: string) => (await self(workspace)).token;
  const metrics = createMetrics(GAUGES, db);
  const failed = (code: string) => metrics.failed("slack", code);
  const slack = createSlack({ ...outside, apiUrl, log, tokenOf, failed });
  await untilThere(starting, "the database", () => checkStart(db));
  const { SLACK_BOT_TOKEN: token } = config;
  one = token ? await untilThere(starting, "Slack", () => slack.whoAmI(token)) : null;

  let connections: number | null = null;
  const work = createWork({ advance, sync, walk: walkDue, audit: checkAudit });
  const context: Context = {
    config,
    db,
    slack,
    self,
    people: createPeople({ slack, now: outside.now }),
    railApi: (account) => railApi(db, config, { ...outside, metrics }, account),
    kinds: KINDS,
    marks: await openMarks(outside.kept),
    connections: () => connections,
    ...{ now: outside.now, elapsed: outside.elapsed, wait: outside.wait, random: outside.random },
    log,
    goOn: (due) => work.goOn(context, due),
  };
  await noticeRestores(context);
  if (one && config.SLACK_BOT_TOKEN) await applyEnvironment(context, config, one.workspace);

  const bolt = createBolt({
    ...{ apiUrl, fetch: outside.fetch, log, serves, command: config.SLACK_COMMAND },
    turnAway: (url) => slack.respond(url, NOT_THEIRS),
    listener: (delivery, answer) => route(SURFACE, context, delivery, answer),
    onError: (delivery, error, answer) => onError(context, delivery, error, answer),
  });
  const stopping = new AbortController();
  const deliver: Deliver = async (body) => {
    const answer = await bolt.deliver(body);
    metrics.delivered(answer ? "taken" : "refused");
    return answer;
  };
  const web = webOf(context, metrics, deliver, stopping.signal);

  let marksAt = outside.now();
  async function begin() {
    // A clock that was set back must not put this off.
    if (Math.abs(outside.now() - marksAt) >= MARKS_EVERY) {
      marksAt = outside.now();
      await noticeRestores(context);
    }
    return work.begin(context);
  }

  async function loop(): Promise<void> {
    for (let isAway = false; !stopping.signal.aborted; ) {
      try {
        // Work that hangs holds up no other: nobody waits for its end.
        while ((await begin()).taken > 0 && !stopping.signal.aborted);
        if (isAway) log.info("the database answers again");
        isAway = false;
      } catch (error) {
        // An outage is two lines.
        if (!isAway) log.error({ err: error }, "the loops cannot see what is due");
        isAway = true;
      }
      // An ended wait is no failure.
      await outside.wait(SECOND, stopping.signal).catch(() => {});
    }
  }
  const looping = loops ? loop() : Promise.resolve();

  async function idle(): Promise<void> {
    await bolt.idle();
    await work.idle();
  }
  return {
    deliver,
    greeted: (counted) => {
      connections = counted;
    },
    fetch: async (request) => web.fetch(request),
    async workOnce() {
      const { taken, done } = await begin();
      await done;
      return taken;
    },
    nextDue: async () => (await readNextDue(db)).first,
    idle,
    async stop() {
      stopping.abort();
      await bolt.idle();
      work.stop();
      const over = new AbortController();
      const late = outside.wait(STOPS_WITHIN, over.signal).catch(() => {});
      await Promise.race([Promise.all([looping, idle()]), late]);
      over.abort();
    },
  };
}

/** The client for a connection's token, at an address that the operator lists. */
function railApi(
  db: Database,
  config: Config,
  { fetch, wait, now, metrics }: Outside & { metrics: Metrics },
  account: Account | null,
) {
  const token = account && isListed(config, account) ? readToken(db, account) : null;
  const failed = (code: string) => metrics.failed("rail", code);
  return account && token !== null
    ? createRailApi({ baseUrl: account.baseUrl, token, fetch, wait, now, failed })
    : null;
}

function webOf(context: Context, metrics: Metrics, deliver: Deliver, stopping: AbortSignal): Hono {
  const { config, now, db, log } = context;
  const { SLACK_SIGNING_SECRET: signingSecret, METRICS_TOKEN: token } = config;
  let asked: { at: number; isWritable: Promise<boolean> } | null = null;
  const isReady = async () => {
    if (stopping.aborted) return false;
    // However often it is asked, the database is asked once a second.
    if (!asked || Math.abs(now() - asked.at) >= SECOND) {
      asked = { at: now(), isWritable: checkWritable(db).then(() => true) };
    }
    return asked.isWritable;
  };
  const isMany = config.SLACK_CLIENT_ID !== undefined;
  return createWeb({
    routes: [
      ...(signingSecret ? [createReceiver({ signingSecret, now, deliver, log })] : []),
      ...(isMany ? [installRoutes(context, config), tokenRoutes(context, config)] : []),
    ],
    isReady,
    metrics: token === undefined ? null : { token, text: metrics.text },
    log,
  });
}
