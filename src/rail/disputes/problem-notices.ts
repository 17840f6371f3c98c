import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { actions, button, plain } from "../../platform/slack/blocks/blocks.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import { date, richText, user, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { NewsOf } from "../../request/queries/notices.ts";
import { markedIn } from "../../request/queries/rows.ts";
import type { MarkedDispute, ReportedProblem } from "../../request/rules/outcome/seen-rail.ts";
import { reportsIn } from "../../request/rules/outcome/seen-rail.ts";
import { problemParts, REPORTED_LATER, railTitle } from "./disputed-rail.ts";

/** A reported problem as it is now: still open, disputed, or null once it is settled. */
type Problem = Omit<NewsOf<"rail-problem">, "kind" | "problem"> & {
  problem: ReportedProblem | MarkedDispute | null;
};

interface Told {
  command: string;
}

const MOST_SHOWN = 3;
const MOST_EARLIER = 2;

/** How many Rails a notice is about besides those it shows, and how many of them were not disputed when it was posted. */
interface Further {
  count: number;
  open: number;
}

/**
 * For the approvers: any one of them may mark the Rail as disputed. Redrawn once somebody did, then with the `further`
 * Rails of the notice before.
 */
export function problemsReported(
  all: readonly Problem[],
  { command, further }: Told & { further?: Further | undefined },
): Message {
  // Only the newest report about a Rail can be acted on: those before it are read with it.
  const rails = [...Map.groupBy(all.toReversed(), ({ railId }) => railId).values()];
  const newest = rails.flatMap(([first]) => first ?? []);
  const others = further ?? furtherOf(newest);
  const draw = (each: readonly Problem[]) => drawProblem(each);
  return noticeOf(titleOf(newest, others), rails, `${command} list reported`, draw, {
    count: others.count,
    blockId: `${block.furtherRails}${others.count}_${others.open}`,
  });
}

const openIn = (all: readonly Problem[]) =>
  all.filter(({ problem }) => problem && !markedIn(problem)).length;

function furtherOf(newest: readonly Problem[]): Further {
  const others = newest.slice(MOST_SHOWN);
  return { count: others.length, open: openIn(others) };
}

function titleOf(newest: readonly Problem[], further: Further): string {
  const shown = newest.slice(0, MOST_SHOWN);
  const open = openIn(shown) + further.open;
  if (open > 0) return `⚠️ ${counted(open, "problem")} reported`;
  const disputed = shown.filter(({ problem }) => problem).length + further.count;
  if (disputed > 0 && further.count === 0 && shown.every(isOfDisputed)) {
    return `🔴 ${counted(shown.length, "disputed Rail")} reported again`;
  }
  return disputed > 0
    ? `🔴 ${counted(disputed, "reported Rail")} marked as disputed`
    : `✅ ${counted(shown.length, "reported problem")} settled`;
}

/** The Rail was disputed already when this was reported: nobody has marked it because of this report. */
function isOfDisputed({ problem }: Problem): boolean {
  const marked = problem && markedIn(problem);
  return marked ? problem.reportedAt > marked.at : false;
}

