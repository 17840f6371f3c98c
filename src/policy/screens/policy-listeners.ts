import type { ModalView } from "@slack/types";
import type { Db } from "../../platform/database/schema.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { readPage } from "../../platform/slack/blocks/pages.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { inItsPlace } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { whyNoQuestion } from "../../request/clicks/question-limit.ts";
import type { Command } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { PolicyVersion } from "../../request/queries/setups.ts";
import { listPolicyVersions } from "../../request/queries/setups.ts";
import {
  USUAL_APPROVALS_REQUIRED,
  USUAL_COOL_DOWN_HOURS,
  USUAL_EXPIRY_HOURS,
} from "../../request/rules/approval/usual-policy.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { askPolicy } from "../ask-policy.ts";
import type { PolicyQuestion } from "../rules/policy-question.ts";
import { readPolicyQuestion } from "../rules/policy-question.ts";
import type { Origin } from "./policy-message.ts";
import {
  policyHistory,
  policyMessage,
  RULES_PER_PAGE,
  VERSIONS_PER_PAGE,
} from "./policy-message.ts";
import { policyQuestionModal, readPolicyQuestionModal } from "./policy-question-modal.ts";
import { policyTextModal } from "./policy-text-modal.ts";
import { policyTold } from "./policy-told.ts";

type Args =
  | { verb: "show" | "history"; page: number }
  /** Without words for the form. */
  | { verb: "test"; words: readonly string[] }
  | { verb: "propose" };

export const policyCommand: Command<Args> = {
  verb: "policy",
  usage: {
    takes: "[show|test|propose|history]",
    does: "shows who approves what. “test on GBP first-use” shows which rule would decide. “propose” requests other rules. “history” lists former versions",
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
  "After policy, type show, test, propose or history. A page number can follow show and history.";

/** A page button redraws its private list. */
const turnsTo =
  (answer: (context: Context, workspaceId: string, page: number) => Promise<Message>) =>
  async (context: Context, { action, body, respond }: ButtonArgs): Promise<void> => {
    const page = readPage(action.value) ?? 1;
    await respond(inItsPlace(await answer(context, workspaceOf(body), page)));
  };

export const policyPage = turnsTo(policyAnswer);
export const policyHistoryPage = turnsTo(policyHistoryAnswer);

/** Test: the answer takes the place of the form. */
export async function submitPolicyQuestion(context: Context, { view, body, ack }: SubmitArgs) {
  const read = readPolicyQuestionModal(view, body.user.id);
  if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
  const asked = { by: body.user.id, question: read.question };
  const message = await policyTestTold(context, workspaceOf(body), asked);
  const answer = checkedView(refusalModal({ title: "Which rule decides", message }));
  await ack({ response_action: "update", view: answer });
}

/** The policy in force, a page of its rules. */
export async function policyAnswer(
  { db, pins, command }: Pick<Context, "db" | "pins" | "command">,
  workspaceId: string,
  wanted: number,
): Promise<Message> {
  const policy = await findPolicy(db, workspaceId);
  const [version] = await listPolicyVersions(db, workspaceId, policy.version, 1);
  const total = policy.rules.length;
  const pageCount = Math.max(1, Math.ceil(total / RULES_PER_PAGE));
  const page = Math.min(wanted, pageCount);
  const origin = version ? await originOf(db, workspaceId, version) : null;
  return policyMessage({ policy, origin, command, pins, page, pageCount, total });
}

/** The versions of the policy, newest first, each with what it changed. */
export async function policyHistoryAnswer(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  wanted: number,
): Promise<Message> {
  const { version: total } = await findPolicy(db, workspaceId);
  const pageCount = Math.max(1, Math.ceil(total / VERSIONS_PER_PAGE));
  const page = Math.min(wanted, pageCount);
  const from = total - (page - 1) * VERSIONS_PER_PAGE;
  const found = await listPolicyVersions(db, workspaceId, from, VERSIONS_PER_PAGE + 1);
  const versions = await Promise.all(
    found.slice(0, VERSIONS_PER_PAGE).map(async (version, index) => ({
      version,
      before: found[index + 1] ?? null,
      origin: await originOf(db, workspaceId, version),
    })),
  );
  return policyHistory({ versions, page, pageCount, total });
}

async function originOf(
  db: Db,
  workspaceId: string,
  { since, by, requestId }: PolicyVersion,
): Promise<Origin> {
  const request =
    requestId === null ? undefined : await findRequest(db, { workspaceId, requestId });
  return { since, by, number: request ? numberOf(request) : null };
}

/** Which rule would decide about what was typed; undefined where nothing was, and the form asks. */
export async function policyTestAnswer(
  context: Context,
  workspaceId: string,
  { words, userId }: { words: readonly string[]; userId: string },
): Promise<Message> {
  const { catalogue, db, command } = context;
  const { rules } = await findPolicy(db, workspaceId);
  const known = {
    assets: [
      ...catalogue.fiatAssets,
      ...catalogue.stablecoins,
      ...rules.flatMap(({ when }) => when.assets ?? []),
    ],
    networks: [
      ...catalogue.networks.map(({ id }) => id),
      ...rules.flatMap(({ when }) => when.networks ?? []),
    ],
  };
  const read = readPolicyQuestion(words, userId, known);
  if (read.ok) return policyTestTold(context, workspaceId, { by: userId, question: read.question });
  return note(
    `“${shortened(read.word, 40)}” was not understood. Give a type, assets, a network, first-use or used, a kind of change, or one destination.`,
    `${command} policy test alone opens a form.`,
  );
}

export async function policyTestTold(
  context: Context,
  workspaceId: string,
  { by, question }: { by: string; question: PolicyQuestion },
): Promise<Message> {
  const refusal = await whyNoQuestion(context, workspaceId, by, "the policy");
  return refusal ?? policyTold(await askPolicy(context, workspaceId, question));
}

/** The policy in force as text, in a form; or why it cannot be changed that way. */
export async function policyTextView(
  { db, pins, setup, command }: Context,
  workspaceId: string,
  askedIn: string,
): Promise<ModalView | Message> {
  const [policy, groups] = await Promise.all([
    findPolicy(db, workspaceId),
    setup.groups.list(workspaceId),
  ]);
  const { LONGEST_TEXT, printPolicyText } = await import("../text/print-policy-text.ts");
  const handles = new Map(groups.ok ? groups.groups.map(({ id, handle }) => [id, handle]) : []);
  const text = policy.rules.length === 0 ? BEGINNING : printPolicyText(policy, handles);
  if (Buffer.byteLength(text) > LONGEST_TEXT) {
    return note(
      `The current policy is longer than ${LONGEST_TEXT.toLocaleString("en")} characters, so it cannot be changed as text.`,
      `Name user groups instead of people with ${command} setup. It replaces all rules with the usual two.`,
    );
  }
  return policyTextModal({ askedIn, from: policy.version, text, pins });
}

/** A first policy to fill in. */
const BEGINNING = `cool-down: ${USUAL_COOL_DOWN_HOURS.production}h
rules:
  - name: Everything
    approvals: ${USUAL_APPROVALS_REQUIRED}
    approvers: []
    expires-after: ${USUAL_EXPIRY_HOURS}h
`;
