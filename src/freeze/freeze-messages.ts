import type { Button } from "@slack/types";
import { actions, button, plain, section } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import { note } from "../platform/slack/blocks/note.ts";
import type { Line, Lines } from "../platform/slack/blocks/rich-text.ts";
import {
  bold,
  date,
  everyone,
  mentions,
  quote,
  richText,
  user,
} from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { headed, messageWith } from "../platform/slack/message.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import type { UnderWay } from "../request/freezing/freeze.ts";
import type { FreezeRefusal } from "../request/freezing/rules/decide-freeze.ts";
import {
  isNamedAnywhere,
  LONGEST_REASON,
  stillMissing,
} from "../request/freezing/rules/decide-freeze.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { everyApprover, everyGroup } from "../request/rules/approval/policy.ts";
import type { Frozen } from "../request/rules/freeze.ts";
import { reasonsIn } from "../request/rules/freeze.ts";
import type { FreezeFacts } from "./freeze-facts.ts";

const NO_REASON = "no reason given";

/** For the approvals channel, and for anybody who asks how things stand. */
export function freezeNotice({ freeze: { frozen }, resumed, ...facts }: FreezeFacts): Message {
  if (frozen) return frozenNotice(frozen, facts);
  const text = "Sending resumed";
  return headed(
    text,
    richText(resumed && ["Agreed by ", ...mentions(resumed.by), ", ", date(resumed.at), "."], [
      "Approved requests are sent now.",
    ]),
  );
}

/** True however sending stands: nothing redraws it any more. */
export const overtakenNotice = () => note("Replaced by a newer message in the approvals channel.");

type About = Pick<FreezeFacts, "policy" | "roster">;

/** Each further reason is put before the earlier ones, and only the audit knows whose those are. */
function whyLine({ by, since, isFurther }: Frozen, { began }: Pick<FreezeFacts, "began">): Line {
  const who = (id: string | null) => (id === null ? "Signalbox itself" : user(id));
  if (!isFurther) return ["By ", who(by), ", ", date(since), ". Why:"];
  return [
    ...(began ? ["First frozen by ", who(began.by), ", ", date(began.at), ". "] : []),
    ...["Last reason added by ", who(by), ", ", date(since), ". Reasons, newest first:"],
  ];
}

function frozenNotice(
  frozen: Frozen,
  about: About & Pick<FreezeFacts, "began" | "underWay" | "confirms">,
): Message {
  const { cause } = frozen;
  const text = "🛑 SENDING IS FROZEN";
  return headed(
    text,
    richText(
      whyLine(frozen, about),
      quote(reasonsIn(frozen, LONGEST_REASON, NO_REASON)),
      [
        "Approved requests wait: nothing is sent to the Rail service. Destinations can still be retired.",
      ],
      ...underWayLines(about.underWay),
      ...(cause === "restored" ? AFTER_A_RESTORE : []),
      ...confirmedLines(about),
    ),
    richText(...toGoOn(frozen, about)),
    actions(resumeButton(frozen)),
  );
}

/** Only people can say whether the rows of a former release are still as it wrote them. */
function confirmedLines({ confirms, policy }: Pick<FreezeFacts, "confirms" | "policy">): Lines {
  if (!confirms) return [];
  const { destinations, requests } = confirms;
  const register = counted(destinations, "destination");
  return [
    [
      bold("Resuming also confirms: "),
      `policy version ${policy.version}, ${register} and ${counted(requests, "open request")}, as they are now. Look at them first. Signalbox signs them then.`,
    ],
  ];
}

const MOST_UNDER_WAY = 20;

/** Nobody can call back a POST that has left, so people read which request it may be. */
function underWayLines(underWay: readonly UnderWay[] | undefined): Lines {
  if (underWay === undefined) return [["Requests sent before may still take effect."]];
  if (underWay.length === 0) return [["No request was being sent when sending was frozen."]];
  const named = underWay
    .slice(0, MOST_UNDER_WAY)
    .map(({ number, name }) => `R-${number} (${shortened(name, 60)})`);
  const further = underWay.length - named.length;
  const more = further > 0 ? ` and ${further} more` : "";
  return [
    [
      bold("Already being sent when sending was frozen: "),
      `${named.join(", ")}${more}. These may still take effect; check their cards.`,
    ],
  ];
}

/** Answers a person whose reason was too long. */
export function withShortenedReason({ text, blocks }: Message): Message {
  const said = `The reason was longer than ${LONGEST_REASON} characters, so it was shortened.`;
  return messageWith(text, ...blocks, section(said));
}