/** The newest report about a Rail, and those before it. */
function drawProblem([newest, ...before]: readonly Problem[]): KnownBlock[] {
  if (!newest) return [];
  const { railId, name, problem } = newest;
  const title = [railTitle(name, railId)];
  const open = railButton("Open", action.openRail, railId);
  const opening = open.length === 0 ? [] : [actions(...open)];
  if (!problem) return [richText(title, ["Settled: no problem is reported now."]), ...opening];
  const marked = markedIn(problem);
  if (marked) {
    const by = [user(marked.by), " marked it as disputed, ", date(marked.at), "."];
    const verb = isOfDisputed(newest) ? REPORTED_LATER : undefined;
    return [richText(title, by, ...problemParts(problem, verb)), ...opening];
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
  const reports = [problem, ...before.flatMap((each) => each.problem ?? [])].flatMap(reportsIn);
  const once = new Map(reports.map((each) => [each.reportedAt + each.reportedBy, each]));
  // Other people's reports come before those that the same person made earlier.
  const [last = problem, ...others] = once.values();
  const earlier = others.slice(0, MOST_EARLIER);
  const left = others.length - earlier.length;
  const words = problemParts({ ...last, earlier });
  const more = left > 0 && [`And ${counted(left, "earlier report")} about it.`];
  return [richText(title, ...words, more), actions(mark, ...open)];
}

/** The ids of the Rails that a notice has buttons for, the pressed one among them, and how many more there are. */
export function railsInNotice(blocks: unknown): { railIds: string[]; further: Further } {
  const { data = [] } = z.array(withButtons.catch({ elements: [] })).safeParse(blocks);
  const ids = data.flatMap(({ elements }) =>
    elements.flatMap(({ action_id, value }) => {
      if (action_id === action.openRail || action_id === action.endDispute) return value;
      return action_id === action.disputeRail ? (readDisputeValue(value)?.railId ?? []) : [];
    }),
  );
  return { railIds: [...new Set(ids)], further: furtherIn(blocks) };
}

const withButtons = z.object({
  elements: z.array(z.object({ action_id: z.string(), value: z.string() })),
});

function furtherIn(blocks: unknown): Further {
  const { data = [] } = z.array(withId.catch({ block_id: "" })).safeParse(blocks);
  const found = data.flatMap(({ block_id }) => FURTHER.exec(block_id)?.slice(1).map(Number) ?? []);
  const [count = 0, open = 0] = found;
  return { count, open };
}

const FURTHER = new RegExp(`^${block.furtherRails}(\\d{1,9})_(\\d{1,9})$`);

const withId = z.object({ block_id: z.string() });

export function readDisputeValue(value: string | undefined): DisputeValue | undefined {
  return disputeValue.safeParse(parsedJson(value)).data;
}

const disputeValue = z.object({ railId: z.string(), reportedAt: z.string() });

export type DisputeValue = z.output<typeof disputeValue>;

/**
 * For the approvers: nobody may see how to pay into it. Its words stay true after the end of the dispute. Redrawn once
 * somebody presses a button about a dispute that has ended, then with the `further` Rails of the notice before.
 */
export function railsDisputed(
  all: readonly Omit<Problem, "kind">[],
  { command, further }: Told & { further?: number | undefined },
): Message {
  const count = further ?? Math.max(0, all.length - MOST_SHOWN);
  const shown = all.slice(0, MOST_SHOWN);
  const disputed = shown.filter(({ problem }) => problem && markedIn(problem)).length + count;
  const title =
    disputed > 0
      ? `🔴 ${counted(disputed, "Rail")} marked as disputed`
      : `✅ ${counted(shown.length, "dispute")} ended`;
  const rails = shown.map((each, nth) => ({ ...each, nth }));
  return noticeOf(title, rails, `${command} list disputed`, drawDisputed, {
    count,
    blockId: `${block.furtherRails}${count}_${count}`,
  });
}

function drawDisputed({
  railId,
  name,
  problem,
  nth,
}: Omit<Problem, "kind"> & { nth: number }): KnownBlock[] {
  const marked = problem && markedIn(problem);
  const buttons = marked
    ? railButton("End the dispute", action.endDispute, railId)
    : railButton("Open", action.openRail, railId);
  const pressable = buttons.length > 0 && {
    ...actions(...buttons),
    block_id: `${block.disputeNotice}${nth}`,
  };
  const words = marked
    ? richText(
        warningLine("do not send money to this Rail while it is disputed."),
        [railTitle(name, railId)],
        [user(marked.by), " marked it as disputed, ", date(marked.at), "."],
        ...problemParts(marked),
      )
    : richText(
        [railTitle(name, railId)],
        ["No longer disputed.", problem !== null && " A problem reported since is still open."],
      );
  return [words, ...(pressable ? [pressable] : [])];
}

function noticeOf<Each>(
  title: string,
  all: readonly Each[],
  list: string,
  draw: (each: Each) => KnownBlock[],
  { count, blockId }: { count: number; blockId?: string } = { count: all.length - MOST_SHOWN },
): Message {
  return headed(
    title,
    ...all.slice(0, MOST_SHOWN).flatMap(draw),
    count > 0 && {
      ...richText([`And ${count} more: ${list}`]),
      ...(blockId !== undefined && { block_id: blockId }),
    },
  );
}
