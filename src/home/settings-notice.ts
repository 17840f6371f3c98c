import type { RichTextBlockElement } from "@slack/types";
import type { Part } from "../platform/slack/blocks/parts.ts";
import type { Line } from "../platform/slack/blocks/rich-text.ts";
import {
  bold,
  channel,
  copyableInline,
  lines,
  mentions,
  richText,
} from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { headed } from "../platform/slack/message.ts";
import { counted } from "../platform/text/times.ts";
import { policyDifferenceList } from "../policy/screens/policy-difference-rows.ts";
import type { SettingsChange } from "../request/queries/kept-settings.ts";
import type { Policy } from "../request/rules/approval/policy.ts";

export interface PolicyChanged {
  before: Policy;
  after: Policy;
}

export interface SettingsNotice {
  /** Oldest first. */
  changes: readonly SettingsChange[];
  /** By the version that came into force. */
  policies: ReadonlyMap<number, PolicyChanged>;
  command: string;
}

/** The newest are shown; more of them are counted. */
const MOST_CHANGES = 4;
const MOST_NAMED = 15;
/** The room for the differences of one policy, in characters of JSON. */
const SIZE = 2_000;

/** Tells the approvers what the operator changed in the settings, or one person in Slack. */
export function settingsNotice(notice: SettingsNotice): Message {
  const { changes, command } = notice;
  const people = [...new Set(changes.flatMap((change) => ("by" in change && change.by) || []))];
  const byOperator = changes.some((change) => !("by" in change));
  const title = byOperator
    ? "The configuration changed the set-up"
    : "The set-up was changed at once";
  const shown = changes.slice(-MOST_CHANGES);
  const left = changes.length - shown.length;
  return headed(
    title,
    richText(...shown.flatMap((change) => elementsOf(change, notice)), [
      left > 0 && `${counted(left, "earlier change")} not shown here. `,
      people.length > 0 && "Before the set-up is complete, one person may do this: ",
      ...mentions(people, MOST_NAMED),
      people.length > 0 && ". ",
      byOperator &&
        "The operator of Signalbox changed its settings; nobody in Slack approved this. ",
      `If it is not expected, ${command} freeze stops all sending.`,
    ]),
  );
}

const NEW_OWNER =
  "another one, and nothing proves that it is the same company's. Its register starts empty, and what waited is held.";

function elementsOf(
  change: SettingsChange,
  { policies }: Pick<SettingsNotice, "policies">,
): Part<RichTextBlockElement>[] {
  switch (change.is) {
    case "policy":
      return policyElements(change, policies.get(change.to));
    case "channel":
      return [
        lines([
          bold("Approvals channel: "),
          ...(change.from === null ? [] : [channel(change.from), " → "]),
          channel(change.to),
        ]),
      ];
    case "connection":
      if (change.from === change.to) return [lines([bold("Token: "), NEW_OWNER])];
      return [
        lines([
          bold("Connection: "),
          ...(change.from === null ? [] : [copyableInline(change.from), " → "]),
          copyableInline(change.to),
        ]),
      ];
    case "pins":
      return [
        lines([
          bold("Set in the configuration now: "),
          change.pinned.length === 0 ? "nothing" : change.pinned.join(", "),
          ". Slack can loosen everything else.",
        ]),
      ];
    case "token":
      return [lines([bold("Token: "), ...tokenLeaves(change.lastFour)])];
  }
}

function policyElements(
  { from, to, leftOut, mayReturn = [] }: Extract<SettingsChange, { is: "policy" }>,
  changed: PolicyChanged | undefined,
): Part<RichTextBlockElement>[] {
  const isSame = from === to;
  return [
    lines([
      bold(isSame ? `Policy version ${to} stays` : `Policy version ${from} → ${to}`),
      isSame ? ", as it is." : ". What changes:",
    ]),
    ...(isSame || !changed
      ? []
      : policyDifferenceList(changed.before, changed.after, { most: MOST_NAMED, size: SIZE })),
    mayReturn.length > 0 &&
      lines(
        [bold("Can return: "), ...mentions(mayReturn, MOST_NAMED)],
        [
          "They were removed in Slack, and the settings no longer name them. Once the settings do, they approve again.",
        ],
      ),
    leftOut.length > 0 &&
      lines(
        [bold("Left out: "), ...mentions(leftOut, MOST_NAMED)],
        [
          "The settings name them, and they were removed in Slack. They return by a change of the policy that the approvers agree to.",
        ],
      ),
  ];
}

const tokenLeaves = (lastFour: string): Line =>
  lastFour === "" ? ["another one"] : ["another one, ending in ", copyableInline(lastFour)];
