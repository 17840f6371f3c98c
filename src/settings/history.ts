import type { Db } from "../platform/database/db.ts";
import { header, context as small } from "../platform/slack/blocks/blocks.ts";
import { bold, date, type Line, richText } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { counted, upTo } from "../platform/text/times.ts";
import { differenceLines } from "../request/card/change-lines.ts";
import { numberOf } from "../request/card/facts.ts";
import { actor, named } from "../request/card/people.ts";
import type { Button } from "../request/forms/surface.ts";
import { isOfKind } from "../request/rules/content.ts";
import { type Request, SIGNALBOX } from "../request/rules/request.ts";
import { readRequests } from "../request/store/requests.ts";

/** All changes that took effect, the last one first. */
export async function readChanges(db: Db, workspace: string): Promise<Request[]> {
  const filter = { kinds: ["change-settings"], statuses: ["done"] } as const;
  const { requests } = await readRequests(db, workspace, filter);
  return requests.toSorted((one, other) => versionOf(other) - versionOf(one));
}

/** The version that a change made. */
export const versionOf = ({ content }: Request): number =>
  isOfKind(content, "change-settings") ? content.change.from + 1 : 0;

// More would not fit into a message.
const MOST_CHANGES = 5;
const MOST_LINES = 4;
const MOST_NAMED = 5;

export const settingsHistoryButton: Button = {
  verb: "settings-history",
  async press({ context, service, account }) {
    return historyMessage(await readChanges(context.db, service.workspace), account);
  },
};

export function historyMessage(changes: readonly Request[], account: string): Message {
  const more = changes.length - MOST_CHANGES;
  return message(
    "History of the settings",
    header("History of the settings"),
    ...changes.slice(0, MOST_CHANGES).map((each) => richText(...changeLines(each))),
    changes.length === 0 && richText(["Nothing was changed since the first version."]),
    small(more > 0 && `${counted(more, "earlier change")} in the audit export`, account),
  );
}

function changeLines(request: Request): Line[] {
  const { content, requestedBy, approvals, state } = request;
  if (!isOfKind(content, "change-settings") || state.is !== "done") return [];
  const lines = differenceLines(content.change, MOST_NAMED);
  const by = requestedBy === SIGNALBOX ? "the operator" : actor(requestedBy);
  const agreed = approvals.map((each) => each.by);
  return [
    [bold(`Version ${versionOf(request)}`), ` · ${numberOf(request)} · `, date(state.at)],
    [
      "By ",
      by,
      ...(agreed.length > 0 ? [", approved by ", ...named(agreed, ",", MOST_NAMED)] : []),
    ],
    ...upTo(lines, MOST_LINES, (more) => [`${counted(more, "more difference")}: see the card`]),
  ];
}
