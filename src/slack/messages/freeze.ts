import type { Policies } from "../../domain/approval-policy.ts";
import type { Freeze, FreezeRefusal, Frozen } from "../../domain/freeze.ts";
import { stillMissing } from "../../domain/freeze.ts";
import { actions, button, header } from "../blocks.ts";
import { action } from "../ids.ts";
import type { Message } from "../message.ts";
import type { Leaf } from "../rich-text.ts";
import { bold, date, lines, mentions, quote, richText, user } from "../rich-text.ts";
import { shortened } from "../text.ts";

/** In the middle of a warning: who stopped sending, since when, and why. */
export function frozenLeaves({ by, since, reason }: Frozen): [string, ...Leaf[]] {
  return [
    "sending is frozen",
    ...(by === null ? [" by Signalbox itself"] : [" by ", user(by)]),
    " since ",
    date(since),
    `: ${shortened(reason, 200, "(no reason given)")} Nothing is sent until approvers let it go on.`,
  ];
}

export interface FreezeNotice {
  freeze: Freeze;
  policies: Policies;
}

/** To the approvers' channel, and to whoever asks: how things stand. */
export function freezeNotice({ freeze: { frozen }, policies }: FreezeNotice): Message {
  if (frozen) return frozenNotice(frozen, policies);
  const text = "Sending goes on";
  return {
    text,
    blocks: [
      header(text),
      richText(
        lines(["What was approved and waited is sent now. Who agreed stands in the audit."]),
      ),
    ],
  };
}

function frozenNotice(frozen: Frozen, policies: Policies): Message {
  const { by, since, reason, cause, agreed } = frozen;
  const missing = stillMissing(agreed, policies) ?? "nobody";
  const text = "SENDING IS FROZEN";
  return {
    text,
    blocks: [
      header(text),
      richText(
        lines([
          by === null ? "By Signalbox itself, " : "By ",
          ...(by === null ? [] : [user(by), ", "]),
          date(since),
          ". Why:",
        ]),
        quote(shortened(reason, 500, "(no reason given)")),
        lines(
          [
            "Nothing is sent to the Rail service, whatever is approved meanwhile. Retirements go on.",
          ],
          ...(cause === "restored" ? AFTER_A_RESTORE : []),
          [
            bold("To go on: "),
            `${missing} still have to agree.`,
            ...(agreed.length > 0 ? [" Agreed so far: ", ...mentions(agreed), "."] : []),
          ],
        ),
      ),
      actions(button("Let sending go on", action.resumeSending, "resume")),
    ],
  };
}

/** What people have to look at before they let it go on. */
const AFTER_A_RESTORE: Leaf[][] = [
  ["Requests, approvals, denials and Rails of the time since that moment may be missing here."],
  [
    "Before you let it go on: compare the Rails at the service with what stands here, and ask for nothing anew that exists already.",
  ],
];

/** Why a freeze or its end was refused, and who can help. */
export function freezeRefusal(refusal: FreezeRefusal | "seen-before"): string {
  switch (refusal) {
    case "not-an-approver":
      return "Only approvers freeze sending, or let it go on. An administrator can change who they are; tell an approver at once if something is wrong.";
    case "standing-not-known":
      return "Slack did not say whether your account is active, so nothing was changed. Try again in a minute.";
    case "not-an-active-member":
      return "Only active members of this workspace do this: no guests, bots or people of other organisations.";
    case "frozen-already":
      return "Sending is frozen already.";
    case "not-frozen":
      return "Sending is not frozen.";
    case "agreed-already":
      return "You have agreed already. Another approver has to agree as well.";
    case "seen-before":
      return "This was received twice and done once.";
  }
}
