import type { KnownBlock, ModalView } from "@slack/types";
import { alerts } from "../../platform/slack/blocks/alerts.ts";
import { context, header } from "../../platform/slack/blocks/blocks.ts";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  lines,
  mentions,
  named,
  quote,
  richText,
  shownExactly,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { ageOf } from "../../platform/text/times.ts";
import { blockOf } from "../../request/card/change-facts.ts";
import { lookAlikeLines, siblingLine } from "../../request/card/known-value-lines.ts";
import { IN_A_REVIEW } from "../../request/card/request-body.ts";
import { unproven } from "../../request/card/request-warnings.ts";
import type { Context } from "../../request/context.ts";
import { policyOfAsking } from "../../request/policy-facts.ts";
import { findWorkspaceName } from "../../request/queries/companies.ts";
import { valueFacts } from "../../request/queries/values/known-values.ts";
import type { ApprovalPolicy } from "../../request/rules/approval/approval-policy.ts";
import type { Connection, CreateRail } from "../../request/rules/change.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFacts, detailsOf } from "../../request/rules/destination.ts";
import { subjectOfChange } from "../../request/rules/kind-rules.ts";
import type { Resembling } from "../../request/rules/known-value.ts";
import { askingLines } from "../../request/screens/asking.ts";
import type { ReviewedDraft } from "../../request/screens/submit-draft.ts";
import {
  code,
  connectionName,
  networkName,
  person,
  routeText,
  TYPE_NAMES,
} from "../../request/words.ts";
import { ANOTHER, FIRST_USE, LIMITS } from "../rail-card.ts";
import type { Drafted } from "./draft-rail.ts";

export interface ReviewDraftModal {
  draftId: string;
  draftDigest: string;
  change: CreateRail;
  destination: Pick<Destination, "addedBy" | "approvedBy" | "addedAt" | "provenAt">;
  /** No Rail that we know delivers into it. */
  isFirstUse?: boolean;
  /** Known values that a person may take for its address or IBAN. */
  lookAlikes?: readonly Resembling[];
  /** Null if nobody knows which rule will decide. */
  policy: ApprovalPolicy | null;
  requesterId: string;
  connection: Pick<Connection, "environment">;
  workspaceName: string;
  now: string;
}

/** The second view of New Rail: everything that will be requested. Submitting it makes the request. */
export function reviewDraftModal(props: ReviewDraftModal): ModalView {
  const { draftId, draftDigest, change, connection, workspaceName } = props;
  const { spec } = change;
  return modal({
    id: callback.reviewDraft,
    title: "Review",
    submit: "Send for approval",
    carries: { draftId, draftDigest } satisfies ReviewedDraft,
    blocks: [
      header(shortened(change.name, 60)),
      ...warnings(props),
      richText(
        [`${TYPE_NAMES[spec.type]} ${routeText(spec)}`],
        [bold(`Every ${code(spec.source.asset)} deposit becomes ${code(spec.destination.asset)}.`)],
        [LIMITS],
      ),
      richText(deliveryLine(props), shownExactly(destinationFacts(spec.destination).value, true)),
      ...siblingLine(props.lookAlikes ?? []),
      richText(
        ["Reason:"],
        quote(shortened(change.reason, 1_000, "(none)")),
        change.reference !== null &&
          lines(["Your reference: ", `“${shortened(change.reference, 100, "blank")}”`]),
      ),
      richText(askingLines(props)),
      context(connectionName(workspaceName, connection.environment)),
    ],
  });
}

function deliveryLine({ change, destination, now }: ReviewDraftModal): Line {
  const { name, network } = destinationFacts(change.spec.destination);
  return [
    "To ",
    named(name),
    network === null ? "" : ` on ${networkName(network)}`,
    `, whitelisted ${ageOf(destination.addedAt, now)} ago by `,
    person(destination.addedBy),
    ...(destination.approvedBy.length === 0
      ? []
      : [", approved by ", ...mentions(destination.approvedBy, MOST_NAMED)]),
  ];
}

/** The requester sees the red lines that the approvers will see. */
function warnings({
  change,
  destination,
  isFirstUse = false,
  lookAlikes = [],
}: ReviewDraftModal): KnownBlock[] {
  return [
    ...alerts([
      ...(change.isAnother ? [ANOTHER] : []),
      ...(destination.provenAt === null ? [unproven(subjectOfChange(change).details)] : []),
      ...(isFirstUse ? [FIRST_USE] : []),
    ]),
    ...blockOf(lookAlikeLines(lookAlikes, IN_A_REVIEW)),
  ];
}

/** More approvers than this are counted instead of named. */
const MOST_NAMED = 5;

/** The second view of New Rail: the full draft, with every warning that the approvers will see. */
export async function reviewDraftView(
  { db, people, clock }: Pick<Context, "db" | "transaction" | "people" | "clock">,
  { draft, digest, connection, destination }: Extract<Drafted, { ok: true }>,
): Promise<ModalView> {
  const { workspaceId, id: draftId, createdBy: requesterId, change } = draft;
  const asking = { workspaceId, connectionId: connection.id, requesterId, change };
  const { facts, policy } = await policyOfAsking({ db, people }, asking);
  const { lookAlikes } = await valueFacts(db, connection.id, detailsOf(destination));
  return reviewDraftModal({
    draftId,
    draftDigest: digest,
    change,
    destination,
    isFirstUse: facts.isFirstUse,
    lookAlikes,
    policy,
    requesterId,
    connection,
    workspaceName: await findWorkspaceName(db, workspaceId),
    now: clock(),
  });
}
