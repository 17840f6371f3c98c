import { randomUUID } from "node:crypto";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerTo, ask, cardReading, openReview } from "../e2e/steps.ts";
import { startBotProcess } from "../support/bot-process.ts";
import type { Figure } from "./figure.ts";
import { inMs, inSeconds, median } from "./figure.ts";
import type { WithManyRails } from "./many-rails.ts";
import { withManyRails } from "./many-rails.ts";

const LATENCY_MS = 300;
const RAILS = 500;
const TIMES = 5;

/**
 * What a person waits for where every call to Slack and to the Rail service arrives 300 ms later; beside it the same
 * without that.
 */
export async function latency(postgresUrl: string): Promise<Figure[]> {
  await using company = await withManyRails(postgresUrl, RAILS);
  const near = await waits(company);
  company.setLatency(LATENCY_MS);
  const far = await waits(company);
  const figure = (what: string, which: keyof Waits, aim: string): Figure => ({
    what: `${what}, with ${LATENCY_MS} ms of latency`,
    measured: inSeconds(far[which]),
    baseline: `without it ${inMs(near[which])}`,
    ratio: far[which] / near[which],
    aim,
  });
  return [
    figure("`/rail new` until the form is there", "form", "< 1 s"),
    figure("An approval until the card says so", "card", "< 2 s"),
    figure("The last approval until the deposit instructions are there", "instructions", "< 4 s"),
    figure(`\`/rail list\` of ${RAILS} Rails`, "list", "< 1.5 s"),
  ];
}

interface Waits {
  form: number;
  card: number;
  instructions: number;
  list: number;
}

/** In milliseconds, each the median of a few. */
async function waits({ as, env }: WithManyRails): Promise<Waits> {
  const bot = await startBotProcess(env);
  const [ana, ben, cal] = [as(ANA), as(BEN), as(CAL)];
  const found: Record<keyof Waits, number[]> = { form: [], card: [], instructions: [], list: [] };
  const timed = async (which: keyof Waits, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    found[which].push(performance.now() - start);
  };
  try {
    for (let nth = 1; nth <= TIMES; nth += 1) {
      await timed("form", async () => {
        await ana.command(TREASURY, "/rail new");
        await ana.waitFor(() => ana.modal(), "the New Rail form");
      });
      await ana.close("all");
      await timed("list", () => answerTo(ana, "/rail list"));

      const name = `Float ${randomUUID().slice(0, 8)}`;
      await openReview(ben, await ask(ana, { name }));
      await timed("card", async () => {
        await ben.submit();
        await cardReading(ana, name, "WAITING 1 of 2");
      });
      await openReview(cal, await cardReading(cal, name, "WAITING 1 of 2"));
      await timed("instructions", async () => {
        await cal.submit();
        await ana.waitFor(
          async () => (await ana.messages(TREASURY)).some(({ text }) => text?.includes(name)),
          "the instructions",
          { withinMs: 30_000 },
        );
      });
    }
  } finally {
    await bot.stop();
  }
  const of = (which: keyof Waits) => median(found[which]);
  return {
    form: of("form"),
    card: of("card"),
    instructions: of("instructions"),
    list: of("list"),
  };
}
