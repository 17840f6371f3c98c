import { setTimeout as pause } from "node:timers/promises";
import { ANA, APPROVALS, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Company } from "../campaign/company.ts";
import { answerTo, approve, ask, cardReading, privateAnswer } from "../e2e/steps.ts";
import type { Busy } from "./busy.ts";
import { busyDuring } from "./busy.ts";

export interface Throughput extends Busy {
  done: number;
  perSecond: number;
}

/** So many clicks are under way at once. */
const AT_ONCE = 16;

/**
 * Presses *Withdraw* on cards as somebody who may not: each click is a transaction of its own, saved before it is
 * acknowledged, and nothing comes of it. On as many cards as are pressed at once: two clicks on one wait for each other.
 * One that is not acknowledged in three seconds does not count.
 */
export async function clicksPerSecond(company: Company, count: number): Promise<Throughput> {
  const cards: Card[] = [];
  for (let nth = 1; nth <= AT_ONCE; nth += 1) {
    cards.push(await ask(company.as(ANA), { name: `Clicked ${nth}.` }));
  }
  let taken = 0;
  const press = async (card: Card) => {
    const response = await fetch(`${company.slack.url}/page/people/${BEN}/act`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        surface: { kind: "message", channel: APPROVALS, ts: card.ts },
        ...withdrawButton(card),
        value: null,
      }),
    });
    const { acknowledged } = (await response.json()) as { acknowledged: boolean };
    if (acknowledged) taken += 1;
  };
  let left = count;
  const presser = async (card: Card) => {
    while (left-- > 0) await press(card);
  };
  return rate(async () => {
    await Promise.all(cards.map(presser));
    return taken;
  });
}

type Card = Awaited<ReturnType<typeof ask>>;

function withdrawButton({ blocks = [] }: Card) {
  for (const block of blocks) {
    if (block.type !== "actions") continue;
    const button = block.elements.find(
      (each) => each.type === "button" && each.text.text === "Withdraw",
    );
    if (button) return { blockId: block.block_id, actionId: button.action_id };
  }
  throw new Error("The card has no Withdraw button");
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
  await privateAnswer(ben, TREASURY, () => ben.click(goOn, "Let sending go on"));
  const last = await answerTo(cal, "/rail resume");
  return rate(async () => {
    await cal.click({ channel: TREASURY, ts: last.ts }, "Let sending go on");
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
