import { areEnough, othersThan, quorumOf } from "../../authority/quorum.ts";
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
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findDestinationByServiceId } from "../../request/queries/destinations.ts";
import { findSetup } from "../../request/queries/setups.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import { groupsAskedAbout } from "../../request/rules/approval/policy.ts";
import type { RuleCondition } from "../../request/rules/approval/policy-document.ts";
import type { Mismatch, Situation } from "../../request/rules/approval/rule-condition.ts";
import { detailsOf, paymentDetailOf, serviceIdOf } from "../../request/rules/destination.ts";
import { code, networkName, TYPE_NAMES } from "../../request/words.ts";
import { livingOf } from "../living.ts";
import type { LivingApprovers } from "../rules/living-quorum.ts";
import { livingApprovers } from "../rules/living-quorum.ts";
import type { Explanation, PassedOver, PolicyQuestion } from "../rules/policy-question.ts";
import { explainPolicy, unsaidIn } from "../rules/policy-question.ts";
import { remindersText } from "./rule-words.ts";

/** The answer of the policy in force about a change that nobody has requested. */
export interface PolicyTold extends Explanation {
  policy: Policy;
  question: PolicyQuestion;
  /** Groups that it asks about, if Slack does not say whether the requester is in them. */
  unknownGroups: readonly string[];
  /** Null if no rule decides. */
  approvers: (LivingApprovers & { able: readonly string[] }) | null;
}

/** Goes through the policy as a request of this kind would. */
export async function askPolicy(
  context: Pick<Context, "db" | "people">,
  workspaceId: string,
  question: PolicyQuestion,
): Promise<PolicyTold> {
  const policy = await findPolicy(context.db, workspaceId);
  const asked = groupsAskedAbout(policy);
  const { members } = await context.people.whoIs(workspaceId, [], asked, "of-a-minute");
  const requesterGroups = asked.filter((id) => members.get(id)?.includes(question.requesterId));
  const unknownGroups = asked.filter((id) => (members.get(id) ?? null) === null);
  const situation = await situationOf(context, workspaceId, question, requesterGroups);
  const unsaid = new Set<keyof RuleCondition>(unsaidIn(question));
  if (unknownGroups.length > 0) unsaid.add("requesterGroups");
  const explanation = explainPolicy(policy, situation, unsaid);

  const { decides } = explanation;
  if (!decides) return { ...explanation, policy, question, unknownGroups, approvers: null };
  const living = await livingOf(context, workspaceId, {
    approvers: [...decides.approvers, question.requesterId],
    groups: decides.groups,
  });
  const approvers = livingApprovers(decides, living);
  const able = othersThan(question.requesterId, approvers.active, living);
  return { ...explanation, policy, question, unknownGroups, approvers: { ...approvers, able } };
}

/** The id of a registered destination brings everything else that is known about it. */
async function situationOf(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  { kind, type, assets, network, destination, isFirstUse }: PolicyQuestion,
  requesterGroups: readonly string[],
): Promise<Situation> {
  const { connection } = await findSetup(db, workspaceId);
  const found =
    connection && destination !== null
      ? await findDestinationByServiceId(db, connection.id, destination)
      : undefined;
  const wallet = found?.kind === "wallet" ? [found.wallet.network] : [];
  return {
    kind,
    types: type === null ? [] : [type],
    assets,
    networks: network === null ? wallet : [network],
    destination: found
      ? { serviceId: serviceIdOf(found), detail: paymentDetailOf(detailsOf(found)) }
      : destination === null
        ? null
        : { serviceId: destination, detail: detailOf(destination) },
    isFirstUse: isFirstUse ?? false,
    requesterGroups,
  };
}

/** A rule may name an address or IBAN that is in no register. */
function detailOf(typed: string) {
  const isIban = /^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{8,}$/i.test(typed);
  return { kind: isIban ? ("iban" as const) : ("address" as const), value: typed };
}

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
    richText(...decisionRows(told), hangs(told) && warningLine(HANGS)),
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
