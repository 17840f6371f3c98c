import { setTimeout as pause } from "node:timers/promises";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Company } from "../campaign/company.ts";
import { answerTo, approve, ask, cardReading, privateAnswer } from "../e2e/steps.ts";
import type { Busy } from "./busy.ts";
import { busyDuring } from "./busy.ts";

export interface Throughput extends Busy {
  done: number;
  perSecond: number;
}

/** The number of clicks that are under way at once. */
const AT_ONCE = 16;

/**
 * Types `/rail withdraw` for requests of somebody else: each is a transaction of its own, saved before it is acknowledged,
 * and nothing comes of it. On as many requests as are named at once: two on one wait for each other. One that is not
 * acknowledged in three seconds does not count.
 */
export async function clicksPerSecond(company: Company, count: number): Promise<Throughput> {
  const numbers: string[] = [];
  for (let nth = 1; nth <= AT_ONCE; nth += 1) {
    const card = await ask(company.as(ANA), { name: `Clicked ${nth}.` });
    numbers.push(/R-\d+/.exec(plainTextOf(card))?.[0] ?? "");
  }
  let taken = 0;
  let left = count;
  const presser = async (number: string) => {
    while (left-- > 0) {
      const { acknowledged } = await company.as(BEN).command(TREASURY, `/rail withdraw ${number}`);
      if (acknowledged) taken += 1;
    }
  };
  return rate(async () => {
    await Promise.all(numbers.map(presser));
    return taken;
  });
}

/** Has so many requests approved while sending is frozen, and lets it go on: from then until the last Rail is there. */
export async function creationsPerSecond(company: Company, count: number): Promise<Throughput> {
  const [ana, ben, cal] = [company.as(ANA), company.as(BEN), company.as(CAL)];
  await answerTo(ben, "/rail freeze Before the measuring");
  for (let number = 1; number <= count; number += 1) {
    const name = `Float ${number}.`;
    await approve(ben, await ask(ana, { name }));
    await approve(cal, await cardReading(cal, name, "WAITING 1 of 2"));
  }
  const asked = await answerTo(ben, "/rail resume");
  const goOn = { channel: TREASURY, ts: asked.ts };
  await privateAnswer(ben, TREASURY, () => ben.click(goOn, "Resume sending"));
  const last = await answerTo(cal, "/rail resume");
  return rate(async () => {
    await cal.click({ channel: TREASURY, ts: last.ts }, "Resume sending");
    while (company.rails.rails("Acme").length < count) await pause(5);
    return count;
  });
}

/** `work` says how many were done. */
async function rate(work: () => Promise<number>): Promise<Throughput> {
  let done = 0;
  const busy = await busyDuring(async () => {
    done = await work();
  });
  return { ...busy, done, perSecond: done / busy.seconds };
}

export const told = ({ done, perSecond, machine, here }: Throughput) =>
  `${perSecond.toFixed(1)} a second (${done}; machine ${percent(machine)} busy, ${percent(here)} with what is around)`;

export const percent = (share: number) => `${Math.round(share * 100)} %`;
