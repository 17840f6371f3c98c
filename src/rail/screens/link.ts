import type { ModalView } from "@slack/types";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import { serviceTroubleSentence } from "../../platform/rail-api/service-trouble.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block as ids } from "../../platform/slack/blocks/ids.ts";
import { noticeModal, refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import type { Context } from "../../request/context.ts";
import type { Click } from "../../request/decide-request.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Refusal } from "../../request/rules/decision.ts";
import { refusalSentence } from "../../request/screens/refusals.ts";
import { refusalAnswer } from "../../request/screens/withdraw.ts";
import { linkRail } from "../creating/link-rail.ts";

/** What became of a link: done, something wrong with what was typed, or a view that says why it cannot be. */
type Linked =
  | { is: "linked" }
  | { is: "wrong"; sentence: string }
  | { is: "refused"; view: ModalView };

const ABOUT_THE_RAIL: ReadonlySet<string> = new Set<Refusal>([
  "rail-taken",
  "rail-not-found",
  "rail-differs",
  "rail-older",
]);

/** Links the Rail. Where the service cannot be asked, that is wrong with what was typed, so that it stays. */
export async function linked(
  deps: Pick<Context, "db" | "transaction" | "seal" | "pins" | "people" | "railApis" | "clock">,
  click: Click & { railId: string },
): Promise<Linked> {
  const applied = await linkRail(deps, click).catch((error: unknown) => {
    if (!(error instanceof RailApiError)) throw error;
    return error.code;
  });
  if (typeof applied === "string") {
    return { is: "wrong", sentence: serviceTroubleSentence(applied) };
  }
  if (applied.ok) return { is: "linked" };
  const { refusal, request } = applied;
  if (!ABOUT_THE_RAIL.has(refusal)) {
    const message = refusalAnswer(applied);
    if (!message) return { is: "linked" };
    return { is: "refused", view: refusalModal({ title: "Not linked", message }) };
  }
  const owners =
    refusal === "rail-taken" && request
      ? await findRequestsByRailIds(deps.db, request.connectionId, [click.railId])
      : [];
  const owner = owners.find(({ id }) => id !== request?.id);
  const who = owner ? `${numberOf(owner)} has this Rail. ` : "";
  return { is: "wrong", sentence: `${who}${refusalSentence(refusal)}` };
}

/** In time, the form is still there: what is wrong is told under its field. Undefined closes it. */
export function linkAnswer(linked: Linked) {
  switch (linked.is) {
    case "linked":
      return undefined;
    case "wrong":
      return { response_action: "errors", errors: { [ids.enteredId]: linked.sentence } } as const;
    case "refused":
      return { response_action: "update", view: checkedView(linked.view) } as const;
  }
}

/** Stands in the form's place while the service takes its time. */
export function beingLookedAt(railId: string) {
  const view = noticeModal({
    title: "Being looked at",
    sentences: [
      `The Rail service takes its time to show ${railId}. What comes of it is told here; this may be closed, and the card shows it too.`,
    ],
  });
  return { response_action: "update", view: checkedView(view) } as const;
}

/** Late, the form has gone: what was typed is named. */
export function lateLinkView(linked: Linked, railId: string): ModalView {
  switch (linked.is) {
    case "linked":
      return noticeModal({
        title: "Linked",
        sentences: [
          `${railId} is linked. It is read back and compared like any other; the card shows what comes of it.`,
        ],
      });
    case "wrong":
      return noticeModal({
        title: "Not linked",
        sentences: [linked.sentence, `You had typed ${railId}. The card's button opens the form.`],
      });
    case "refused":
      return linked.view;
  }
}

/** For a failure that nobody foresaw, after the form has gone. */
export function linkFailedView(railId: string, reference: string): ModalView {
  return noticeModal({
    title: "That did not work",
    sentences: [
      `Whether ${railId} is linked is not known here: the card shows it. If it is not, try again; if it stays like this, give an administrator this reference: ${reference}`,
    ],
  });
}
