import { callback } from "../../src/platform/slack/blocks/ids.ts";
import { ACME, ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, cardReading } from "../e2e/steps.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { SIGNING_SECRET } from "../support/signed-request.ts";
import { AS_SHIPPED } from "./as-shipped.ts";
import { bareBolt } from "./bare-process.ts";
import type { Figure } from "./figure.ts";
import { inMb, inMs, median } from "./figure.ts";
import { memoryOf } from "./memory-of.ts";
import { command, submission } from "./payloads.ts";
import { prepare } from "./prepared.ts";
import type { Load } from "./signed-load.ts";
import { load } from "./signed-load.ts";
import { withProduction } from "./with-production.ts";

const ROUNDS = 5;
const COMMANDS = 2_000;
const CLICKS = 500;
const PER_SECOND = 50;
/** One workspace sends so many in a second beside what everybody else does. */
const CROWD_PER_SECOND = 500;
const BESIDE = 300;
/** As many as the memory is to be seen after, the measured ones among them. */
const COMMANDS_IN_ALL = 10_000;
/** From one to the other it is to stay as it is. */
const [MANY, TEN_TIMES] = [20_000, 200_000];

/**
 * Signed requests acknowledged over HTTP by a bot on one core: `/rail help`; the
 * submission of a review, after which there is a request; and an approval. Beside them a Bolt app on the same core that
 * only acknowledges. Slack, the Rail service, PostgreSQL and the load have the other cores.
 */
export async function acknowledging(postgresUrl: string): Promise<Figure[]> {
  await using open = new AsyncDisposableStack();
  const production = open.use(await withProduction(postgresUrl));

  const { SLACK_APP_TOKEN: _, ...env } = production.env;
  const secret = production.slack.signingSecret;
  const cache = await temporaryDirectory();
  open.defer(cache.remove);
  const ours = { ...env, SLACK_SIGNING_SECRET: secret, NODE_COMPILE_CACHE: cache.path };
  // The image ships what this start compiles.
  await (await startBotProcess(ours, { flags: AS_SHIPPED })).stop();
  const app = await startBotProcess(ours, { before: ON_ONE_CORE, flags: AS_SHIPPED });
  open.defer(async () => void (await app.stop()));
  const bare = open.use(await bareBolt(ON_ONE_CORE));
  production.slack.sendTo(`${app.url}/slack/events`);
  const toUs = (bodies: readonly string[], perSecond?: number) =>
    load(app.url, { bodies, secret, ...(perSecond && { perSecond }) });
  const toBare = (bodies: readonly string[], perSecond?: number) =>
    load(bare.origin, { bodies, secret: SIGNING_SECRET, ...(perSecond && { perSecond }) });

  const help = (count: number) => Array.from({ length: count }, () => command("help", ACME));
  const [idle, idleBare] = [(await memoryOf(app.pid)).now, (await memoryOf(bare.pid)).now];
  const commands = await turnByTurn(
    () => toBare(help(COMMANDS)),
    () => toUs(help(COMMANDS)),
  );
  for (let left = COMMANDS_IN_ALL - COMMANDS * ROUNDS; left > 0; left -= COMMANDS) {
    await toUs(help(COMMANDS));
    await toBare(help(COMMANDS));
  }
  const [after, afterBare] = [(await memoryOf(app.pid)).now, (await memoryOf(bare.pid)).now];
  const afterMore = async (from: number, to: number) => {
    for (let sent = from; sent < to; sent += COMMANDS) await toUs(help(COMMANDS));
    return (await memoryOf(app.pid)).now;
  };
  const [afterMany, afterTenTimes] = [
    await afterMore(COMMANDS_IN_ALL, MANY),
    await afterMore(MANY, TEN_TIMES),
  ];

  // From the second Rail into a wallet on nobody is asked to type a group of its address.
  const [ana, ben, cal] = [production.as(ANA), production.as(BEN), production.as(CAL)];
  const card = await ask(ana, { name: "First" });
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ana, "First", "DONE");
  await using prepared = await prepare(production.databaseUrl, ACME);
  const submissions = async () =>
    (await prepared.drafts(CLICKS)).map((metadata) =>
      submission(ACME, ANA, { callbackId: callback.reviewDraft, metadata }),
    );
  const approvals = async () =>
    (await prepared.reviews()).map((metadata) =>
      submission(ACME, BEN, { callbackId: callback.reviewRequest, metadata }),
    );

  const bareClicks = await toBare(await submissions());
  const asked = await toUs(await submissions());
  const approved = await toUs(await approvals());
  const bareInTime = await toBare(await submissions(), PER_SECOND);
  const askedInTime = await toUs(await submissions(), PER_SECOND);
  const approvedInTime = await toUs(await approvals(), PER_SECOND);
  const helpAlone = await toUs(help(BESIDE), PER_SECOND);
  const crowd = await submissions();
  const [helpBeside] = await Promise.all([
    toUs(help(BESIDE), PER_SECOND),
    toUs(crowd, CROWD_PER_SECOND),
  ]);
  const taken = await prepared.approvedOnce();
  if (taken !== 2 * CLICKS) throw new Error(`${taken} of ${2 * CLICKS} were approved once`);

  return [
    { what: "`/rail help`", ...besides(commands.ours, commands.least), aim: "≥ 0.85" },
    { what: "Submission of a review, durable", ...besides(asked, bareClicks) },
    { what: "Approval, durable", ...besides(approved, bareClicks) },
    inTime("Submissions", askedInTime, bareInTime),
    inTime("Approvals", approvedInTime, bareInTime),
    {
      what: `\`/rail help\`, ${PER_SECOND} a second, beside ${CROWD_PER_SECOND} submissions`,
      measured: `p50 ${inMs(helpBeside.p50)}, p99 ${inMs(helpBeside.p99)}`,
      baseline: `without them p50 ${inMs(helpAlone.p50)}, p99 ${inMs(helpAlone.p99)}`,
      ratio: helpBeside.p99 / helpAlone.p99,
      aim: "p99 ≤ 2 ×",
    },
    {
      what: `Memory after ${COMMANDS_IN_ALL} commands`,
      measured: `${inMb(after)}, before ${inMb(idle)}`,
      baseline: `bare Bolt ${inMb(afterBare)}, before ${inMb(idleBare)}`,
      ratio: after / afterBare,
    },
    {
      what: `Memory after ${TEN_TIMES} commands`,
      measured: inMb(afterTenTimes),
      baseline: `after ${MANY} ${inMb(afterMany)}`,
      ratio: afterTenTimes / afterMany,
      aim: "≤ 1.05",
    },
  ];
}

