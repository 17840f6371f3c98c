import { expect, it } from "vitest";
import { WORK } from "../src/capabilities.ts";
import type { JobName } from "../src/request/rules/next-step.ts";

const MINUTE = 60;
const WALK = 30 * MINUTE;
const ONE = "one at a time";

/** Rows of former releases wait under these names, and a queue's policy can never change. */
const JOBS: Record<JobName, readonly [expires: number, ...rest: readonly (string | number)[]]> = {
  "create-rail": [WALK],
  "reconcile-rail": [WALK],
  "verify-rail": [MINUTE],
  "post-instructions": [MINUTE, ONE],
  "update-approval-card": [MINUTE, ONE, 2],
  "raise-alarm": [MINUTE, ONE],
  "withdraw-instructions": [MINUTE, ONE],
  "remind-approvers": [MINUTE, ONE],
  "tell-ending": [MINUTE, ONE],
  "expire-request": [MINUTE],
  "void-request": [MINUTE],
  "wake-request": [MINUTE],
  "check-rows": [5 * MINUTE],
  "whitelist-destination": [MINUTE],
  "keep-register": [MINUTE],
  "keep-setup": [MINUTE],
};

it("does every job that can be asked for, in the queue that former releases have made", () => {
  const listed = WORK.jobs.map(({ name, expireInSeconds, isOneAtATime, retryLimit }) => [
    name,
    [expireInSeconds, ...(isOneAtATime ? [ONE] : []), ...(retryLimit ? [retryLimit] : [])],
  ]);

  expect(Object.fromEntries(listed)).toEqual(JOBS);
  expect(listed).toHaveLength(Object.keys(JOBS).length);
});

it("does every chore under its name and at its pace", () => {
  const listed = WORK.chores.map(({ name, everySeconds, expireInSeconds }) => [
    name,
    [everySeconds, expireInSeconds],
  ]);

  expect(Object.fromEntries(listed)).toEqual({
    sweep: [30, 120],
    "watch-cards": [30, 600],
    "read-rails": [600, WALK],
    "announce-freeze": [30, 300],
    "announce-changes": [30, 300],
    "watch-quorums": [300, 600],
    review: [300, 600],
    "verify-rows": [300, WALK],
    "verify-audits": [300, WALK],
    "sign-heads": [30, 600],
    "stamp-heads": [300, 900],
  });
});
