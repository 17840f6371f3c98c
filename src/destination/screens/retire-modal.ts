import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { header, input, plain } from "../../platform/slack/blocks/blocks.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  ago,
  bold,
  copyable,
  copyableInline,
  lines,
  richText,
} from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { person } from "../../request/person.ts";
import type { RailInto } from "../../request/queries/known-rails.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFacts, detailsOf, serviceIdOf } from "../../request/rules/destination.ts";
import type { Asking } from "../../request/screens/asking-lines.ts";
import { askingLines } from "../../request/screens/asking-lines.ts";
import { titled } from "../../request/words.ts";
import { destinationText } from "../values/destination-text.ts";

export interface RetireModal extends Asking {
  draftId: string;
  askedIn: string;
  destination: Destination;
  rails: readonly RailInto[];
  /** How many requests for Rails into it wait. */
  waiting: number;
}

/** Asks for the reason why a destination shall be retired; `readRetireModal` reads it. Submitting it asks. */
export function retireModal(props: RetireModal): ModalView {
  const { draftId, askedIn, destination } = props;
  const { name } = destinationFacts(destination);
  return {
    type: "modal",
    callback_id: callback.retireDestination,
    private_metadata: JSON.stringify({
      draftId,
      askedIn,
      destinationId: destination.id,
    } satisfies Retirement),
    title: plain(titled("Retire", props.environment)),
    submit: plain("Ask for approval"),
    close: plain("Cancel"),
    blocks: [
      header(shortened(name, 60)),
      destinationBlock(destination),
      richText(lines(...railLines(props.rails), ...waitingLines(props.waiting))),
      input(block.reason, "Reason", textInput(undefined, { multiline: true }), {
        hint: "The approvers read it.",
      }),
      richText(
        lines([
          "Once approved, no form offers it any more, and no new Rail may deliver into it. The Rail service goes on knowing it.",
        ]),
        askingLines(props),
      ),
    ],
  };
}

export interface Retirement {
  draftId: string;
  askedIn: string;
  /** Ours, in the register. */
  destinationId: string;
}

const schema = z.strictObject({
  draftId: z.string(),
  askedIn: z.string(),
  destinationId: z.string(),
});

export type RetireSubmission =
  | { ok: true; retirement: Retirement; reason: string }
  | { ok: false; errors: Record<string, string> };

/** Throws a ZodError when the view is not one of ours. */
export function readRetireModal(view: SubmittedView): RetireSubmission {
  const retirement = schema.parse(parsedJson(view.private_metadata));
  const reason = typedIn(view, block.reason).trim();
  const error = textError(reason, { label: "Reason", max: 1_000, isMultiline: true });
  return error === undefined
    ? { ok: true, retirement, reason }
    : { ok: false, errors: { [block.reason]: error } };
}

function destinationBlock(destination: Destination): KnownBlock {
  const { value } = destinationFacts(destination);
  const what = destinationText(detailsOf(destination));
  return richText(
    lines(
      [`${what.charAt(0).toUpperCase()}${what.slice(1)}`],
      ["Whitelisted ", ago(destination.addedAt), " by ", person(destination.addedBy)],
      ["Id at the Rail service: ", copyableInline(serviceIdOf(destination))],
    ),
    ...copyable(value),
  );
}

/** More names are counted. */
const MOST_NAMED = 10;

function railLines(rails: readonly RailInto[]): Leaf[][] {
  if (rails.length === 0) return [["No Rail that is known here delivers into it."]];
  const names = rails
    .slice(0, MOST_NAMED)
    .map(({ name, railId }) =>
      name === null ? shortened(railId, 60) : `“${shortened(name, 60)}”`,
    );
  const left = rails.length - MOST_NAMED;
  const list = [...names, ...(left > 0 ? [`${left} more`] : [])].join(", ");
  return [
    [
      bold(`${counted(rails.length, "Rail")} deliver${rails.length === 1 ? "s" : ""} into it: `),
      list,
    ],
    [
      "They stay live, also after it is retired: the Rail service documents no way to stop a Rail. Whatever is paid into them still arrives here.",
    ],
  ];
}

function waitingLines(waiting: number): Leaf[][] {
  if (waiting === 0) return [];
  const requests = counted(waiting, "request");
  return [
    [
      bold(`${requests} for a Rail into it wait${waiting === 1 ? "s" : ""}: `),
      `${waiting === 1 ? "it ends" : "they end"} when this is approved, without a Rail.`,
    ],
  ];
}