/** Carries the freeze shown above it: an older button must not end a newer freeze. */
export function resumeButton({ since }: Frozen): Button {
  return button("Resume sending", action.resumeSending, since, {
    confirm: {
      title: plain("Resume sending?"),
      text: plain(
        "Continue only if you have checked that the cause is gone. When the last approver needed agrees, every approved request is sent at once.",
      ),
      confirm: plain("Agree"),
      deny: plain("Not yet"),
    },
  });
}

/** Names the people who agreed, those who count, how many are missing, and whom to ask. */
function toGoOn({ agreed }: Frozen, { policy, roster }: About): Lines {
  const others = everyApprover(policy).filter((each) => !agreed.includes(each));
  const called = everyone(others, everyGroup(policy));
  const standing = (each: string) => roster.standings.get(each) ?? "not-known";
  const named = (each: string) => isNamedAnywhere(each, policy, roster);
  const isOut = (each: string) =>
    named(each) === "no" || !["active", "not-known"].includes(standing(each));
  const isUnknown = (each: string) => named(each) === "not-known" || standing(each) === "not-known";
  const out = agreed.filter(isOut);
  const unknown = agreed.filter((each) => !isOut(each) && isUnknown(each));
  const counted = agreed.filter((each) => !out.includes(each) && !unknown.includes(each));
  return [
    [bold("To resume, agreed so far: "), ...(agreed.length > 0 ? mentions(agreed) : ["none"])],
    out.length > 0 && [
      bold("No longer counts: "),
      ...mentions(out),
      ", no longer an active approver",
    ],
    unknown.length > 0 && [
      bold("Not known to count: "),
      ...mentions(unknown),
      ". Slack does not answer about them now",
    ],
    ...stillNeeded(counted, called, { policy, roster }),
  ];
}

/** Nobody is missing if a rule has changed since, or somebody's standing is known again: one click finds out. */
function stillNeeded(counted: readonly string[], called: Line, { policy, roster }: About): Lines {
  const missing = stillMissing(counted, policy, roster);
  if (missing === undefined) {
    const press = "One of them has to press Resume sending again: ";
    return [[bold("Enough have agreed. "), press, ...mentions(counted)]];
  }
  const forSeveral =
    policy.rules.length > 1 ? " An approver in several rules counts for each." : "";
  return [
    [bold("Still needed: "), `${missing}.${forSeveral}`],
    called.length > 0 && [bold("Approvers to agree: "), ...called],
  ];
}

/** People look at this before they resume sending. */
const AFTER_A_RESTORE: Lines = [
  [
    bold("What may be missing here: "),
    "requests, approvals, denials and Rails made after the backup.",
  ],
  [
    bold("Before you agree: "),
    "compare the list of Rails with the Rail service, and look at each open request. Do not request again what exists already.",
  ],
];

/** Why a freeze or its end was refused, and who can help. */
export function freezeRefusal(refusal: FreezeRefusal): string {
  switch (refusal) {
    case "not-an-approver":
      return "Only approvers can freeze or resume sending. If something is wrong, tell one of them at once.";
    case "standing-not-known":
      return "Slack did not say whether your account is active, so nothing was changed. Try again in a minute.";
    case "group-not-known":
      return "Slack did not say who is in the approving user groups. Nothing was changed. Try again in a minute. An approver named outside a group can do it now.";
    case "not-an-active-member":
      return "Only active members of this workspace can do this, not guests, bots or people of other organisations. An administrator can change your account.";
    case "frozen-already":
      return "Sending is frozen already.";
    case "another-freeze":
      return "That button was about an earlier freeze, so nothing was changed. Read the current one before you agree to end it.";
    case "not-frozen":
      return "Sending is not frozen.";
    case "doubted":
      return DOUBTED_SET_UP;
    case "agreed-already":
      return "You have agreed already. Another approver has to agree as well.";
  }
}

const DOUBTED_SET_UP =
  "The freeze or the policy in the database is not as Signalbox wrote it, so sending stays frozen. The operator has to restore that row first.";

/** Says so, and names those who can help. */
export function freezeRefused(refusal: FreezeRefusal, policy: Policy): Message {
  const message = note(freezeRefusal(refusal));
  if (refusal !== "not-an-approver") return message;
  const approvers = everyone(everyApprover(policy), everyGroup(policy));
  const named = approvers.length > 0 ? approvers : ["none"];
  return {
    ...message,
    blocks: [...message.blocks, richText([bold("Approvers: "), ...named])],
  };
}
