import { areEnough, quorumOf } from "../../authority/quorum.ts";
import { AUTHORITY } from "../../authority/table.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  mentions,
  richText,
  user,
  userGroups,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { kindOf } from "../../request/change-kind.ts";
import type { Mismatch } from "../../request/rules/approval/rule-condition.ts";
import { code, networkName, TYPE_NAMES } from "../../request/words.ts";
import type { PolicyTold } from "../ask-policy.ts";
import type { PassedOver } from "../rules/policy-question.ts";
import { remindersText } from "./rule-words.ts";

const MOST_NAMED = 15;
const MOST_GROUPS = 5;
/** More rules that were passed over are counted. */
const MOST_RULES = 8;

/** Which rule would decide, why those before it do not, and who could approve now. */
export function policyTold(told: PolicyTold): Message {
  const { decides, passedOver } = told;
  const title = decides ? "A rule decides" : "No rule decides";
  return messageWith(
    title,
    header(decides ? `“${shortened(decides.name, 60)}” decides` : title),
    richText(["Asked: ", ...questionLeaves(told)]),
    richText(...decisionRows(told), besideRow(told), hangs(told) && warningLine(HANGS)),
    passedOver.length > 0 && richText([bold("Rules before it:")], ...passedRows(passedOver)),
    passedOver.some(({ mightDecide }) => mightDecide) && richText([MIGHT]),
  );
}

const HANGS = "too few are there who could approve it, so it would wait until it expires.";
const MIGHT =
  "A rule that “might decide” depends on something you did not give. Give it, and the answer may change.";

function questionLeaves({ policy, question }: PolicyTold): Line {
  const { kind, type, assets, network, destination, isFirstUse, requesterId } = question;
  const said = [
    kindOf({ kind }).words.inRules,
    ...(type === null ? [] : [TYPE_NAMES[type]]),
    ...assets.map(code),
    ...(network === null ? [] : [networkName(network)]),
    ...(destination === null ? [] : [`into ${shortened(destination, 100)}`]),
    ...(isFirstUse === null ? [] : [isFirstUse ? "first use" : "no first use"]),
  ];
  return [`${said.join(" · ")} · by `, user(requesterId), `, under version ${policy.version}`];
}

function decisionRows({ decides, approvers, question }: PolicyTold): Lines {
  if (!decides || !approvers) return [["Nobody may approve it: no rule is for it."]];
  const { able, inactive, emptyGroups, unknownGroups } = approvers;
  const { approvalsRequired, expiresInHours, remindAfterHours } = decides;
  return [
    [
      bold(`${counted(quorumOf({ approvalsRequired }), "approval")} needed. `),
      `Approvers available now (${able.length}): `,
      ...(able.length === 0 ? ["nobody"] : mentions(able, MOST_NAMED)),
      ". The requester, ",
      user(question.requesterId),
      ", never counts.",
    ],
    inactive.length > 0 && ["Named, but cannot approve now: ", ...mentions(inactive, MOST_NAMED)],
    emptyGroups.length > 0 && [
      "Groups with nobody who can approve: ",
      ...userGroups(emptyGroups, MOST_GROUPS),
    ],
    unknownGroups.length > 0 && [
      "Slack does not say who is in: ",
      ...userGroups(unknownGroups, MOST_GROUPS),
    ],
    [
      `Expires after ${counted(expiresInHours, "hour")}; reminders ${remindersText(remindAfterHours)}`,
    ],
  ];
}

/** The rules whose quorum it takes as well. */
function besideRow({ decides, policy, question }: PolicyTold): Line | false {
  const { needs } = AUTHORITY[question.kind];
  const others = policy.rules.filter(({ name }) => name !== decides?.name);
  if (decides === null || others.length === 0) return false;
  if (needs === "touched-rules") {
    return [bold("Also needed: "), "the approvals of each rule that the new policy changes."];
  }
  if (needs !== "every-rule") return false;
  const named = others.slice(0, MOST_RULES).map(({ name }) => `“${shortened(name, 60)}”`);
  const left = others.length - named.length;
  const more = left > 0 ? ` and ${counted(left, "more rule")}` : "";
  return [bold("Also needed: "), `the approvals of every other rule: ${named.join(", ")}${more}.`];
}

function hangs({ decides, approvers }: PolicyTold): boolean {
  return (
    decides !== null && approvers !== null && !areEnough(approvers.able.length, decides, false)
  );
}

function passedRows(passedOver: readonly PassedOver[]): Lines {
  const shown = passedOver.slice(0, MOST_RULES);
  const left = passedOver.length - shown.length;
  return [
    ...shown.map(
      ({ rule, because, mightDecide }): Line => [
        `“${shortened(rule, 60)}” ${mightDecide ? "might decide" : "does not"}: it is for `,
        because.map(mismatchText).join("; "),
      ],
    ),
    left > 0 && [`and ${counted(left, "more rule")}`],
  ];
}

const MOST_VALUES = 2;

/** `assets GBP or EUR, not GBPA`. */
function mismatchText({ field, wanted, found }: Mismatch): string {
  if (field === "isFirstUse") return wanted[0] === "yes" ? "first uses" : "what is no first use";
  if (field === "requesterGroups") return "requesters from other user groups";
  const said = found.length === 0 ? "" : `, not ${values(found)}`;
  return `${FIELDS[field]} ${values(wanted)}${said}`;
}

const FIELDS = {
  changes: "the change",
  types: "the type",
  assets: "the asset",
  networks: "the network",
  destinations: "the destination",
} as const;

function values(all: readonly string[]): string {
  const left = all.length - MOST_VALUES;
  const shown = all
    .slice(0, MOST_VALUES)
    .map((each) => shortened(each, 60))
    .join(" or ");
  return left > 0 ? `${shown} or ${left} more` : shown;
}
