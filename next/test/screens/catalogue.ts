import type { ModalView } from "@slack/types";
import { KINDS } from "../../src/contents.ts";
import { historyLines } from "../../src/home/history.ts";
import { listMessage } from "../../src/home/list.ts";
import { rowsOf } from "../../src/home/rows.ts";
import { richText, section } from "../../src/platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../../src/platform/slack/blocks/views.ts";
import { instructions, railPosts } from "../../src/rail/instructions.ts";
import { drawCard } from "../../src/request/card/body.ts";
import type { CardFacts } from "../../src/request/card/facts.ts";
import { kindOf } from "../../src/request/engine/kind.ts";
import { questionModal } from "../../src/request/forms/approve.ts";
import { type Frame, reviewModal } from "../../src/request/forms/review-blocks.ts";
import { postsFor } from "../../src/request/posts/posts-for.ts";
import { questionFor } from "../../src/request/rules/challenge.ts";
import { NOW } from "../rules/company.ts";
import { OFF_RAIL, RAIL } from "../rules/rails.ts";
import { ACTIONS } from "./actions.ts";
import { type Cases, casesOf, stopOf, stopped } from "./cases.ts";
import { factsOf, offRamp, onRamp, settingsOf, type World } from "./world.ts";

export interface Screen {
  name: string;
  shown: Message | ModalView;
}

export const isView = (shown: Message | ModalView): shown is ModalView => "type" in shown;

/** Cards, and all that is posted beside them. No payment details may be on any of these. */
export function messagesOf(world: World): Screen[] {
  return Object.entries(casesOf(world)).flatMap(([name, facts]) => [
    { name: `card, ${name}`, shown: drawCard(facts) },
    ...postsFor(facts).flatMap(({ key, show, placeholder }) => [
      ...(key === "card" ? [] : [{ name: `${key}, ${name}`, shown: show }]),
      { name: `${key} at first, ${name}`, shown: placeholder },
    ]),
  ]);
}

/** Reviews, and the questions before them. */
export function reviewsOf(world: World): Screen[] {
  const cases = casesOf(world);
  const stop = stopOf(world);
  const asking = Object.entries(cases).filter(([name]) => name.includes("waiting"));
  return Object.entries({ ...Object.fromEntries(asking), ...stopped(world) }).flatMap(
    ([name, facts]) => {
      const { content } = facts.request;
      const { kind } = content.change;
      const isOwn = kind !== "resume" && facts.count.kept.length === 0;
      const note = kind === "add-destination" ? CLEANED : null;
      const own = isOwn && reviewOf({ ...facts, resume: stop }, { isAgain: true, note });
      const question = questionFor(content, "UBEN");
      const asked = question && questionModal(facts, question, "{}");
      return [
        { name: `review, ${name}`, shown: reviewOf(facts) },
        ...(own ? [{ name: `own review, ${name}`, shown: own }] : []),
        ...(asked ? [{ name: `question, ${name}`, shown: asked }] : []),
      ];
    },
  );
}

const CLEANED = "Changed from what you typed: spaces removed. Compare it with your source.";

/** The approvers' review, or the requester's. */
export function reviewOf(facts: CardFacts, own?: Frame["own"]): ModalView {
  const { content } = facts.request;
  const part = kindOf(KINDS, content).review(facts, content.change);
  return reviewModal(facts, part, { id: "review", metadata: "{}", ...(own && { own }) });
}

/** What shows payment details because people asked for them, lists and histories. */
export function otherScreensOf(world: World): Screen[] {
  const cases = casesOf(world);
  const payable = factsOf(world, { change: onRamp(world) });
  const out = factsOf(world, { change: offRamp(world) });
  const bankAccount = {
    ...RAIL.source.bankAccount,
    reference: null,
    sortCode: null,
    bicSwift: "A\u200bB",
  };
  const bare = { ...RAIL, source: { ...RAIL.source, bankAccount } };
  const posts = ["rail payable", "rail held 2"].flatMap((name) => {
    const facts = cases[name];
    return facts
      ? railPosts(facts).map(({ show }) => ({ name: `instructions, ${name}`, shown: show }))
      : [];
  });
  return [
    ...posts,
    { name: "instructions, off-ramp", shown: instructions(out, OFF_RAIL, NOW) },
    { name: "instructions, incomplete", shown: instructions(payable, bare, NOW) },
    ...listsOf(world, cases),
    {
      name: "history",
      shown: message("R-142", richText(section(...historyLines(ACTIONS(world), 30)))),
    },
  ];
}

function listsOf(world: World, cases: Cases): Screen[] {
  const settings = settingsOf(world);
  const requests = Object.values(cases)
    .filter((_, index) => index % 6 === 0)
    .map(({ request }, index) => ({ ...request, number: 142 - index }));
  const shown = { requests, rails: [], known: [] };
  const rows = rowsOf(shown, { now: NOW, inForce: { version: 1, settings }, restoredAt: 0 });
  const asked = { isPending: false, words: "", page: 1 };
  const around = { now: NOW, account: `${world.account} · SANDBOX`, broken: 0, isWalked: true };
  return [
    { name: "list", shown: listMessage(rows, asked, around) },
    { name: "list, open", shown: listMessage(rows, { ...asked, isPending: true }, around) },
    { name: "list, narrowed", shown: listMessage(rows, { ...asked, words: "R-142" }, around) },
    { name: "list, empty", shown: listMessage([], asked, { ...around, isWalked: false }) },
  ];
}

export function everyScreen(world: World): Screen[] {
  return [...messagesOf(world), ...reviewsOf(world), ...otherScreensOf(world)];
}
