import type { Outcome } from "../../src/sandbox/slack-workspace/interactions/outcome.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { APPROVALS, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";

/** What people who look closely have done, and what they were told that is an error of ours. */
export interface Noticed {
  /** Commands, clicks and submissions. */
  acts: number;
  /** Whatever crossed the goodbye of a connection: it had no effect, and is done again. */
  unanswered: number;
  faults: string[];
}

/** The same person, who notices whatever was not acknowledged, or was answered with an error. */
export function attentive(one: Person, noticed: Noticed): Person {
  async function noting<Kind extends Outcome>(what: string, act: Promise<Kind>): Promise<Kind> {
    const outcome = await act;
    noticed.acts += 1;
    if (outcome.failure?.includes("operation_timeout")) noticed.unanswered += 1;
    else if (!outcome.acknowledged) {
      noticed.faults.push(`${one.id} ${what}: ${outcome.failure ?? "not sent"}`);
    }
    return outcome;
  }
  return {
    ...one,
    command: (channel, text) => noting(text, one.command(channel, text)),
    click: (target, action) => noting(`presses ${action}`, one.click(target, action)),
    async submit() {
      const submission = await noting("submits", one.submit());
      const left = submission.closed ? undefined : await one.modal();
      if (left && OUR_ERROR.test(plainTextOf(left))) {
        noticed.faults.push(`${one.id} is shown: ${plainTextOf(left)}`);
      }
      return submission;
    },
  };
}

/** Every message that tells this person of an error of ours. */
export async function errorsToldTo(one: Person): Promise<string[]> {
  const seen = await Promise.all([
    one.messages(TREASURY),
    one.messages(APPROVALS),
    one.directMessages(),
  ]);
  return seen
    .flat()
    .map(plainTextOf)
    .filter((text) => OUR_ERROR.test(text))
    .map((text) => `${one.id} is told: ${text}`);
}

/** As `tellFailure` says it, with a reference or without. */
const OUR_ERROR = /reference:? [0-9a-f]{8}|longer than Slack allows/i;