/** The last one: the first has most interrupts. */
const ON_ONE_CORE = process.platform === "linux" ? ["taskset", "-c", "1"] : [];

/** The medians of both, turn by turn, so that a machine that slows down slows both. */
async function turnByTurn(least: () => Promise<Load>, ours: () => Promise<Load>) {
  await least();
  await ours();
  const [ofLeast, ofOurs]: [Load[], Load[]] = [[], []];
  for (let round = 1; round < ROUNDS; round += 1) {
    ofLeast.push(await least());
    ofOurs.push(await ours());
  }
  return { least: medianOf(ofLeast), ours: medianOf(ofOurs) };
}

const medianOf = (loads: readonly Load[]): Load => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
});

const besides = (ours: Load, least: Load) => ({
  measured: told(ours),
  baseline: `bare Bolt ${told(least)}`,
  ratio: ours.perSecond / least.perSecond,
});

const told = ({ perSecond, p50, p99 }: Load) =>
  `${Math.round(perSecond)} a second (p50 ${inMs(p50)}, p99 ${inMs(p99)})`;

const inTime = (what: string, ours: Load, least: Load): Figure => ({
  what: `${what}, durable, ${PER_SECOND} a second`,
  measured: `p50 ${inMs(ours.p50)}, p99 ${inMs(ours.p99)}`,
  baseline: `bare Bolt p50 ${inMs(least.p50)}, p99 ${inMs(least.p99)}`,
  ratio: ours.p99 / least.p99,
  aim: "p99 < 100 ms",
});
