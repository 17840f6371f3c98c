import { setTimeout as pause } from "node:timers/promises";
import { createLogger } from "../../src/platform/process/logger.ts";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import type { RailSpec } from "../../src/platform/rail-api/rules/rail.ts";
import { createSlackClients } from "../../src/platform/slack/web-client.ts";
import {
  ACME,
  ANA,
  APPROVALS,
  BEN,
  CAL,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, cardReading, openReview } from "../e2e/steps.ts";
import { anyBotToken } from "../support/any-bot-token.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { AS_SHIPPED } from "./as-shipped.ts";
import type { Figure } from "./figure.ts";
import { inMs, median } from "./figure.ts";
import { prepare } from "./prepared.ts";
import type { WithProduction } from "./with-production.ts";
import { withProduction } from "./with-production.ts";

const RAILS = 10;
/** No message has to wait for the one before it in its channel. */
const PACE_MS = 4_000;

/**
 * From the press that is the last approval until the deposit instructions are at Slack. Slack and the Rail service are
 * the sandbox's, on loopback, so that it is nearly all our own time. Beside it the three calls that it cannot do without.
 */
export async function instructions(postgresUrl: string): Promise<Figure[]> {
  await using open = new AsyncDisposableStack();
  const production = open.use(await withProduction(postgresUrl));
  const bot = await startBotProcess(production.env, { flags: AS_SHIPPED });
  open.defer(async () => void (await bot.stop()));
  const { slack, as } = production;
  const [ana, ben, cal] = [as(ANA), as(BEN), as(CAL)];

  const times: number[] = [];
  for (let nth = 1; nth <= RAILS; nth += 1) {
    const name = `Float ${nth}.`;
    const card = await ask(ana, { name });
    await approve(ben, card);
    await openReview(cal, await cardReading(cal, name, "WAITING 1 of 2"));
    await pause(PACE_MS);
    const pressed = Date.now();
    await cal.submit();
    await cardReading(ana, name, "DONE");
    const told = slack
      .traffic()
      .find(
        ({ at, method, args }) =>
          at >= pressed && method === "chat.postMessage" && args.channel === TREASURY,
      );
    if (!told) throw new Error(`The instructions of ${name} were not posted`);
    times.push(told.at - pressed);
  }
  const own = median(times);
  await using prepared = await prepare(production.databaseUrl, ACME);
  const least = await threeCalls(production, prepared.spec);
  return [
    {
      what: "Last approval until its instructions are at Slack",
      measured: inMs(own),
      baseline: `POST, GET and chat.postMessage alone ${inMs(least)}`,
      ratio: own / least,
      aim: "< 150 ms",
    },
  ];
}

/** In milliseconds: a Rail made, read back, and a message posted, each call after the other, by the same clients. */
async function threeCalls({ rails, slack }: WithProduction, spec: RailSpec): Promise<number> {
  const api = createRailApi({ baseUrl: rails.baseUrl, token: "acme-token" });
  const logger = createLogger("silent");
  const tokens = anyBotToken(slack.botToken);
  const { as, usual } = createSlackClients(tokens, { apiUrl: slack.apiUrl, logger });
  const times: number[] = [];
  for (let nth = 0; nth < RAILS; nth += 1) {
    const start = performance.now();
    const { id } = await api.createRail(spec, ["bench"]);
    await api.getRail(id ?? "");
    await usual.chat.postMessage({ ...(await as(slack.teamId)), channel: APPROVALS, text: "Made" });
    times.push(performance.now() - start);
    await pause(1_000);
  }
  return median(times);
}
