import type { ModalView } from "@slack/types";
import { checkModal } from "../../src/check/check.ts";
import { KINDS } from "../../src/contents.ts";
import { destinationAnswers, destinationBlocks } from "../../src/destination/destination-form.ts";
import { historyLines } from "../../src/home/history.ts";
import { listMessage } from "../../src/home/list.ts";
import { rowsOf } from "../../src/home/rows.ts";
import { richText, section } from "../../src/platform/slack/blocks/rich-text.ts";
import { type Message, message, modal } from "../../src/platform/slack/blocks/views.ts";
import { instructions, railPosts } from "../../src/rail/instructions.ts";
import { judgeRail } from "../../src/rail/judged-rails.ts";
import { newRailBlocks, railAnswers } from "../../src/rail/new-rail-form.ts";
import { drawCard } from "../../src/request/card/body.ts";
import type { CardFacts } from "../../src/request/card/facts.ts";
import { kindOf } from "../../src/request/engine/context.ts";
import { questionModal } from "../../src/request/forms/approve.ts";
import { frameOf } from "../../src/request/forms/request-form.ts";
import { reviewModal } from "../../src/request/forms/review-blocks.ts";
import { postsFor } from "../../src/request/posts/posts-for.ts";
import { questionFor } from "../../src/request/rules/challenge.ts";
import { ADDRESS, IBAN } from "../rules/changes.ts";
import { NOW, SETTINGS } from "../rules/company.ts";
import { OFF_RAIL, RAIL } from "../rules/rails.ts";
import { ACTIONS } from "./actions.ts";
import { atOnceScreens } from "./at-once-screens.ts";
import { type Cases, casesOf, stopOf, stopped } from "./cases.ts";
import { homeScreens } from "./home-screens.ts";
import { aKnown, aRow, formFacts, walletOf } from "./known.ts";
import { settingsScreens } from "./settings.ts";
import { ALIKE, done, factsOf, offRamp, onRamp, PLAIN, settingsOf, type World } from "./world.ts";

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
      const asked = question && questionModal(facts, question, frameOf("approve", facts.request));
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
export function reviewOf(facts: CardFacts, own?: Parameters<typeof reviewModal>[3]): ModalView {
  const { content } = facts.request;
  const part = kindOf(KINDS, content).review(facts, content.change);
  return reviewModal(facts, part, { id: "review", metadata: "{}" }, own);
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
  const named = ["rail payable, removed", "rail held 2", "rail reported", "trust payable"];
  const posts = [...named, "trust followed"].flatMap((name) => {
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

const page = (words: string, list: "all" | "open" | "destinations" = "all") => ({
  ...{ list, words, page: 1 },
});

const AROUND = { now: NOW, broken: 0, mayRemove: true, isWalked: true };

function listsOf(world: World, cases: Cases): Screen[] {
  const inForce = { version: 1, settings: settingsOf(world) };
  const requests = Object.values(cases)
    .filter((_, index) => index % 6 === 0)
    .map(({ request }, index) => ({ ...request, number: 142 - index }));
  const elsewhere = { ...RAIL, id: world === PLAIN ? "rail_9" : "x".repeat(255), metadata: null };
  const exchange = { ...RAIL, id: null, type: "EXCHANGE", metadata: null } as const;
  const rails = [aRow(elsewhere), aRow(exchange, { key: "digest" })];
  const shown = { requests, rails, current: rails };
  const rows = rowsOf(shown, { now: NOW, inForce, restoredAt: 0 });
  const around = { ...AROUND, account: `${world.account} · SANDBOX` };
  const early = { ...around, isWalked: false, broken: 2 };
  return [
    { name: "list", shown: listMessage(rows, page(""), around) },
    { name: "list, open", shown: listMessage(rows, page("", "open"), around) },
    { name: "list, narrowed", shown: listMessage(rows, page("R-142"), around) },
    { name: "list, no match", shown: listMessage(rows, page("xyz"), around) },
    { name: "list, none known yet", shown: listMessage([], page(""), early) },
    { name: "list, none", shown: listMessage([], page(""), around) },
    { name: "list, none open", shown: listMessage([], page("", "open"), around) },
  ];
}

const MANY = {
  RAIL_STABLECOINS: "GBPA,USDC",
  RAIL_NETWORKS: "SOLANA_DEVNET:solana,ETHEREUM:ethereum",
};

/** The forms that ask, and the register: the names in them are anybody's. */
function formsOf({ name, words, account }: World): Screen[] {
  const count = name === "plain" ? 1 : 150;
  const named = (each: Parameters<typeof aKnown>[0]) =>
    aKnown({ name: words.destination, ...each });
  const known = [
    ...Array.from({ length: count }, (_, at) => named({ value: walletOf(`d${at}`) })),
    named({ name: words.alike, value: walletOf("one") }),
    named({ name: words.alike.replace("l", "1"), value: walletOf("two") }),
    named({ name: "Supplier", value: walletOf("three"), registered: 3_600 }),
    named({ name: "Contradicted", value: walletOf("four"), serviceId: "wa_9" }),
    ...Array.from({ length: count + 1 }, (_, at) =>
      named({ value: walletOf(`e${at}`), registered: null }),
    ),
    named({ value: { kind: "account", iban: IBAN } }),
  ].map((each, at) => ({ ...each, request: { ...each.request, number: at + 1 } }));
  const other = { ...RAIL.destination.wallet, id: known[count + 3]?.serviceId ?? "" };
  const rails = [aRow({ ...RAIL, destination: { ...RAIL.destination, wallet: other } })];
  const form = (blocks: Parameters<typeof modal>[0]["blocks"]) =>
    modal({ id: "form", title: "Form", submit: "Review", blocks });
  const railForm = (type: "ON_RAMP" | "OFF_RAMP", env = {}, all = known) =>
    form(
      newRailBlocks(
        { ...formFacts(env), known: all, rails },
        railAnswers.parse({ ...words, type }),
      ),
    );
  const typed = { ...words, typed: words.reason, serviceId: words.reason };
  const addForm = (kind: "wallet" | "account", isImport = false, env = {}) =>
    form(
      destinationBlocks(
        formFacts(env).config,
        destinationAnswers.parse({ ...typed, kind }),
        isImport,
      ),
    );
  const requests = known.map(({ request }) => request);
  const ground = { now: NOW, restoredAt: 0, inForce: { version: 1, settings: SETTINGS } };
  const rows = rowsOf({ requests, rails, current: rails }, ground);
  const around = { ...AROUND, account };
  return [
    { name: "form, new on-ramp", shown: railForm("ON_RAMP") },
    { name: "form, new off-ramp", shown: railForm("OFF_RAMP") },
    { name: "form, new off-ramp, choices", shown: railForm("OFF_RAMP", MANY) },
    {
      name: "form, new on-ramp, choices, nothing registered",
      shown: railForm("ON_RAMP", MANY, []),
    },
    { name: "form, wallet", shown: addForm("wallet") },
    { name: "form, wallet, networks", shown: addForm("wallet", false, MANY) },
    { name: "form, account import", shown: addForm("account", true) },
    { name: "register", shown: listMessage(rows, page("", "destinations"), around) },
    { name: "register, empty", shown: listMessage([], page("", "destinations"), around) },
  ];
}

/** What a text's values are: the names of destinations are anybody's, and the id of a Rail. */
function checksOf(world: World): Screen[] {
  const { words, account } = world;
  const rail = { ...RAIL, metadata: null };
  const { request } = factsOf(world, { change: onRamp(world), state: done({ issued: rail }) });
  const way = "C4PRXFV6Gf5mytVZb6RoeLsG8CjcFWzR2EJ3dvwPTUJH";
  const source = { ...OFF_RAIL.source, wallet: { ...OFF_RAIL.source.wallet, address: way } };
  const elsewhere = { ...OFF_RAIL, id: words.name, metadata: null, source };
  const rails = [aRow(rail, { owner: request.id }), aRow(elsewhere)];
  const judged = rails.map((row) => judgeRail(row, new Map([[request.id, request]]), NOW));
  const accountOf = (number: string) => ({ kind: "account", iban: number }) as const;
  const value = accountOf(IBAN);
  const [soon, other] = ["NO9386011117947", "BE68539007547034"];
  const known = [
    aKnown({ name: words.destination }),
    aKnown({ name: words.destination, value: accountOf(soon), registered: 3_600 }),
    { ...aKnown({ name: words.destination, value: accountOf(other) }), serviceId: "wa_1" },
    aKnown({ name: words.alike, value: ALIKE, registered: null }),
    ...Array.from({ length: 6 }, () => aKnown({ name: words.alike, value, registered: null })),
  ].map((each, at) => ({ ...each, request: { ...each.request, number: at + 1 } }));
  const around = {
    ...{ known, retired: [], current: rails, judged },
    settings: SETTINGS,
    now: NOW,
    account,
    command: "/rail",
  };
  const check = (isWalked: boolean, ...text: string[]) =>
    checkModal(text.join("\n"), { ...around, isWalked });
  const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
  const iban = rail.source.bankAccount.iban ?? "";
  const likeIt = ADDRESS.replace("16bU", "K31m");
  return [
    { name: "check, approved", shown: check(true, iban, ADDRESS, soon, other) },
    {
      name: "check, red",
      shown: check(true, way, likeIt, usdc, "1".repeat(32), IBAN.replace("29", "28")),
    },
    { name: "check, others", shown: check(true, "DE8937040044\u200b0532013000", IBAN) },
    { name: "check, none", shown: check(false, "x".repeat(10_001)) },
  ];
}

export function everyScreen(world: World): Screen[] {
  const asked = [...otherScreensOf(world), ...checksOf(world), ...formsOf(world)];
  const others = [...settingsScreens(world), ...homeScreens(world), ...atOnceScreens(world)];
  return [...messagesOf(world), ...reviewsOf(world), ...asked, ...others];
}
