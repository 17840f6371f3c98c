import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Pins } from "../../authority/pins.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { input, section } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import { whyNoQuestion } from "../../request/clicks/question-limit.ts";
import type { Context } from "../../request/context.ts";
import { pinnedBlocks } from "../../request/pin-words.ts";
import { tellWhole } from "../../workspace/set-up/set-up-view.ts";
import type { PolicyFault } from "../rules/named-faults.ts";
import type { PolicySaved } from "../save-policy.ts";
import { savePolicy } from "../save-policy.ts";
import type { TextFault } from "../text/read-yaml.ts";
import { whyPolicyRefused } from "./policy-refused.ts";
import { policyReview } from "./policy-review.ts";

const schema = z.strictObject({
  askedIn: z.string(),
  /** The version that the text was made from. */
  from: z.int().min(0),
  /** Over how many fields the text is spread. */
  fields: z.int().min(1).max(40),
});

type Metadata = z.output<typeof schema>;

export interface PolicyTextModal extends Omit<Metadata, "fields"> {
  text: string;
  pins: Pins;
}

/** A field takes 3,000 characters: each gets fewer, so that people have room to write more. */
const FILLED_WITH = 2_000;

/** The policy in force as text, to be written anew; `readPolicyTextModal` reads it. */
export function policyTextModal({ askedIn, from, text, pins }: PolicyTextModal): ModalView {
  const parts = [...inParts(text), ""];
  return modal({
    id: callback.policyText,
    title: "Propose a policy",
    submit: "Review",
    close: "Cancel",
    carries: { askedIn, from, fields: parts.length } satisfies Metadata,
    blocks: [
      section(
        "The first matching rule applies. Nothing changes until the approvers of the current policy agree. The next view shows what would change.",
      ),
      ...pinnedBlocks(pins),
      ...parts.map((part, index) =>
        input(`${block.policyText}${index}`, label(index), textInput(part, { multiline: true }), {
          optional: index > 0,
          ...(index === parts.length - 1 && {
            hint: "A field takes 3,000 characters. The fields are read as one text, line after line.",
          }),
        }),
      ),
      reasonInput(),
    ],
  });
}

const label = (index: number) =>
  index === 0 ? "The policy" : `The policy, continued (${index + 1})`;

/** Cut between lines only, which are all short. */
function inParts(text: string): string[] {
  const parts: string[] = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < FILLED_WITH) {
      parts[parts.length - 1] = `${last}\n${line}`;
    } else parts.push(line);
  }
  return parts;
}

export type PolicyTextSubmission = Filled<{
  askedIn: string;
  from: number;
  text: string;
  reason: string;
  parts: readonly string[];
}>;

/** Throws a ZodError when the view is not one of ours. */
export function readPolicyTextModal(view: SubmittedView): PolicyTextSubmission {
  const { askedIn, from, fields } = schema.parse(parsedJson(view.private_metadata));
  const parts = Array.from({ length: fields }, (_, index) =>
    typedIn(view, `${block.policyText}${index}`),
  );
  const read = reasonIn(view);
  return read.ok ? { ...read, askedIn, from, text: parts.join("\n"), parts } : read;
}

/** More faults under one field are counted. */
const MOST_FAULTS = 8;

/** Each fault under the field in which it stands, with the line counted from the first one of that field. */
export function policyTextErrors(
  faults: readonly TextFault[],
  parts: readonly string[],
): Record<string, string> {
  const placed = Map.groupBy(
    faults.map((fault) => ({ ...fault, ...fieldOf(fault.line, parts) })),
    ({ field }) => field,
  );
  return Object.fromEntries(
    [...placed].map(([field, found]) => {
      const shown = found
        .slice(0, MOST_FAULTS)
        .map(({ lineHere, why }) => `Line ${lineHere}: ${why}`);
      const left = found.length - shown.length;
      const more = left > 0 ? [`And ${left} more.`] : [];
      return [`${block.policyText}${field}`, [...shown, ...more].join(" ")];
    }),
  );
}

function fieldOf(line: number, parts: readonly string[]): { field: number; lineHere: number } {
  // What is missing at the end of the text is told in the last field that holds any.
  const last = parts.join("\n").trimEnd().split("\n").length;
  let lineHere = Math.min(line, last);
  for (const [field, part] of parts.entries()) {
    const count = part.split("\n").length;
    if (lineHere <= count || field === parts.length - 1) return { field, lineHere };
    lineHere -= count;
  }
  return { field: 0, lineHere: line };
}

/**
 * Any member may propose, since nothing counts before the approvers agree. Until the first set-up is whole it is set at
 * once.
 */
export async function submitPolicyText(context: Context, args: SubmitArgs): Promise<void> {
  const { view, body, ack } = args;
  const workspaceId = workspaceOf(body);
  const form = readPolicyTextModal(view);
  if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
  const groups = await context.setup.groups.list(workspaceId);
  // Loaded with the first text: YAML is for few.
  const { readPolicyText } = await import("../text/read-policy-text.ts");
  const read = readPolicyText(form.text, groups.ok ? groups.groups : null);
  if (!read.ok) {
    const errors = policyTextErrors(read.faults, form.parts);
    return ack({ response_action: "errors", errors });
  }
  const { askedIn, from, reason } = form;
  await propose(context, args, { askedIn, from, reason, document: read.document });
}

/** The way of every form to another policy: it is judged, and then reviewed. `errorsOf`: its faults by field. */
export async function propose(
  context: Context,
  { body, ack }: SubmitArgs,
  proposed: Pick<PolicySaved, "askedIn" | "from" | "document" | "reason">,
  errorsOf?: (faults: readonly PolicyFault[]) => Record<string, string>,
): Promise<void> {
  const click = clickOf(body);
  const { workspaceId, by } = click;
  // Slack is asked about everyone whom it names.
  const tooMany = await whyNoQuestion(context, workspaceId, by, "the policy");
  if (tooMany) return ack({ response_action: "push", view: notAskedFor(tooMany) });
  const answer = await savePolicy(context, { ...click, ...proposed });
  if (!answer.ok && answer.because === "faults" && errorsOf) {
    return ack({ response_action: "errors", errors: errorsOf(answer.faults) });
  }
  if (!answer.ok || answer.how === "unchanged") {
    const message = whyPolicyRefused(answer, context.command);
    return ack({ response_action: "push", view: notAskedFor(message) });
  }
  if (answer.how === "drafted") {
    const asked = { workspaceId, requesterId: by, reason: proposed.reason };
    const review = await policyReview(context, callback.reviewPolicyText, answer, asked);
    return ack({ response_action: "push", view: checkedView(review) });
  }
  await ack({ response_action: "clear" });
  if (answer.how === "set" && answer.isWholeNow) await tellWhole(context, workspaceId, by);
}

const notAskedFor = (message: Message) => checkedView(refusalModal({ title: "Not sent", message }));
