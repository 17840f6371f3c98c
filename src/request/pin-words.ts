import type { KnownBlock } from "@slack/types";
import type { Loosening, Pins } from "../authority/pins.ts";
import type { Line } from "../platform/slack/blocks/rich-text.ts";
import { bold, mentions, richText, userGroups } from "../platform/slack/blocks/rich-text.ts";
import { counted } from "../platform/text/times.ts";
import { looseningText } from "./rules/pinned.ts";

/** More people are counted. */
const MOST_NAMED = 15;

/** The settings of the policy that the environment sets, one a line; nothing if it sets none. */
export function pinnedBlocks(pins: Pins): KnownBlock[] {
  const settings = [
    peopleLine("APPROVERS", "only", pins.approvers),
    numberLine("APPROVALS_REQUIRED", pins.approvalsRequired, "approval"),
    peopleLine("DESTINATION_APPROVERS", "for destinations only", pins.destinationApprovers),
    numberLine("DESTINATION_APPROVALS_REQUIRED", pins.destinationApprovalsRequired, "approval"),
    numberLine("DESTINATION_COOL_DOWN_HOURS", pins.coolDownHours, "hour"),
  ].flatMap((each) => (each ? [each] : []));
  return settings.length === 0 ? [] : [richText([bold(PINNED)], ...settings)];
}

const PINNED = "The configuration sets this. A policy can be stricter, and never looser:";

function peopleLine(setting: string, only: string, people: Pins["approvers"]): Line | undefined {
  return people ? [`${setting}: ${only} `, ...mentions(people, MOST_NAMED)] : undefined;
}

function numberLine(setting: string, least: number | null, what: string): Line | undefined {
  return least === null ? undefined : [`${setting}: ${counted(least, what)} or more`];
}

/** One way in which a policy is looser, with the people whom it names in addition. */
export function looseningLeaves(loosening: Loosening): Line {
  const text = looseningText(loosening);
  if (loosening.is === "too-few") return [text];
  const { at, named } = loosening;
  const isGroups = at.at(-1) === "groups";
  return [`${text} `, ...(isGroups ? userGroups(named, MOST_NAMED) : mentions(named, MOST_NAMED))];
}

export const NO_CHANNEL_YET =
  "Approvers are named, so they decide about this. Choose the approvals channel first, then ask them.";
export const NOT_WHOLE_YET =
  "APPROVERS in the configuration names the approvers, so they decide about this. Complete the set-up first, then ask them.";
