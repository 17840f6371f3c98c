import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../platform/process/json.ts";
import { header, input, option, section } from "../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../platform/slack/blocks/ids.ts";
import { radio, textInput } from "../platform/slack/blocks/inputs.ts";
import { modal } from "../platform/slack/blocks/modal.ts";
import { note } from "../platform/slack/blocks/note.ts";
import { noticeModal } from "../platform/slack/blocks/notice-modal.ts";
import { bold, date, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Filled, SubmittedView } from "../platform/slack/blocks/state.ts";
import { chosenIn, typedIn } from "../platform/slack/blocks/state.ts";
import { textError } from "../platform/slack/blocks/text-fault.ts";
import { askedInOf } from "../platform/slack/intake/answering.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../platform/slack/intake/listeners.ts";
import { openView } from "../platform/slack/intake/open-view.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Message } from "../platform/slack/message.ts";
import { counted } from "../platform/text/times.ts";
import type { Command } from "../request/command.ts";
import { takesNothing } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import type { Review, Verdict } from "../request/rules/approval/review.ts";
import { itemKey, VERDICTS } from "../request/rules/approval/review.ts";
import { digestOf } from "../request/rules/digest.ts";
import type { MyReviews } from "./my-reviews.ts";
import { myReviews } from "./my-reviews.ts";
import type { StandingThing } from "./standing-things.ts";

/** Ten with full facts in sight are as many as one can go through without a break. */
export const THINGS_PER_PAGE = 10;

const LABELS: Record<Verdict, string> = {
  keep: "Leave as it is",
  dispute: "Dispute: withhold how to pay in",
  retire: "Ask to retire",
  remove: "Ask to remove",
};

/** The field of a thing as it is shown: another review or other facts make another field. */
export function verdictBlock({ from }: Review, thing: StandingThing): string {
  const shown = JSON.stringify([from, itemKey(thing), thing.facts()]);
  return block.verdict + digestOf(shown).slice(0, 32);
}

interface Page {
  askedIn: string;
  /** Above the page, such as what became of the last one. */
  said?: string | undefined;
}

/** A page of what this person may decide; `readReview` reads it. Once nothing is left it says so. */
export function reviewModal({ review, mine }: MyReviews, { askedIn, said }: Page): ModalView {
  const page = mine.slice(0, THINGS_PER_PAGE).map((thing) => ({
    thing,
    id: verdictBlock(review, thing),
  }));
  const [first] = page;
  if (!first)
    return noticeModal({ title: "Review", sentences: [...(said ? [said] : []), NOTHING_LEFT] });
  return modal({
    id: callback.review,
    title: "Review",
    submit: "Save",
    close: "Close",
    carries: { askedIn } satisfies z.input<typeof metadata>,
    blocks: [
      header(`${counted(mine.length, "review")} left for you`),
      said !== undefined && section(said),
      richText([
        "Decide about what you know. What nobody has decided by ",
        date(review.to, "{date_short_pretty}"),
        " is reported to the administrators.",
      ]),
      ...page.flatMap(({ thing, id }, index) => thingBlocks(thing, id, index + 1)),
      input(block.verdictReason + first.id, REASON, textInput(undefined, { multiline: true }), {
        hint: "Needed unless you leave everything as it is. Shown to the approvers.",
        optional: true,
      }),
    ],
  });
}

const REASON = "Reason";

export const NOTHING_LEFT = "Nothing is left for you to review.";

function thingBlocks(thing: StandingThing, id: string, place: number): KnownBlock[] {
  const { name, change } = thing;
  const verdicts: Verdict[] = ["keep", ...(change === null ? [] : [change])];
  const options = verdicts.map((each) => option(LABELS[each], each));
  return [
    richText([bold(`${place}. ${KINDS[thing.kind]}`), name && `: ${name}`], ...thing.facts()),
    input(id, `Decision ${place}`, radio(options, "", action.value), { optional: true }),
  ];
}

const KINDS: Record<StandingThing["kind"], string> = {
  approver: "Approver",
  group: "User group of approvers",
  destination: "Destination",
  rail: "Rail",
};

const metadata = z.object({ askedIn: z.string() });

export interface Decided {
  askedIn: string;
  /** By the field of each thing. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** Empty where everything is kept. */
  reason: string;
}

/** Throws a ZodError when the view is not one of ours. */
export function readReview(view: SubmittedView): Filled<Decided> {
  const { askedIn } = metadata.parse(parsedJson(view.private_metadata));
  const fields = Object.keys(view.state.values);
  const verdicts = new Map(
    fields
      .filter((id) => id.startsWith(block.verdict) && !id.startsWith(block.verdictReason))
      .flatMap((id) => {
        const verdict = VERDICTS.find((each) => each === chosenIn(view, id));
        return verdict ? [[id, verdict] as const] : [];
      }),
  );
  const reasonId = fields.find((id) => id.startsWith(block.verdictReason)) ?? "";
  const reason = typedIn(view, reasonId).trim();
  const isKept = [...verdicts.values()].every((each) => each === "keep");
  const error =
    isKept && reason === ""
      ? undefined
      : textError(reason, { label: REASON, max: 1_000, isMultiline: true });
  if (error !== undefined) return { ok: false, errors: { [reasonId]: error } };
  return { ok: true, askedIn, verdicts, reason };
}

export const reviewCommand: Command<undefined> = {
  verb: "review",
  usage: { takes: "", does: "decides about what comes up for review; approvers only" },
  act: () => "look",
  parse: takesNothing("review"),
  answer: (context, _, { workspaceId, userId, askedIn }) =>
    reviewAnswer(context, { workspaceId, userId }, askedIn),
};

/** [Review…] on the home and below the message that a review has begun. */
export async function reviewButton(context: Context, { body, client, respond }: ButtonArgs) {
  const whose = { workspaceId: workspaceOf(body), userId: body.user.id };
  const answer = await reviewAnswer(context, whose, askedInOf(body));
  if ("type" in answer) await openView(client, body, answer);
  else await respond(privately(answer));
}

async function reviewAnswer(
  context: Context,
  whose: { workspaceId: string; userId: string },
  askedIn: string,
): Promise<ModalView | Message> {
  const found = await myReviews(context, whose);
  if (!found) return note("No review is open.");
  if (!found.isApprover) return note("Only active approvers review.");
  return found.mine.length === 0 ? note(NOTHING_LEFT) : reviewModal(found, { askedIn });
}
