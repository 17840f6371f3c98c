import type { KnownBlock } from "@slack/types";
import { actions, button, plain } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { richText, user, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { NewsOf } from "../../request/queries/notices.ts";
import { problemParts, railTitle } from "./disputed-rail.ts";

type Problem = NewsOf<"rail-problem">;
type Disputed = NewsOf<"rail-disputed">;

interface Told {
  command: string;
}

const MOST_SHOWN = 3;

/** For the approvers: any one of them may mark the Rail as disputed. */
export function problemsReported(all: readonly Problem[], { command }: Told): Message {
  const title = `⚠️ ${counted(all.length, "problem")} reported`;
  // Only the newest report about a Rail can be acted on.
  const newestFirst = all.toReversed();
  return noticeOf(title, newestFirst, `${command} list reported`, ({ railId, name, problem }) => [
    richText([railTitle(name, railId)], ...problemParts(problem)),
    actions(
      button(
        "Mark as disputed",
        action.disputeRail,
        JSON.stringify({ railId, reportedAt: problem.reportedAt } satisfies DisputeValue),
        {
          style: "danger",
          confirm: {
            title: plain("Mark as disputed?"),
            text: plain(
              "Its deposit instructions are withheld. Ending the dispute needs all required approvals.",
            ),
            confirm: plain("Mark as disputed"),
            deny: plain("Not yet"),
          },
        },
      ),
      ...railButton("Open", action.openRail, railId),
    ),
  ]);
}

export interface DisputeValue {
  railId: string;
  reportedAt: string;
}

/** For the approvers: from now on nobody may see how to pay into it. */
export function railsDisputed(all: readonly Disputed[], { command }: Told): Message {
  const title = `🔴 ${counted(all.length, "Rail")} disputed`;
  return noticeOf(title, all, `${command} list disputed`, ({ railId, name, problem }) => {
    const end = railButton("End the dispute", action.endDispute, railId);
    return [
      richText(
        warningLine("do not send money to this Rail."),
        [railTitle(name, railId), ", marked by ", user(problem.by)],
        ...problemParts(problem),
      ),
      ...(end.length === 0 ? [] : [actions(...end)]),
    ];
  });
}

function noticeOf<Each>(
  title: string,
  all: readonly Each[],
  list: string,
  draw: (each: Each) => KnownBlock[],
): Message {
  const further = all.length - MOST_SHOWN;
  return headed(
    title,
    ...all.slice(0, MOST_SHOWN).flatMap(draw),
    further > 0 && richText([`And ${further} more: ${list}`]),
  );
}
