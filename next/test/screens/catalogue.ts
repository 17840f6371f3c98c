import type { ModalView } from "@slack/types";
import { destinationReview } from "../../src/destination/destination-review.ts";
import { resumeReview } from "../../src/freeze/resume-review.ts";
import { richText, section } from "../../src/platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../../src/platform/slack/blocks/views.ts";
import { instructions, railPosts } from "../../src/rail/instructions.ts";
import { type ListRow, listMessage } from "../../src/rail/list-blocks.ts";
import { railReview } from "../../src/rail/rail-review.ts";
import { drawCard } from "../../src/request/card/body.ts";
import type { CardFacts } from "../../src/request/card/facts.ts";
import { historyLines } from "../../src/request/card/history.ts";
import { questionModal } from "../../src/request/forms/question.ts";
import {
  type Frame,
  type ReviewFacts,
  toReviewFacts,
} from "../../src/request/forms/review-blocks.ts";
import { postsFor } from "../../src/request/posts/posts-for.ts";
import { questionFor } from "../../src/request/rules/challenge.ts";
import type { Warning } from "../../src/request/rules/content.ts";
import type { Because, Closing, Question, State } from "../../src/request/rules/request.ts";
import type { Trust } from "../../src/request/rules/trust.ts";
import { OFF_RAIL, RAIL } from "../rules/rails.ts";
import { at, NOW } from "../rules/situation.ts";
import { ACTIONS } from "./actions.ts";
import {
  account,
  addition,
  alike,
  done,
  factsOf,
  offRamp,
  onRamp,
  stops,
  type World,
} from "./world.ts";

export type Cases = Readonly<Record<string, CardFacts>>;

const SENT = { attempts: ["a1"], attemptEndedAt: at(-1_200) };
const AGAIN = { ...SENT, round: 2 };
const FIRST_USE: Warning = { is: "first-use" };

/** Facts of a request in each state and kind, with a name each. */
export function casesOf(world: World): Cases {
  return { ...waiting(world), ...underWay(world), ...ended(world), ...stopped(world) };
}

function waiting(world: World): Cases {
  const change = onRamp(world);
  const all: Warning[] = [
    { is: "token-contract" },
    ...alike(world, 7),
    { is: "name-alike", name: world.words.alike },
    FIRST_USE,
    { is: "second-rail", name: world.words.name, since: at(-12 * 86_400) },
  ];
  return {
    "rail waiting": factsOf(world, { change, warnings: [FIRST_USE], given: 1 }),
    "rail waiting, every warning": factsOf(world, { change, warnings: all }),
    "rail waiting again": factsOf(world, { change, request: AGAIN }),
    "rail waiting, nobody can approve": factsOf(world, {
      change,
      facts: { count: { quorum: "short", kept: [], progress: [] } },
    }),
    "rail waiting for a day": factsOf(world, { change, given: 1, facts: { now: at(90_000) } }),
    "off-ramp waiting": factsOf(world, { change: offRamp(world), warnings: [FIRST_USE] }),
    "wallet waiting": factsOf(world, { change: addition(world), warnings: alike(world) }),
    "account waiting": factsOf(world, { change: account(world), given: 1 }),
    "import waiting": factsOf(world, { change: addition(world, { serviceId: "wa_7" }) }),
  };
}

const BECAUSE: readonly (Because | null)[] = [
  ...([null, "cool-down", "token", "not-listed", "frozen", "people", "look", "not-sent"] as const),
];
const QUESTIONS: readonly Question[] = [
  ...(["not-found", "same-route", "no-id", "known", "not-shown"] as const),
];

function underWay(world: World): Cases {
  const change = onRamp(world);
  const wallet = addition(world);
  const stop = factsOf(world, { change: stops(world), request: { number: 150 } }).request;
  const rail = (state: State, facts: Partial<CardFacts> = {}) =>
    factsOf(world, { change, state, given: 3, request: SENT, facts });
  const ready = (because: Because | null) =>
    rail({ is: "ready", because }, { resume: stop, obstacleUntil: at(7_200) });
  const stuck = (question: Question): State => ({
    ...{ is: "stuck", question, railKeys: [], since: at(-600) },
  });
  const waits = BECAUSE.map((each) => [`rail ready: ${each ?? "now"}`, ready(each)]);
  const asks = QUESTIONS.map((each) => [`rail stuck: ${each}`, rail(stuck(each))]);
  const created = { is: "created", railId: "rail_1", issued: RAIL, since: at(-30) } as const;
  const unsure = factsOf(world, { change: wallet, state: stuck("known"), request: SENT });
  return {
    ...Object.fromEntries([...waits, ...asks]),
    "rail sending": rail({ is: "sending", attempt: "a1", since: NOW }),
    "rail unknown": rail({ is: "unknown", attempt: "a1", since: at(-5) }),
    "rail created": rail({ ...created, reads: 0 }),
    "rail created, not shown": rail({ ...created, reads: 2 }),
    "wallet stuck: known": unsure,
    "wallet stuck: no-answer": {
      ...unsure,
      request: { ...unsure.request, state: stuck("no-answer") },
    },
  };
}

const HELD: readonly Trust[] = [
  { is: "held", because: "twin", fields: [] },
  { is: "held", because: "differs", fields: ["destination.wallet.address"] },
  { is: "held", because: "differs", fields: ["source.bank_account.iban", "type", "metadata.x"] },
  { is: "held", because: "not-shown", fields: [] },
  { is: "held", because: "not-read", fields: [] },
  { is: "held", because: "outside", fields: [] },
];
const ENDINGS: readonly Closing[] = [
  ...(["denied", "withdrawn", "expired", "refused", "given-up"] as const),
];
export const VOIDS = ["destination-gone", "other-connection", "requester-gone", "odd"] as const;

