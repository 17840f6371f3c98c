import type { Button, KnownBlock } from "@slack/types";
import type { ChangeRequest } from "../../domain/change-request.ts";
import { numberOf } from "../../domain/change-request.ts";
import type { Policy } from "../../domain/policy.ts";
import { policyNow } from "../../domain/policy.ts";
import { actions, button } from "../blocks.ts";
import { buttonValue } from "../button-value.ts";
import { action } from "../ids.ts";
import { bold, date, lines, richText, user } from "../rich-text.ts";
import { shortened } from "../text.ts";
import { changeText } from "./change-words.ts";
import { statusTitle } from "./request-status.ts";

/** A request in a list, with the button that opens it, after these. */
export function requestRow(
  request: ChangeRequest,
  policy: Policy,
  before: readonly Button[] = [],
): KnownBlock[] {
  const { change } = request.content;
  return [
    richText(
      lines(
        [bold(`${numberOf(request)} · ${shortened(change.name, 60)}`)],
        [
          `${statusTitle(request, policyNow(request, policy))} · ${changeText(change)} · asked by `,
          user(request.requestedBy),
          ", ",
          date(request.requestedAt),
        ],
      ),
    ),
    actions(...before, button("Open", action.showRequest, buttonValue(request))),
  ];
}
