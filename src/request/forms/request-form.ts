import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { alert, context as small } from "../../platform/slack/blocks/blocks.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import type { AckPayload } from "../../platform/slack/bolt.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import { mayExist, numberOf } from "../card/facts.ts";
import { askAgainText } from "../card/warnings.ts";
import { type Asked, act as apply } from "../engine/apply.ts";
import { CHECKED_IN } from "../rules/challenge.ts";
import { callOff } from "../rules/decide.ts";
import type { Request } from "../rules/request.ts";
import type { Act, Asking, Refused } from "./admit.ts";
import { carriedBy, REASON, text, textField, typedIn } from "./fields.ts";
import { notice, sentence } from "./refusals.ts";
import type { Button, Form, Shown } from "./surface.ts";

/** What the views carry: what the person saw. All else is read anew when they submit. */
const carried = z.object({
  request: z.string(),
  version: z.int(),
  digest: z.string(),
  round: z.int(),
  /** The group of an address that they typed, and where they found it. */
  group: z.string().nullable().default(null),
  checkedIn: z.enum(CHECKED_IN).nullable().default(null),
});

/** What can be typed into any of these forms; `group` is absent where nobody asked for it. */
const typed = z.object({
  reason: text,
  answer: z.enum(["it-exists", "approve-again", "close"]).nullable().catch(null),
  railId: text,
  group: text.optional(),
  checkedIn: z.enum(CHECKED_IN).nullable().catch(null),
});

export type Answered = Partial<Pick<z.infer<typeof carried>, "group" | "checkedIn">>;

const LABELS = {
  approve: "Approve",
  deny: "Deny",
  withdraw: "Withdraw",
  answer: "Answer",
  report: "Report",
  retire: "Remove",
};

/** What the view is called and submits, and what it carries. */
export function frameOf(id: keyof typeof LABELS, request: Request, answered: Answered = {}) {
  const { version, digest, round } = request;
  const carries = { request: request.id, version, digest, round, ...answered };
  const label = LABELS[id];
  const title = `${label} ${numberOf(request)}`;
  return { id, title, submit: label, metadata: JSON.stringify(carries) };
}

export type Frame = ReturnType<typeof frameOf>;

/** What one person does with one request. */
interface RequestForm {
  /** What they have to be allowed, and the form's id. */
  deed: keyof typeof LABELS;
  /** The button's, if it is another word. */
  verb?: string;
  needsReason?: boolean;
  /** Said when it is done, where what they clicked does not show it. */
  done?: string;
  draw(asking: Asking, request: Request, frame: Frame): Promise<Shown>;
  /** The step that they decided on, or what else becomes of the view. */
  read(
    act: Act,
    given: z.infer<typeof typed>,
    shown: z.infer<typeof carried>,
  ): Promise<Asked["transition"] | AckPayload | Refused>;
}

/** A button that opens a form, and the form, whose submission takes the request one step on. */
export function requestForm(form: RequestForm): { button: Button; form: Form } {
  const { deed } = form;
  return {
    button: {
      ...{ verb: form.verb ?? deed, deed },
      async press(asking) {
        const { request } = asking.ground;
        return request && form.draw(asking, request, frameOf(deed, request));
      },
    },
    form: {
      id: deed,
      async submit(act) {
        const { context, delivery } = act;
        const { workspace, person: by, key } = delivery;
        const shown = carriedBy(delivery, carried);
        const given = typed.parse(typedIn(delivery));
        const isEmpty = given.reason === "" && !form.needsReason;
        const reason = isEmpty ? undefined : faultOfText(given.reason, REASON);
        if (reason) return { errors: { reason } };
        const transition = await form.read(act, given, shown);
        if (typeof transition !== "function") return transition;
        const ref = { workspace, request: shown.request };
        const asked = { ref, delivery: key, by, age: "minute", transition } as const;
        const applied = await apply(context, asked);
        if (!applied.ok) return applied;
        return form.done ? { update: notice(sentence(form.done), "Done") } : { clear: true };
      },
    },
  };
}

/** The field of a reason that stands on the card. */
export function publicReason(options: { isOptional?: boolean; isFocused?: boolean }) {
  const hint = "Visible to everyone in the approvals channel.";
  return textField("reason", null, { ...REASON, ...options, hint });
}

/** One person ends what waits for a decision. */
const callingOff = (deed: "deny" | "withdraw", block: Part<KnownBlock>) =>
  requestForm({
    ...{ deed, needsReason: deed === "deny" },
    async draw(_, request, frame) {
      const warning = mayExist(request) && alert(askAgainText(request.content.change));
      return modal({ ...frame, blocks: [warning, block] });
    },
    async read({ delivery: { person: by } }, { reason }) {
      return (request, around) => callOff(deed, request, { by, reason }, around);
    },
  });

const lost = small("Approvals given so far are lost.");

export const deny = callingOff("deny", publicReason({ isFocused: true }));
export const withdraw = callingOff("withdraw", lost);
