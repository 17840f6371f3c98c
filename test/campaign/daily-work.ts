import { setTimeout as pause } from "node:timers/promises";
import { ANA, BEN, CAL, DEE, EVE } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerTo, approve, ask, cards, openReview } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import type { Names } from "./account.ts";
import { PATIENCE_MS } from "./account.ts";
import type { Noticed } from "./attentive.ts";
import { attentive } from "./attentive.ts";
import type { Company } from "./company.ts";
import type { Random } from "./random.ts";
import { nameOn } from "./stands.ts";

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
  const approvers = [ben, cal].map((person) => ({ person, approved: new Set<string>() }));
  let isEnding = false;
  let isAllAsked = false;
  let patientUntil = Number.POSITIVE_INFINITY;

  async function asks(): Promise<void> {
    const name = `Float ${asked.length + 1}.`;
    await ask(ana, { name });
    asked.push(name);
  }
  async function approves({ person, approved }: (typeof approvers)[number]): Promise<void> {
    for (const card of await cards(person)) {
      const name = nameOn(card);
      if (!asked.includes(name) || approved.has(name)) continue;
      if (!(await approve(person, card)).closed) throw new Error(`${name} was not approved`);
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
      const before = noticed.unanswered;
      try {
        await act();
      } catch (error) {
        const told = String(error);
        const isCounted = noticed.unanswered > before;
        // An input tells the bot of every change, too.
        const isLost = told.includes("operation_timeout");
        if (isLost && !isCounted) noticed.unanswered += 1;
        if (!isLost && !isCounted) noticed.faults.push(`${one.id} got no further: ${told}`);
        await one.close("all");
      }
      await pause(random.below(MOST_MS_BETWEEN_ACTS));
    }
  }
  const isOver = () => isEnding;
  // On a loaded machine all rounds can be over before the first request is: without one, nothing would be shown.
  const asking = again(
    ana,
    asks,
    () => isEnding && (asked.length > 0 || Date.now() > patientUntil),
  );
  const others = [
    again(dee, opens, isOver),
    again(eve, reads, isOver),
    ...approvers.map((approver) => {
      const hasAll = () => isAllAsked && asked.every((name) => approver.approved.has(name));
      const isDone = () => hasAll() || Date.now() > patientUntil;
      return again(approver.person, () => approves(approver), isDone);
    }),
  ];
  return {
    async end() {
      isEnding = true;
      patientUntil = Date.now() + PATIENCE_MS;
      await asking;
      isAllAsked = true;
      patientUntil = Date.now() + PATIENCE_MS;
      await Promise.all(others);
      const byAll = (name: string) => approvers.every(({ approved }) => approved.has(name));
      return { asked: [STANDING, ...asked], approved: asked.filter(byAll) };
    },
  };
}
