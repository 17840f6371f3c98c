import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from "@slack/bolt";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { readPage } from "../../platform/slack/blocks/pages.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { pageListener } from "../../platform/slack/intake/page-listener.ts";
import type { Command } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import {
  policyAnswer,
  policyHistoryAnswer,
  policyTestAnswer,
  policyTestTold,
  policyTextView,
} from "./policy-answers.ts";
import { policyQuestionModal, readPolicyQuestionModal } from "./policy-question-modal.ts";

type Args =
  | { verb: "show" | "history"; page: number }
  /** Without words for the form. */
  | { verb: "test"; words: readonly string[] }
  | { verb: "propose" };

export const policyCommand: Command<Args> = {
  verb: "policy",
  usage: {
    takes: "[show|test|propose|history]",
    does: "shows who approves what; test says which rule would decide, such as test on GBP first-use; propose asks for other rules; history shows the versions before",
  },
  act: () => "look",
  worksBeforeSetUp: true,
  parse(typed) {
    const args = read(wordsOf(typed));
    return args ? { ok: true, args } : { ok: false, problem: PROBLEM };
  },
  async answer(context, args, { workspaceId, userId, askedIn }) {
    switch (args.verb) {
      case "show":
        return policyAnswer(context, workspaceId, args.page);
      case "history":
        return policyHistoryAnswer(context, workspaceId, args.page);
      case "test": {
        const { words } = args;
        return words.length > 0
          ? policyTestAnswer(context, workspaceId, { words, userId })
          : policyQuestionModal({ catalogue: context.catalogue, requesterId: userId });
      }
      case "propose":
        return policyTextView(context, workspaceId, askedIn);
    }
  },
};

function read([word = "show", ...words]: readonly string[]): Args | undefined {
  const verb = word.toLowerCase();
  switch (verb) {
    case "show":
    case "history": {
      const page = readPage(words.join(" ") || "1");
      return page === undefined ? undefined : { verb, page };
    }
    case "test":
      return { verb, words };
    case "propose":
      return words.length === 0 ? { verb } : undefined;
    default:
      return undefined;
  }
}

const PROBLEM =
  "policy takes show, test, propose or history after it; show and history the number of a page behind that.";

export const policyPage = (context: Context) =>
  pageListener((workspaceId, page) => policyAnswer(context, workspaceId, page));

export const policyHistoryPage = (context: Context) =>
  pageListener((workspaceId, page) => policyHistoryAnswer(context, workspaceId, page));

/** Test: the answer takes the place of the form. */
export function submitPolicyQuestion(
  deps: Context,
): Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  return async ({ view, body, ack }) => {
    const read = readPolicyQuestionModal(view, body.user.id);
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const asked = { by: body.user.id, question: read.question };
    const message = await policyTestTold(deps, workspaceOf(body), asked);
    const answer = checkedView(refusalModal({ title: "Which rule decides", message }));
    await ack({ response_action: "update", view: answer });
  };
}
