import { actions, button } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import type { Line } from "../platform/slack/blocks/rich-text.ts";
import {
  bulletList,
  date,
  named,
  richText,
  user,
  userGroups,
} from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { headed } from "../platform/slack/message.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import type { NewsOf } from "../request/queries/notices.ts";

type Begun = NewsOf<"review-begun">;
type Ended = NewsOf<"review-ended">;

interface Around {
  command: string;
}

/** To the approvers. Only the last one counts. */
export function reviewBegun(all: readonly Begun[], { command }: Around): Message {
  const { to = "", count = 0 } = all.at(-1) ?? {};
  const title = `${counted(count, "thing")} to review`;
  return headed(
    title,
    richText(
      ["Each Rail, destination and approver comes up for review. Nobody reviews their own."],
      [`Decide by `, date(to, DAY), `: press Review, or type ${command} review.`],
    ),
    actions(button("Review…", action.openReview, "review")),
  );
}

/** Both days of a review are days of the reader. */
const DAY = "{date_short_pretty}";

/** To the administrators: nothing was decided by itself. Only the last one counts. */
export function reviewEnded(all: readonly Ended[], { command }: Around): Message {
  const { from = "", to = "", total = 0, count = 0, first = [] } = all.at(-1) ?? {};
  const title = `🔴 ${counted(count, "thing")} not reviewed in time`;
  return headed(
    title,
    richText(
      [
        `Nobody decided about ${count} of ${total} in the review from `,
        ...[date(from, DAY), " to ", date(to, DAY), ". Nothing was changed:"],
      ],
      bulletList(
        ...first.map(nameOf),
        count > first.length && [`and ${count - first.length} more`],
      ),
      [
        `They come up again in the next review. Ask the approvers to type ${command} review. The audit export has the whole list in reviews.csv.`,
      ],
    ),
  );
}

function nameOf({ kind, ref, name }: Ended["first"][number]): Line {
  switch (kind) {
    case "approver":
      return ["Approver ", user(ref)];
    case "group":
      return ["User group ", ...userGroups([ref])];
    case "destination":
      return ["Destination ", named(name)];
    case "rail":
      return [`Rail ${shortened(name, 150)}`];
  }
}
