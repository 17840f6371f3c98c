import type { RichTextSection } from "@slack/types";
import type { ApprovalPolicy } from "../../domain/approval-policy.ts";
import type { Connection } from "../../domain/change.ts";
import { lines, mentions } from "../rich-text.ts";
import { shortened } from "../text.ts";
import { counted } from "../times.ts";
import { environmentName } from "../words.ts";

export interface Asking {
  policy: Pick<ApprovalPolicy, "approvers" | "approvalsRequired">;
  requesterId: string;
  expiresInHours: number;
  workspaceName: string;
  environment: Connection["environment"];
}

/** What asking comes to: who must approve it, until when, and where it would take effect. */
export function askingLines({ policy, requesterId, ...place }: Asking): RichTextSection {
  const others = policy.approvers.filter((approver) => approver !== requesterId);
  return lines(
    [`Needs ${policy.approvalsRequired} of `, ...mentions(others), ", not you."],
    [`Expires in ${counted(place.expiresInHours, "hour")}.`],
    [`Connection: ${shortened(place.workspaceName, 60)}, ${environmentName(place.environment)}`],
  );
}
