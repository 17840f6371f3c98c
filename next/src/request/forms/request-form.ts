import { z } from "zod";
import { alert, context as small } from "../../platform/slack/blocks/blocks.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import type { AckPayload } from "../../platform/slack/bolt.ts";
import type { Delivery } from "../../platform/slack/delivery.ts";
import { mayExist, numberOf } from "../card/facts.ts";
import { askAgainText } from "../card/warnings.ts";
import { type Asked, act } from "../engine/apply.ts";
import type { Context } from "../engine/context.ts";
import { deny as denyRequest, withdraw as withdrawRequest } from "../rules/decide.ts";
import type { Request } from "../rules/request.ts";
import { admitTo } from "./admit.ts";
import { carriedBy, faultOfReason, reasonField, textIn } from "./fields.ts";
import { refusalMessage, refusalNotice } from "./refusals.ts";
import type { Button, Form } from "./surface.ts";

const carried = z.object({ request: z.string(), version: z.int() });

type Carried = z.infer<typeof carried>;
type Transition = Asked["transition"];

/** What one person does with one request. */
interface RequestForm {
  /** The button's verb, the form's id, and what they have to be allowed. */
  deed: "deny" | "withdraw" | "answer";
  /** The title of a refusal. */
  failed: string;
  draw(request: Request): Omit<Parameters<typeof modal>[0], "id" | "metadata">;
  /** What was decided, or errors by field. `shown`: what the form was drawn from. */
  read(
    context: Context,
    delivery: Delivery,
    shown: Carried,
  ): Promise<Transition | { errors: Record<string, string> }>;
}

/** A button that opens a form, and the form, whose submission takes the request one step on. */
export function requestForm({ deed, failed, draw, read }: RequestForm) {
  const button: Button = {
    verb: deed,
    async press(context, delivery, id) {
      const found = await admitTo(context, delivery, deed, id);
      if (!found.ok) return refusalMessage(found.because, found.request);
      const { request } = found;
      const metadata = JSON.stringify({ request: id, version: request.version } satisfies Carried);
      return modal({ id: deed, metadata, ...draw(request) });
    },
  };
  const form: Form = {
    id: deed,
    async submit(context, delivery) {
      const shown = carriedBy(delivery, carried);
      const decided = await read(context, delivery, shown);
      if ("errors" in decided) return decided;
      return carryOut(context, delivery, shown.request, failed, decided);
    },
  };
  return { button, form };
}

/** Takes a request one step on, once, and says what becomes of the view. */
export async function carryOut(
  context: Context,
  { workspace, person: by, key }: Delivery,
  request: string,
  failed: string,
  transition: Transition,
): Promise<AckPayload> {
  const ref = { workspace, request };
  const applied = await act(context, { ref, delivery: key, by, age: "minute", transition });
  if (applied.ok) return { clear: true };
  return { update: refusalNotice(failed, applied.because, applied.request) };
}

const mayExistAlert = (request: Request) =>
  mayExist(request) && alert(askAgainText(request.content.change));

export const deny = requestForm({
  deed: "deny",
  failed: "Not denied",
  draw(request) {
    const hint = "Visible to everyone in the approvals channel.";
    return {
      title: `Deny ${numberOf(request)}`,
      submit: "Deny",
      blocks: [mayExistAlert(request), reasonField(null, { hint, isFocused: true })],
    };
  },
  async read(_, delivery) {
    const reason = textIn(delivery, "reason");
    const error = faultOfReason(reason);
    if (error) return { errors: { reason: error } };
    return (request, around) => denyRequest(request, delivery.person, reason, around);
  },
});

export const withdraw = requestForm({
  deed: "withdraw",
  failed: "Not withdrawn",
  draw: (request) => ({
    title: `Withdraw ${numberOf(request)}`,
    submit: "Withdraw",
    blocks: [mayExistAlert(request), small("Approvals given so far are lost.")],
  }),
  read:
    async (_, { person }) =>
    (request, around) =>
      withdrawRequest(request, person, around),
});