function ended(world: World): Cases {
  const change = onRamp(world);
  const wallet = addition(world);
  const rail = (trust: Trust | null, state = done()) =>
    factsOf(world, { change, state, given: 3, request: SENT, facts: { trust } });
  const closed = (how: Closing, reason = world.words.reason): State => ({
    ...{ is: "closed", how, reason, by: "UCAL", at: at(-60) },
  });
  const holds = HELD.map((trust, index) => [`rail held ${index + 1}`, rail(trust)]);
  const ends = ENDINGS.map((how) => [
    `rail ${how}`,
    factsOf(world, { change, state: closed(how) }),
  ]);
  const afterSent = ENDINGS.map((how) => [
    `rail ${how} after an unclear attempt`,
    factsOf(world, { change, state: closed(how), request: AGAIN }),
  ]);
  const voids = VOIDS.map((why) => [
    `rail void: ${why}`,
    factsOf(world, { change, state: closed("void", why) }),
  ]);
  const registered: State = { is: "done", at: at(-7_200), result: { serviceId: "wa_7" } };
  return {
    "rail payable": rail({ is: "payable" }),
    "rail held from the start": rail(HELD[1] ?? null, done({ matched: false })),
    ...Object.fromEntries([...holds, ...ends, ...afterSent, ...voids]),
    "wallet usable later": factsOf(world, { change: wallet, state: registered }),
    "wallet usable": factsOf(world, {
      change: wallet,
      state: registered,
      facts: { now: at(90_000) },
    }),
    "wallet denied": factsOf(world, { change: wallet, state: closed("denied") }),
    "wallet given up": factsOf(world, { change: wallet, state: closed("given-up"), request: SENT }),
    "account retired": factsOf(world, { change: account(world), state: closed("retired") }),
  };
}

function stopped(world: World): Cases {
  const request = { number: 150 };
  const change = stops(world);
  const sending = Array.from({ length: 12 }, (_, index) => 120 + index);
  const newer = factsOf(world, { change, request: { number: 151 } }).request;
  const replaced: State = { is: "closed", how: "replaced", by: "UCAL", at: at(-60), reason: "" };
  return {
    "sending stopped": factsOf(world, { change, request, given: 1, facts: { sending: [141] } }),
    "sending stopped by many": factsOf(world, {
      ...{ change: stops(world, 9), request, facts: { sending } },
    }),
    "sending stopped, unsure": factsOf(world, {
      ...{ change, request, given: 3, state: { is: "ready", because: "people" } },
    }),
    "sending resumed": factsOf(world, {
      ...{ change, request, given: 3, state: { is: "done", at: NOW, result: null } },
    }),
    "stop replaced": factsOf(world, { change, request, state: replaced, facts: { resume: newer } }),
  };
}

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

const frame = (id: string): Frame => ({ id, metadata: "{}" });

/** Reviews, and the questions before them. */
export function reviewsOf(world: World): Screen[] {
  const cases = casesOf(world);
  const stop = cases["sending stopped"]?.request ?? null;
  const asking = Object.entries(cases).filter(([name]) => name.includes("waiting"));
  return Object.entries({ ...Object.fromEntries(asking), ...stopped(world) }).flatMap(
    ([name, facts]) => {
      const shown = toReviewFacts(facts);
      const { content } = facts.request;
      const { change } = content;
      const question = questionFor(content, "UBEN");
      return [
        { name: `review, ${name}`, shown: reviewOf(shown) },
        ...(change.kind === "resume" || facts.count.kept.length > 0
          ? []
          : [
              {
                name: `own review, ${name}`,
                shown: reviewOf({ ...shown, asked: null, resume: stop }),
              },
            ]),
        ...(question
          ? [
              {
                name: `question, ${name}`,
                shown: questionModal(facts, question, frame("question")),
              },
            ]
          : []),
      ];
    },
  );
}

export function reviewOf(facts: ReviewFacts): ModalView {
  const { change } = facts.content;
  const as = { ...frame(facts.asked ? "approve" : "ask"), isAgain: facts.asked === null };
  switch (change.kind) {
    case "create-rail":
      return railReview(facts, change, as);
    case "add-destination":
      return destinationReview(facts, change, as);
    case "resume":
      return resumeReview(facts, change, as);
  }
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
  const rows: ListRow[] = Object.values(cases);
  const list = { ...payable, total: 214, all: 214, words: "", page: 1, pages: 22, next: "98" };
  return [
    ...posts,
    { name: "instructions, off-ramp", shown: instructions(out, OFF_RAIL, NOW) },
    { name: "instructions, incomplete", shown: instructions(payable, bare, NOW) },
    { name: "list", shown: listMessage({ ...list, rows: pick(rows) }) },
    {
      name: "list, narrowed",
      shown: listMessage({
        ...list,
        rows: pick(rows).slice(0, 1),
        total: 1,
        words: world.words.name,
        next: null,
        pages: 1,
      }),
    },
    {
      name: "list, empty",
      shown: listMessage({ ...list, rows: [], all: 0, total: 0, next: null, pages: 1 }),
    },
    {
      name: "history",
      shown: message("R-142", richText(section(...historyLines(ACTIONS(world))))),
    },
  ];
}

/** Ten rows of as many kinds as there are. */
const pick = (rows: readonly ListRow[]) =>
  rows
    .filter((_, index) => index % 6 === 0)
    .slice(0, 10)
    .map((row, index) => ({ ...row, request: { ...row.request, number: 142 - index } }));

export function everyScreen(world: World): Screen[] {
  return [...messagesOf(world), ...reviewsOf(world), ...otherScreensOf(world)];
}
