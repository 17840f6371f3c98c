import { describe, expect, it } from "vitest";
import { shownText } from "../../../src/platform/payment-details/destination-value.ts";
import { findValues } from "../../../src/platform/payment-details/find-values.ts";
import { GB, IBANS, inGroups, MIXED, OTHERS, SOL, SOLANA } from "./vectors.ts";

const [, OTHER = ""] = SOLANA;

const found = (text: string) => findValues(text).found;
const values = (text: string) => found(text).map(({ value }) => shownText(value));

describe("values in a text are found", () => {
  const ALL = [...IBANS, MIXED, ...SOLANA, ...OTHERS.map(([address]) => address)];

  it.each(ALL)("bare, in code and in links: %s", (value) => {
    const texts = [
      `Pay to ${value}.`,
      `(${value}), "${value}"; *${value}* _${value}_`,
      `<https://explorer.example/address/${value}?cluster=devnet|explorer>`,
      `&gt; account:${value}\n`,
    ];
    for (const text of texts) expect(values(text), text).toEqual([value]);
  });

  it.each([...IBANS, MIXED, ...SOLANA])("in groups of four: %s", (value) => {
    for (const between of [" ", "\u00a0", "\u202f", "\n> ", "\r\n", "-", "\u2011"]) {
      const text = `New details: ${inGroups(value, between)}, thanks`;
      expect(found(text), text).toMatchObject([{ fault: null, hidden: [] }]);
      expect(values(text), text).toEqual([value]);
    }
  });

  it.each([
    ["an IBAN in odd groups", "gb29 NWBK 601613 31926819", GB],
    ["the country apart", "GB 29 NWBK 6016 1331 9268 19", GB],
    ["a line break in a quotation", "&gt; GB29 NWBK 6016 \n&gt; 1331 9268 19", GB],
    ["what looks like the beginning of another", `AT12 ${inGroups(GB)}`, GB],
    ["words as long as groups", `Bank ${inGroups(SOL)} then`, SOL],
    ["a number in front of groups", `2345 ${inGroups(SOL)}`, SOL],
    ["a line after the other", `${inGroups(SOL)}\n${inGroups(OTHER)}`, SOL, OTHER],
    ["a link that leads elsewhere", `<https://x.example/${SOL}|${OTHER}>`, SOL, OTHER],
    ["one value twice", `${MIXED.toLowerCase()} ${MIXED}`, MIXED],
    ["a longer run", `x${GB} ${GB}1 é${GB} ${SOL}${SOL} 0x${"ab".repeat(32)}`],
    ["prose", "AT12 THIS MUST HAVE BEEN. Each team must have sent that same memo when they came"],
  ])("with %s", (_, text, ...expected) => {
    expect(values(text)).toEqual(expected);
  });
});

it.each([
  ["a zero-width space", `GB29\u200b${GB.slice(4)}`, GB, ["U+200B"]],
  ["one between all letters", [...SOL].join("\u2060"), SOL, ["U+2060"]],
  ["a Cyrillic letter", GB.replace("B", "\u0412"), GB, ["U+0412"]],
  ["a turned direction", `\u202e${GB.slice(0, 9)}\u202c${GB.slice(9)}`, GB, ["U+202E", "U+202C"]],
  ["one behind it", `${GB}\u200bthanks`, GB, []],
  ["one in front of it", `pay\ufeff${SOL}`, SOL, []],
  ["the same value without", `${GB} or GB29\u200b${GB.slice(4)}`, GB, ["U+200B"]],
])("a value is read through hidden characters, and they are named: %s", (_, text, ...expected) => {
  expect(found(text).map(({ value, hidden }) => [shownText(value), hidden])).toEqual([expected]);
});

it.each([
  ["wrong check digits", "GB28 NWBK 6016 1331 9268 19", "check digits do not fit"],
  ["the letter O", "DE8937O400440532013000", "letters and digits in other places"],
  ["a wrong capital", MIXED.replace("A", "a"), "checksum does not fit"],
  ["no owner", "1".repeat(32), "Nobody can own it"],
])("it is said why nobody can be paid there: %s", (_, text, expected) => {
  expect(found(text)).toMatchObject([{ fault: expect.stringContaining(expected) }]);
});

it("no more than 20 values and 10,000 characters are read, and what is left out is said", () => {
  const all = Array.from({ length: 23 }, (_, at) => `0x${String(at + 10).repeat(20)}`);
  expect(findValues(all.join(" "))).toMatchObject({ leftOut: 3, isCut: false });
  expect(found(all.join(" ")).length).toBe(20);
  const late = `${" ".repeat(10_000)}${GB}`;
  expect(findValues(late)).toMatchObject({ found: [], leftOut: 0, isCut: true });
});
