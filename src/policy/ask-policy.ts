import { othersThan } from "../authority/quorum.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Context } from "../request/context.ts";
import { findPolicy } from "../request/queries/companies.ts";
import {
  findDestinationByServiceId,
  listDestinationsOfValue,
} from "../request/queries/destinations.ts";
import { findSetup } from "../request/queries/setups.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { groupsAskedAbout, ruleForLack } from "../request/rules/approval/policy.ts";
import type { RuleCondition } from "../request/rules/approval/policy-document.ts";
import type { Situation } from "../request/rules/approval/rule-condition.ts";
import type { Destination } from "../request/rules/destination.ts";
import { detailsOf, paymentDetailOf, serviceIdOf } from "../request/rules/destination.ts";
import { livingOf } from "./living.ts";
import type { LivingApprovers } from "./rules/living-quorum.ts";
import { livingApprovers } from "./rules/living-quorum.ts";
import type { Explanation, PolicyQuestion } from "./rules/policy-question.ts";
import { explainPolicy, unsaidIn } from "./rules/policy-question.ts";

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

  const decides = explanation.decides ?? ruleForLack(question.kind, policy) ?? null;
  if (!decides) return { ...explanation, policy, question, unknownGroups, approvers: null };
  const living = await livingOf(context, workspaceId, {
    approvers: [...decides.approvers, question.requesterId],
    groups: decides.groups,
  });
  const approvers = livingApprovers(decides, living);
  const able = othersThan(question.requesterId, approvers.active, living);
  const told = { ...explanation, decides, policy, question, unknownGroups };
  return { ...told, approvers: { ...approvers, able } };
}

/** The id, address or IBAN of a registered destination brings everything else that is known about it. */
async function situationOf(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  question: PolicyQuestion,
  requesterGroups: readonly string[],
): Promise<Situation> {
  const { kind, type, assets, network, destination, isFirstUse } = question;
  const { connection } = await findSetup(db, workspaceId);
  const found = connection && (await registered(db, connection.id, question));
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

/** Undefined where nothing is registered under what was typed, or it could be one of several. */
async function registered(
  db: Db,
  connectionId: string,
  { destination, network }: PolicyQuestion,
): Promise<Destination | undefined> {
  if (destination === null) return undefined;
  const byId = await findDestinationByServiceId(db, connectionId, destination);
  if (byId) return byId;
  const all = await listDestinationsOfValue(db, connectionId, detailOf(destination));
  const isThere = (each: Destination) =>
    each.retiredAt === null &&
    (network === null || each.kind !== "wallet" || each.wallet.network === network);
  const [found, ...others] = all.filter(isThere);
  return others.length === 0 ? found : undefined;
}

/** A rule may name an address or IBAN that is in no register. */
function detailOf(typed: string) {
  const isIban = /^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{8,}$/i.test(typed);
  return isIban
    ? ({ kind: "iban", value: typed.replaceAll(" ", "") } as const)
    : ({ kind: "address", value: typed } as const);
}
