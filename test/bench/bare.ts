import { App, LogLevel, type ReceiverEvent } from "@slack/bolt";
import { pino } from "pino";
import { createBolt } from "../../src/platform/slack/bolt.ts";
import { createDatabase } from "../harness/postgres.ts";
import { inTurns, measure, median, type Rate } from "./figure.ts";

const COMMITS = 2_000;
const SUBMISSIONS = 10_000;
export const AT_ONCE = 20;

export type Bare = Awaited<ReturnType<typeof measureBare>>;

/** What everything is held against: the least that can be done in its place, here and now. */
export async function measureBare() {
  const database = await createDatabase();
  const pool = database.openPool({ max: 10 });
  await pool.query("create table bare (id integer, body text)");
  const times: number[] = [];
  const commit = async (id: number) => {
    const began = performance.now();
    const client = await pool.connect();
    await client.query("begin");
    const text = "insert into bare values ($1, $2)";
    await client.query({ name: "bare", text, values: [id, "x".repeat(1_000)] });
    await client.query("commit");
    client.release();
    times.push(performance.now() - began);
  };
  const numbers = Array.from({ length: COMMITS }, (_, number) => number);
  await inTurns(numbers, 1, commit);
  const commitMs = median(times);
  const commits = await measure(COMMITS, () => inTurns(numbers, AT_ONCE, commit));
  await database.drop();
  return {
    /** Milliseconds of a transaction with one insert; its statements are three. */
    commitMs,
    /** Such commits, twenty at once. */
    commits,
    /** Submissions that our Bolt acknowledges for a listener that does nothing. */
    ours: await rateOfBolt(ourBolt()),
    /** The same of `@slack/bolt` alone, behind a receiver that receives nothing. */
    bolt: await rateOfBolt(bolt()),
  };
}

type Take = (body: Record<string, unknown>) => Promise<unknown>;

function rateOfBolt(take: Take): Promise<Rate> {
  const bodies = Array.from({ length: SUBMISSIONS }, (_, at) => submission(`trigger-${at}`));
  return measure(SUBMISSIONS, () => inTurns(bodies, AT_ONCE, take));
}

function ourBolt(): Take {
  const { deliver } = createBolt({
    ...{ apiUrl: "https://slack.test/api/", fetch, log: pino({ level: "silent" }) },
    command: "/rail",
    serves: async () => true,
    turnAway: async () => {},
    listener: async (_, answer) => answer.ack(),
    onError: async () => {},
  });
  return deliver;
}

function bolt(): Take {
  const nothing = async () => {};
  const app = new App({
    receiver: { init() {}, start: nothing, stop: nothing },
    authorize: async () => ({ botToken: "xoxb-bare" }),
    logLevel: LogLevel.ERROR,
  });
  app.view(/./, async ({ ack }) => ack());
  return (body) => app.processEvent({ body, ack: nothing } satisfies ReceiverEvent);
}

/** As Slack sends it, as far as anybody reads it. */
const submission = (trigger_id: string) => ({
  ...{ type: "view_submission", trigger_id, api_app_id: "A0APP" },
  ...{ team: { id: "T0ACME" }, user: { id: "U0BEN" } },
  view: { id: "V1", type: "modal", callback_id: "bare", hash: "1.bare", state: { values: {} } },
});
