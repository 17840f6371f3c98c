import { setTimeout as pause } from "node:timers/promises";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE, EVE } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerTo, approve, ask, cards, openReview } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import type { Names } from "./account.ts";
import { PATIENCE_MS } from "./account.ts";
import type { Noticed } from "./attentive.ts";
import { attentive } from "./attentive.ts";
import type { Company } from "./company.ts";
import type { Random } from "./random.ts";

/** Nobody decides about it, so that its review can be opened again and again. */
const STANDING = "Standing float.";
const LINES = ["/rail list", "/rail help", "/rail pending"];
const MOST_MS_BETWEEN_ACTS = 200;

export interface DailyWork {
  /** Nobody begins anything new; what was asked for still gets its approvals. */
  end(): Promise<Names>;
}

/** Ana asks, Ben and Cal approve, Dee opens reviews and Eve types commands, each as fast as they are answered. */
export async function startDailyWork(
  company: Company,
  random: Random,
  noticed: Noticed,
): Promise<DailyWork> {
  const [ana, ben, cal, dee, eve] = [ANA, BEN, CAL, DEE, EVE].map((id) =>
    attentive(company.as(id), noticed),
  ) as [Person, Person, Person, Person, Person];
  const standing = await ask(ana, { name: STANDING });
  const asked: string[] = [];
  const approvedBy = { [BEN]: new Set<string>(), [CAL]: new Set<string>() };
  let endsAt = Number.POSITIVE_INFINITY;

  async function asks(): Promise<void> {
    const name = `Float ${asked.length + 1}.`;
    await ask(ana, { name });
    asked.push(name);
  }
  async function approves(approver: Person, approved: Set<string>): Promise<void> {
    for (const card of await cards(approver)) {
      const name = asked.find((each) => plainTextOf(card).includes(each));
      if (name === undefined || approved.has(name)) continue;
      if (!(await approve(approver, card)).closed) throw new Error(`${name} was not approved`);
      approved.add(name);
    }
  }
  async function reads(): Promise<void> {
    await answerTo(eve, random.pick(LINES));
  }
  async function opens(): Promise<void> {
    await openReview(dee, standing);
    await dee.close("all");
  }

  async function again(one: Person, act: () => Promise<void>, isOver: () => boolean) {
    while (!isOver()) {
      try {
        await act();
      } catch (error) {
        noticed.faults.push(`${one.id} got no further: ${String(error)}`);
        await one.close("all");
      }
      await pause(random.below(MOST_MS_BETWEEN_ACTS));
    }
  }
  const isEnding = () => Date.now() >= endsAt;
  const hasAll = (approved: Set<string>) => () =>
    isEnding() && (asked.every((name) => approved.has(name)) || Date.now() > endsAt + PATIENCE_MS);
  const asking = again(ana, asks, isEnding);
  const others = [
    again(ben, () => approves(ben, approvedBy[BEN]), hasAll(approvedBy[BEN])),
    again(cal, () => approves(cal, approvedBy[CAL]), hasAll(approvedBy[CAL])),
    again(dee, opens, isEnding),
    again(eve, reads, isEnding),
  ];
  return {
    async end() {
      endsAt = Date.now();
      await Promise.all([asking, ...others]);
      const approved = asked.filter((name) =>
        [approvedBy[BEN], approvedBy[CAL]].every((each) => each.has(name)),
      );
      return { asked: [STANDING, ...asked], approved };
    },
  };
}
