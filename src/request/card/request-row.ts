import type { Button, KnownBlock } from "@slack/types";
import { actions, button } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { bold, date, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import { kindOf } from "../change-kind.ts";
import type { Policy } from "../rules/approval/policy.ts";
import { policyNow } from "../rules/approval/policy.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { requestName } from "../words.ts";
import { overflowValue } from "./button-value.ts";
import { statusTitle } from "./request-status.ts";

/** A request in a list, with the button that opens it, after these leaves. */
export function requestRow(
  request: ChangeRequest,
  policy: Policy,
  before: readonly Button[] = [],
): KnownBlock[] {
  const { change } = request.content;
  return [
    richText(
      [bold(requestName(request))],
      [
        `${statusTitle(request, policyNow(request, policy))} · ${kindOf(change).title(change)} · requested by `,
        user(request.requestedBy),
        ", ",
        date(request.requestedAt),
      ],
    ),
    actions(...before, button("Open", action.showRequest, overflowValue("open", request))),
  ];
}
