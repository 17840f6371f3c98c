import type { KnownBlock, RichTextBlock, RichTextSection } from "@slack/types";
import type { ApprovalPolicy } from "../../domain/approval-policy.ts";
import { isNamedByBoth } from "../../domain/approval-policy.ts";
import type { ChangeRequest } from "../../domain/change-request.ts";
import { numberOf } from "../../domain/change-request.ts";
import { quorumOf } from "../../domain/decision.ts";
import type { RequestFacts } from "../../services/request-facts.ts";
import { header } from "../blocks.ts";
import type { Leaf } from "../rich-text.ts";
import {
  ago,
  bold,
  copyable,
  date,
  lines,
  mentions,
  named,
  quote,
  richText,
  user,
  verbatim,
} from "../rich-text.ts";
import { shortened } from "../text.ts";
import { counted } from "../times.ts";
import { deliveryOf, environmentName, routeText, TYPE_NAMES } from "../words.ts";
import { statusDetails, statusTitle } from "./request-status.ts";

/** Everything a request says of itself, the same before and after its end. */
export function requestBody(facts: RequestFacts): KnownBlock[] {
  const { request, currentPolicy, workspaceName } = facts;
  const { change, connection } = request.content;
  const place = `${shortened(workspaceName, 60)} · ${environmentName(connection.environment)}`;
  return [
    header(`${numberOf(request)} · ${shortened(change.name, 60)}`),
    richText(
      lines([bold(statusTitle(request, currentPolicy)), ` · ${place}`]),
      ...statusDetails(request, facts),
    ),
    richText(
      lines(routeLine(request), deliveryLine(facts)),
      ...copyable(deliveryOf(change.spec).value),
      ...(change.reference === null
        ? []
        : [lines(["Your reference: ", `“${shortened(change.reference, 100, "blank")}”`])]),
      lines(["Reason:"]),
      quote(shortened(change.reason, 1_000, "(none)")),
      lines(["Standing route: no amount limit, cannot be undone at the service."]),
    ),
    ...blocksOf([...warnings(facts), ...people(request, currentPolicy)]),
  ];
}

/** What an approval is bound to, in full. */
export function digestBlock({ digest }: Pick<ChangeRequest, "digest">): RichTextBlock {
  return richText(lines(["Digest of what is approved (SHA-256):"]), verbatim(digest));
}

function blocksOf(sections: readonly RichTextSection[]): KnownBlock[] {
  return sections.length === 0 ? [] : [richText(...sections)];
}

function routeLine({ content, requestedBy, requestedAt, expiresAt, state }: ChangeRequest) {
  const { spec } = content.change;
  const mayExpire =
    state.status === "pending" || state.status === "approved" || state.status === "blocked";
  return [
    `${TYPE_NAMES[spec.type]} ${routeText(spec)} · asked by `,
    user(requestedBy),
    ...(mayExpire ? [" · expires ", date(expiresAt)] : [", ", date(requestedAt)]),
  ];
}

function deliveryLine({ request, destination }: RequestFacts) {
  const { name } = deliveryOf(request.content.change.spec);
  return [
    "To ",
    named(name),
    ...(destination === null ? [] : [" (", ...whitelisted(destination), ")"]),
  ];
}

/** `whitelisted 12 days ago by @dan, used by 3 Rails` */
export function whitelisted({
  addedBy,
  addedAt,
  usedByRails,
}: NonNullable<RequestFacts["destination"]>): Leaf[] {
  return [
    "whitelisted ",
    ago(addedAt),
    " by ",
    person(addedBy),
    `, used by ${usedByRails === 0 ? "no Rail yet" : counted(usedByRails, "Rail")}`,
  ];
}

/** Destinations of the sandbox are put in the register by nobody. */
export function person(id: string): Leaf {
  return id === "sandbox" ? "the sandbox" : user(id);
}

function warnings({ request, currentPolicy, destination, isFirstUse }: RequestFacts) {
  const isPending = request.state.status === "pending";
  const missing = quorumOf(request, { policy: currentPolicy }) - request.approvals.length;
  const texts = [
    ...(isFirstUse ? ["First use of this destination"] : []),
    ...(destination === null
      ? ["This destination is not in the register of whitelisted ones"]
      : []),
    ...(isPending && awaited(request, currentPolicy).length < missing
      ? ["Too few people are left who may approve this. It can be withdrawn and asked for again"]
      : []),
  ];
  return texts.map((text) => lines([bold(`! Warning: ${text}.`)]));
}

/** So many are named with the time of their approval; more of them by name alone, and a crowd by its number. */
const MOST_TIMED = 10;
const MOST_NAMED = 30;

function people(request: ChangeRequest, currentPolicy: ApprovalPolicy): RichTextSection[] {
  const { approvals, state } = request;
  if (state.status !== "pending") {
    return approvals.length === 0 ? [] : [lines(["Approved: ", ...approvers(request)])];
  }
  const waitingFor = awaited(request, currentPolicy);
  return [
    lines([
      "Approved: ",
      ...(approvals.length === 0 ? ["nobody yet"] : approvers(request)),
      " · Waiting for ",
      ...(waitingFor.length === 0 ? ["nobody"] : mentions(waitingFor)),
    ]),
  ];
}

function approvers({ approvals }: ChangeRequest): Leaf[] {
  if (approvals.length > MOST_TIMED) {
    return mentions(
      approvals.map(({ by }) => by),
      MOST_NAMED,
    );
  }
  return approvals.flatMap(({ by, at }, index) => [
    index === 0 ? "" : ", ",
    user(by),
    " ",
    date(at),
  ]);
}

/** Those who may still approve: named by both policies, not the requester, not heard yet. */
function awaited(request: ChangeRequest, currentPolicy: ApprovalPolicy): string[] {
  const heard = new Set([request.requestedBy, ...request.approvals.map(({ by }) => by)]);
  return request.policy.approvers.filter(
    (approver) => isNamedByBoth(approver, request.policy, currentPolicy) && !heard.has(approver),
  );
}
