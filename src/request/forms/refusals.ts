import type { ModalView } from "@slack/types";
import { date, type Line, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { present } from "../../platform/slack/blocks/text.ts";
import { type Message, message, modal } from "../../platform/slack/blocks/views.ts";
import { utcText } from "../../platform/text/times.ts";
import { ENDINGS } from "../card/face-parts.ts";
import { numberOf } from "../card/facts.ts";
import { actor } from "../card/people.ts";
import type { Refusal } from "../rules/refusal.ts";
import { type Request, SIGNALBOX } from "../rules/request.ts";
import type { Refused } from "./admit.ts";
import { OBSTACLES } from "./reasons.ts";

/** A private message of one sentence. A notification mentions nobody, and its times are UTC. */
export function sentence(...line: Line): Message {
  const words = present(line).map((leaf) => {
    if (typeof leaf === "string") return leaf;
    return leaf.type === "date"
      ? utcText(new Date(leaf.timestamp * 1_000).toISOString())
      : "somebody";
  });
  return message(words.join(""), richText(section(line)));
}

export const NOTICE = "notice";

/** A view that says why something was not done; or, under another title, something else. */
export function notice({ blocks }: Message, title = "That did not work"): ModalView {
  return modal({ id: NOTICE, title, close: "Close", blocks });
}

/** Why a rule said no, and who can help. */
export function refusalLine({ because: refusal, request }: Omit<Refused, "ok">): Line {
  if (refusal.is === "over") return overLine(refusal, request);
  if (refusal.is === "too-early") return ["You can approve again from ", date(refusal.until), "."];
  if (refusal.is === "own-request" && request?.content.change.kind === "resume") {
    return ["You stopped sending. Another approver has to agree to resume."];
  }
  if (refusal.is !== "obstacle") return [SENTENCES[refusal.is]];
  const { because: why, until } = refusal;
  return until ? ["Its destination can be used from ", date(until), "."] : [OBSTACLES[why]];
}

export const SENTENCES: Readonly<
  Record<Exclude<Refusal["is"], "over" | "too-early" | "obstacle">, string>
> = {
  "not-of-the-team": "You are not on the Signalbox team. Ask an approver to add you.",
  "not-an-approver":
    "You are not an approver for this. The card and the settings name the approvers.",
  "not-an-inspector": "Only approvers and Slack administrators can see this. Ask one of them.",
  "not-an-auditor": "Only auditors and Slack administrators can export the audit. Ask one of them.",
  "not-the-requester": "Only the requester can withdraw this. An approver can deny it.",
  "own-request": "You cannot decide on your own request. Another approver has to.",
  "already-approved": "You have already approved this. Another approver has to approve it too.",
  "already-agreed": "It has all approvals and will be sent. Nothing more is needed.",
  "standing-unknown": "Slack is not responding. Nothing was changed; try again in a minute.",
  "not-active": "Only full members of this workspace can use Signalbox. Ask a Slack administrator.",
  "changed-since-shown": "This changed after you opened it. Nothing was done; open it again.",
  "being-sent": "It is already being sent to the Rail service and cannot be stopped.",
  "removed-by-it": "This change takes you out of a requirement. Others have to decide on it.",
  "held-already": "This Rail is held already. Nobody should pay into it.",
  "already-reported": "You have already reported this Rail. It is held.",
  "not-possible": "This cannot be done now. The card shows what can.",
  expired: "This request has expired. The requester can request it again.",
  "other-connection": "The workspace now uses another Rail service. Request it again.",
  "no-settings": "Signalbox is not set up yet. Ask a Slack administrator to set it up.",
  broken: "This record was changed outside Signalbox. Ask your Signalbox operator.",
  "not-known": "There is no such request in this workspace.",
  "not-ours":
    "Signalbox does not know this request. Was its database restored? Ask your Signalbox operator.",
  "too-many-open": "You have 20 open requests. Wait for decisions, or withdraw some.",
  "rail-belongs-elsewhere":
    "This Rail is not from this request. Check the id with the Rail service.",
  restored: "The database was restored. Approvers must resume sending before anything is sent.",
  "rail-differs": "This Rail differs from what was approved. Check the id, or close the request.",
};

/** A late click learns who decided and when. */
function overLine({ at }: Extract<Refusal, { is: "over" }>, request: Request | null): Line {
  const when = at !== null && date(at);
  const what = request ? numberOf(request) : "It";
  if (request?.state.is !== "closed") return [`${what} was completed`, when && ", ", when, "."];
  const { how, by } = request.state;
  const says = `${what} ${ENDINGS[how][1]}`;
  return [says, by !== SIGNALBOX && " by ", by !== SIGNALBOX && actor(by), when && ", ", when, "."];
}
