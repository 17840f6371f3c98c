import { describe, expect, it } from "vitest";
import { groupsOf } from "../../src/platform/payment-details/destination-value.ts";
import { ADDRESS, IBAN, WALLET } from "../rules/changes.ts";
import { RAIL } from "../rules/rails.ts";
import { everyScreen, isView, messagesOf, reviewsOf } from "./catalogue.ts";
import { nodesIn, textsIn } from "./nodes.ts";
import { HOSTILE, PLAIN, WORLDS } from "./world.ts";

const FOREIGN = /evil|<!channel>/;

it("foreign text is only in plain text without emoji names, and in leaves of rich text", () => {
  let seen = 0;
  for (const { name, shown } of everyScreen(HOSTILE)) {
    for (const { text, node } of textsIn(shown)) {
      if (!FOREIGN.test(text)) continue;
      seen += 1;
      expect(["plain_text", "text"], name).toContain(node.type);
      if (node.type === "plain_text") expect(node.emoji, name).toBe(false);
    }
  }
  expect(seen).toBeGreaterThan(500);
});

it("foreign text breaks no line and turns no direction: it cannot look like a line of ours", () => {
  for (const { name, shown } of everyScreen(HOSTILE)) {
    for (const { text } of textsIn(shown)) {
      if (FOREIGN.test(text)) expect(text, name).not.toMatch(/[\n\u202e]|\p{M}{5}/u);
      // What is quoted ends where we end it. On Home an approved name follows in the same text.
      const quotes = text.replace(/[^“”]/g, "");
      if (quotes.includes("“") && !name.startsWith("home")) {
        expect(quotes, name).toMatch(/^(“”)+$/);
      }
    }
  }
});

it("a notification shows a sentence of ours: no name, no account, no markup", () => {
  for (const { name, shown } of everyScreen(HOSTILE)) {
    if (isView(shown)) continue;
    expect(shown.text, name).toMatch(/^[\p{L}\d (),:’-]+$/u);
    expect(shown.text, name).not.toMatch(FOREIGN);
  }
});

it.each(WORLDS)("every warning is above what the requester wrote ($name)", (world) => {
  for (const { name, shown } of [...messagesOf(world), ...reviewsOf(world)]) {
    const isWarning = (block: object) =>
      "type" in block && (block.type === "alert" || textsIn(block)[0]?.text === "🔴 ");
    const firstQuote = shown.blocks.findIndex((block) =>
      nodesIn(block).some(({ node }) => node.type === "rich_text_quote"),
    );
    const lastWarning = shown.blocks.findLastIndex(isWarning);
    if (firstQuote >= 0) expect(lastWarning, name).toBeLessThan(firstQuote);
  }
});

it("the name of a destination is bold once it is approved, and quoted before", () => {
  const cards = messagesOf(HOSTILE).filter(({ name }) =>
    /^(card|ending), (wallet|account)/.test(name),
  );
  for (const { name, shown } of cards) {
    const names = nodesIn(shown).filter(({ node }) => /destination [”']/.test(String(node.text)));
    const isBold = names.some(({ node }) => JSON.stringify(node.style)?.includes("bold"));
    expect([name, isBold]).toEqual([name, /usable|held/.test(name)]);
  }
});

describe("payment details", () => {
  const { iban, accountNumber, reference } = RAIL.source.bankAccount;
  const details = [ADDRESS, IBAN, iban, accountNumber, reference, ADDRESS.slice(0, 8)];

  it("are on no card, call, reminder, ending or placeholder, and in no notification", () => {
    for (const { name, shown } of messagesOf(PLAIN)) {
      const said = JSON.stringify(shown);
      for (const detail of details) expect(said, name).not.toContain(detail);
    }
    for (const { name, shown } of everyScreen(PLAIN).filter((each) => !isView(each.shown))) {
      for (const detail of details)
        expect("text" in shown && shown.text, name).not.toContain(detail);
    }
  });

  it("are not in the question that is answered from people's own records", () => {
    const questions = reviewsOf(PLAIN).filter(({ name }) => name.startsWith("question"));
    expect(questions.length).toBeGreaterThan(2);
    for (const { name, shown } of questions) {
      const said = JSON.stringify(shown);
      for (const group of groupsOf(WALLET).slice(0, -1)) expect(said, name).not.toContain(group);
      expect(said, name).not.toMatch(/group \d|K31m/);
    }
  });
});
