import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { user } from "../../platform/slack/blocks/rich-text.ts";
import type { Lapsed, LapsedBecause } from "../rules/approval/lapsed.ts";

const MOST_TOLD = 10;

/** Whose approvals do not count any more, and why. */
export function lapsedLeaves(lapsed: readonly Lapsed[]): Leaf[] {
  const told = lapsed.slice(-MOST_TOLD).flatMap(({ by, because }, index) => {
    const why = ` (${WHY[because]})`;
    return index > 0 ? [", ", user(by), why] : [user(by), why];
  });
  const left = lapsed.length - MOST_TOLD;
  return left > 0 ? [...told, `, and ${left} before`] : told;
}

const WHY: Record<LapsedBecause, string> = {
  requester: "it is another account of whoever asked",
  "same-person": "it is another account of someone who has approved",
  "not-named": "no longer named as an approver, nor in a group that is",
  "content-differs": "what was approved is not what stands here",
  "connection-changed": "the connection to the Rail service has changed",
  deactivated: "the account is deactivated",
  bot: "it is a bot",
  guest: "a guest now",
  stranger: "not of this workspace",
};
