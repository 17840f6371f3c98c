import type { RichTextSection } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { everyone, lines } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import type { Connection } from "../rules/change.ts";
import { environmentName } from "../words.ts";

export interface Approvers {
  /** The rule that will decide; null where Slack does not say enough of whoever asks to know it. */
  policy: Pick<
    ApprovalPolicy,
    "approvers" | "groups" | "approvalsRequired" | "expiresInHours"
  > | null;
  requesterId: string;
}

export interface Asking extends Approvers {
  workspaceName: string;
  environment: Connection["environment"];
}

/** What asking comes to: who must approve it, until when, and where it would take effect. */
export function askingLines({ policy, requesterId, ...place }: Asking): RichTextSection {
  return lines(approversLine({ policy, requesterId }), ...expiryLines({ policy }), [
    `Connection: ${shortened(place.workspaceName, 60)}, ${environmentName(place.environment)}`,
  ]);
}

/** `Needs 2 of @ben, @treasury-approvers, not you.` */
export function approversLine({ policy, requesterId }: Approvers): Leaf[] {
  if (!policy) return [NOT_KNOWN];
  const others = policy.approvers.filter((approver) => approver !== requesterId);
  const named = everyone(others, policy.groups);
  if (named.length === 0) return [NOBODY];
  return [`Needs ${policy.approvalsRequired} of `, ...named, ", not you."];
}

/** None where it is not known which rule will decide. */
export function expiryLines({ policy }: Pick<Approvers, "policy">): Leaf[][] {
  return policy ? [[`Expires in ${counted(policy.expiresInHours, "hour")}.`]] : [];
}

const NOT_KNOWN =
  "Who has to approve it is not known now: Slack does not say in which user groups you are. Try again in a minute.";

const NOBODY =
  "Nobody may approve it: no rule names anyone for it. An administrator can change the rules.";
