import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { actions, button, plain } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { date, richText, user, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { NewsOf } from "../../request/queries/notices.ts";
import { markedIn } from "../../request/queries/rows.ts";
import type { MarkedDispute, ReportedProblem } from "../../request/rules/outcome/seen-rail.ts";
import { problemParts, railTitle } from "./disputed-rail.ts";

/** A reported problem as it is now: still open, disputed, or null once it is settled. */
type Problem = Omit<NewsOf<"rail-problem">, "kind" | "problem"> & {
  problem: ReportedProblem | MarkedDispute | null;
};
type Disputed = NewsOf<"rail-disputed">;

interface Told {
  command: string;
}

const MOST_SHOWN = 3;

/** For the approvers: any one of them may mark the Rail as disputed. Redrawn once somebody did. */
export function problemsReported(all: readonly Problem[], { command }: Told): Message {
  // Only the newest report about a Rail can be acted on.
  const newestFirst = all.toReversed();
  return noticeOf(titleOf(all), newestFirst, `${command} list reported`, drawProblem);
}

function titleOf(all: readonly Problem[]): string {
  const problems = all.flatMap(({ problem }) => problem ?? []);
  const open = problems.filter((problem) => !markedIn(problem)).length;
  if (open > 0) return `⚠️ ${counted(open, "problem")} reported`;
  return problems.length > 0
    ? `🔴 ${counted(problems.length, "reported Rail")} disputed`
    : `✅ ${counted(all.length, "reported problem")} settled`;
}

function drawProblem({ railId, name, problem }: Problem): KnownBlock[] {
  const title = [railTitle(name, railId)];
  const open = railButton("Open", action.openRail, railId);
  const opening = open.length === 0 ? [] : [actions(...open)];
  if (!problem) return [richText(title, ["Settled: no problem is reported now."]), ...opening];
  const marked = markedIn(problem);
  if (marked) {
    const by = [user(marked.by), " marked it as disputed, ", date(marked.at), "."];
    return [richText(title, by, ...problemParts(problem)), ...opening];
  }
  const value: DisputeValue = { railId, reportedAt: problem.reportedAt };
  const mark = button("Mark as disputed", action.disputeRail, JSON.stringify(value), {
    style: "danger",
    confirm: {
      title: plain("Mark as disputed?"),
      text: plain(
        "Its deposit instructions are withheld. Ending the dispute needs all required approvals.",
      ),
      confirm: plain("Mark as disputed"),
      deny: plain("Not yet"),
    },
  });
  return [richText(title, ...problemParts(problem)), actions(mark, ...open)];
}

/** The ids of the Rails that such a message has buttons for, the pressed one among them. */
export function railsInNotice(blocks: unknown): string[] {
  const { data = [] } = z.array(withButtons.catch({ elements: [] })).safeParse(blocks);
  const ids = data.flatMap(({ elements }) =>
    elements.flatMap(({ action_id, value }) => {
      if (action_id === action.openRail) return value;
      return action_id === action.disputeRail ? (readDisputeValue(value)?.railId ?? []) : [];
    }),
  );
  return [...new Set(ids)];
}

const withButtons = z.object({
  elements: z.array(z.object({ action_id: z.string(), value: z.string() })),
});

export function readDisputeValue(value: string | undefined): DisputeValue | undefined {
  return disputeValue.safeParse(parsedJson(value)).data;
}

const disputeValue = z.object({ railId: z.string(), reportedAt: z.string() });

export type DisputeValue = z.output<typeof disputeValue>;

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
