import type { ChangeRequest, RequestEvent } from "../../domain/change-request.ts";
import { numberOf } from "../../domain/change-request.ts";
import type { Message } from "../message.ts";
import type { Leaf } from "../rich-text.ts";
import { date, lines, mentions, richText, user } from "../rich-text.ts";
import { shortened } from "../text.ts";
import { counted } from "../times.ts";

/** What has happened to a request, a line each, for the thread under its card; undefined when nothing is worth one. */
export function history(
  request: Pick<ChangeRequest, "number">,
  events: readonly RequestEvent[],
): Message | undefined {
  const rows = events.flatMap((event) => {
    const line = lineOf(event);
    return line === undefined
      ? []
      : [[date(event.at, "{date_short_pretty} {time_secs}"), " · ", ...line]];
  });
  if (rows.length === 0) return undefined;
  return {
    text: `${numberOf(request)}: ${counted(rows.length, "step")} further`,
    blocks: [richText(lines(...rows))],
  };
}

function lineOf(event: RequestEvent): Leaf[] | undefined {
  switch (event.type) {
    case "approval-given":
      return ["Approved by ", user(event.by)];
    case "approved":
      return ["Enough approvals"];
    case "approvals-lapsed":
      return event.of.length === 0
        ? ["More approvals are required now"]
        : ["No longer counted: the approval of ", ...mentions(event.of)];
    case "denied":
      return ["Denied by ", user(event.by)];
    case "withdrawn":
      return ["Withdrawn by ", user(event.by)];
    case "expired":
      return ["Expired"];
    case "sending-started":
      return [`Sent to the Rail service (attempt ${event.attempt})`];
    case "blocked":
      return ["The Rail service refused the token; nothing was created"];
    case "not-sent":
      return ["The Rail service could not be reached; nothing was sent"];
    case "refused":
      return ["The Rail service refused it; nothing was created"];
    case "outcome-unknown":
      return ["No clear answer: looking whether the Rail exists"];
    case "scanned-clean":
      return ["Looked for the Rail: not found yet"];
    case "gave-up":
      return [`A person is needed: ${shortened(event.because, 300)}`];
    case "created":
      return [`Created as ${shortened(event.railId, 80)}`];
    case "not-found-yet":
      return ["Read back: the service does not show the Rail yet"];
    case "verified":
      return ["Read back: equals what was approved", ...event.notes.map((note) => ` (${note})`)];
    case "quarantined":
      return ["Not what was approved: quarantined, instructions withheld"];
    case "instructions-posted":
      return ["Deposit instructions posted"];
  }
}
