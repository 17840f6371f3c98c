import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPaymentDetails } from "../../../src/platform/payment-details/find-payment-details.ts";
import {
  ETHEREUM,
  IBANS,
  inGroups,
  OTHERS,
  SOLANA,
  withCharacter,
} from "../../domain/payment-vectors.ts";

const GB = "GB29NWBK60161331926819";
const MIXED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const ALL = [...IBANS, ...ETHEREUM, ...SOLANA, ...OTHERS.map(([address]) => address)];

const values = (text: string) =>
  findPaymentDetails(text).map(({ kind, value }) =>
    kind === "broken" ? `broken ${value}` : value,
  );

describe("payment details in a message", () => {
  it.each(ALL)("are found bare, in groups, in code, in quotes and in links: %s", (value) => {
    const texts = [
      value,
      `Please pay to ${value}.`,
      `(${value}), "${value}"; *${value}* _${value}_`,
      `\`${value}\` and \`\`\`\n${value}\n\`\`\``,
      `<https://explorer.example/address/${value}?cluster=devnet|explorer>`,
      `<https://pay.example/?to%3D${value}&amp;x=1>`,
      `<mailto:${value}@pay.example|${value}@pay.example>`,
      `&gt; account:${value}\n`,
      inGroups(value),
      `New details: ${inGroups(value)}, thanks`,
      `\`${inGroups(value)}\``,
      inGroups(value).replaceAll(" ", "\u00a0"),
    ];
    for (const text of texts) {
      const found = findPaymentDetails(text);
      expect(found, text).toMatchObject([{ value, disguises: [] }]);
      expect(found[0]?.kind, text).not.toBe("broken");
      expect(text.slice(found[0]?.at).startsWith(found[0]?.written ?? "-"), text).toBe(true);
    }
  });

  it("tell what they are and how they were written", () => {
    const text = `To ${inGroups(GB)} or ${MIXED.toLowerCase()}`;

    expect(findPaymentDetails(text)).toEqual([
      {
        kind: "iban",
        value: GB,
        country: "GB",
        countryName: "United Kingdom",
        written: inGroups(GB),
        at: 3,
        isGrouped: true,
        disguises: [],
      },
      {
        kind: "address",
        value: MIXED,
        chains: ["ethereum"],
        written: MIXED.toLowerCase(),
        at: 34,
        isGrouped: false,
        disguises: [],
      },
    ]);
  });

  it("are each told once, where they stand first", () => {
    const text = `${WALLET} ${MIXED.toLowerCase()}\n${GB} <https://x.example/${MIXED}|${WALLET}> ${inGroups(GB)}`;

    expect(values(text)).toEqual([WALLET, MIXED, GB]);
  });

  it("are two where a link says one and leads to the other", () => {
    expect(values(`<https://x.example/${ETHEREUM[5]}|${MIXED}>`)).toEqual([ETHEREUM[5], MIXED]);
  });

  it("are found next to each other, and in a list", () => {
    const [other, wallet] = [SOLANA[2], WALLET];

    expect(values(`${GB} ${MIXED} ${wallet} ${IBANS[1]}`)).toEqual([GB, MIXED, wallet, IBANS[1]]);
    expect(values(IBANS.map(inGroups).join("\n"))).toEqual([...IBANS]);
    expect(values(`${inGroups(wallet)}\n${inGroups(other)}`)).toEqual([wallet, other]);
    expect(values(`${inGroups(wallet)} ${inGroups(other)}`)).toEqual([wallet, other]);
  });

  it("are found between words as long as their groups", () => {
    expect(values(`Bank ${inGroups(WALLET)} then`)).toEqual([WALLET]);
    expect(values(`2345 ${inGroups(WALLET)}`)).toEqual([WALLET]);
    expect(values(`send that coin ${inGroups(TRON)} this week`)).toEqual([TRON]);
    expect(values(`send that coin ${inGroups(MIXED)} this week`)).toEqual([MIXED]);
    expect(values(`from ${inGroups(GB)} then`)).toEqual([GB]);
  });

  it.each([
    ["irregular groups", "GB29 NWBK 601613 31926819"],
    ["hyphens", "GB29-NWBK-6016-1331-9268-19"],
    ["small letters", "gb29 nwbk 6016 1331 9268 19"],
    ["the country apart", "GB 29 NWBK 6016 1331 9268 19"],
    ["a line break", "GB29 NWBK 6016\n1331 9268 19"],
    ["a line break in a quotation", "&gt; GB29 NWBK 6016 \n> 1331 9268 19"],
    ["two blanks", "GB29  NWBK  6016  1331  9268  19"],
  ])("are an IBAN with %s", (_, text) => {
    expect(values(text)).toEqual([GB]);
  });

  it("are not what is part of something longer", () => {
    for (const text of [`x${GB}`, `${GB}123`, `${WALLET}${WALLET}`, `0x${"ab".repeat(32)}`]) {
      expect(values(text)).toEqual([]);
    }
  });

  it("are not seen in prose", () => {
    const prose =
      "AT12 THIS MUST HAVE BEEN, and AT12 people who came too. Each team must have sent that same memo when they came. Dear all, have you seen that AT12 people came? This bill from last week must have been paid when they said, no. 2024-000123, room IT60 next to DE89. Hash 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.";

    expect(values(prose)).toEqual([]);
  });
});

describe("disguised payment details", () => {
  it.each([
    ["a zero-width blank", `GB29\u200bNWBK60161331926819`, GB, ["U+200B"]],
    ["a soft hyphen", `${MIXED.slice(0, 20)}\u00ad${MIXED.slice(20)}`, MIXED, ["U+00AD"]],
    ["hidden characters all over", [...WALLET].join("\u2060"), WALLET, ["U+2060"]],
    ["Cyrillic letters", "GВ29NWВK60161331926819", GB, ["U+0412"]],
    ["full-width letters", "ＧＢ29 NWBK 6016 1331 9268 19", GB, ["U+FF27", "U+FF22"]],
    ["mathematical digits", "GB29NWBK6016133192681\u{1d7d7}", GB, ["U+1D7D7"]],
    ["a reversed direction", `\u202e${GB.slice(0, 9)}\u202c${GB.slice(9)}`, GB, ["U+202C"]],
  ])("are found, and their disguise is named: %s", (_, text, value, disguises) => {
    const found = findPaymentDetails(`Pay ${text} now`);

    expect(found).toMatchObject([{ value, disguises }]);
    expect(found[0]?.kind).not.toBe("broken");
    expect(`Pay ${text} now`).toContain(found[0]?.written);
  });

  it("are found where only a hidden character parts them from the next word", () => {
    expect(values(`${GB}\u200bthanks`)).toEqual([GB]);
    expect(values(`${MIXED}\u200bfee`)).toEqual([MIXED]);
    expect(values(`pay\ufeff${WALLET}`)).toEqual([WALLET]);
    expect(values(`${GB.slice(0, 21)}\u200b${GB.slice(21)}`)).toEqual([GB]);
  });

  it("stay named when the value also stands there plainly", () => {
    const disguised = "GB29\u200bNWBK60161331926819";

    expect(findPaymentDetails(`${GB} or ${disguised}`)).toMatchObject([
      { value: GB, written: GB, disguises: ["U+200B"] },
    ]);
    expect(findPaymentDetails(`${disguised} or ${GB}`)).toMatchObject([
      { value: GB, written: disguised, disguises: ["U+200B"] },
    ]);
  });
});

describe("near misses", () => {
  it.each([
    ["wrong check digits", "GB28NWBK60161331926819", { type: "wrong-check-digits", of: "iban" }],
    ["wrong check digits in groups", "GB28 NWBK 6016 1331 9268 19", { type: "wrong-check-digits" }],
    [
      "wrong check digits in odd groups",
      "GB28 NWBK 601613 31926819",
      { type: "wrong-check-digits" },
    ],
    ["a digit lost", "GB29NWBK6016133192681", { type: "wrong-length", expected: 22, found: 21 }],
    ["a digit lost in groups", "GB29 NWBK 6016 1331 9268 1", { type: "wrong-length", found: 21 }],
    ["a digit added in groups", "GB29 NWBK 6016 1331 9268 199", { type: "wrong-length" }],
    ["the letter O for a zero", "DE89 37O4 0044 0532 0130 00", { type: "wrong-structure" }],
  ])("are called broken: an IBAN with %s", (_, text, fault) => {
    expect(findPaymentDetails(`pay ${text}, please`)).toMatchObject([
      { kind: "broken", looksLike: "iban", value: text.replaceAll(" ", ""), written: text, fault },
    ]);
  });

  it.each([
    ["ethereum", withCharacter(MIXED, 3, "A"), { type: "wrong-checksum" }],
    ["ethereum", MIXED.slice(0, -1), { type: "wrong-length" }],
    ["ethereum", withCharacter(MIXED, 9, "O"), { type: "wrong-alphabet" }],
    ["tron", withCharacter(TRON, 9, "z"), { type: "wrong-checksum" }],
    ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", { type: "wrong-checksum" }],
    ["stellar", withCharacter(OTHERS[13][0], 9, "2"), { type: "wrong-checksum" }],
  ])("are called broken: an address of %s: %s", (chain, text, fault) => {
    for (const written of [text, inGroups(text)]) {
      expect(findPaymentDetails(`pay ${written}, please`)).toMatchObject([
        { kind: "broken", looksLike: "address", chain, value: text, written, fault },
      ]);
    }
  });
});

describe("a hostile text", () => {
  const long = 40_000;
  it.each([
    "a",
    "1",
    " ",
    "GB29 ",
    "GB29NWBK6016133192681 ",
    "0x",
    "1bcd ",
    "1111 ",
    "ar1q ",
    "\u200b",
    "0\u200bx",
    "%41",
    "<https://",
    "`",
    "\ud800",
    "İ",
    `${inGroups(WALLET)} `,
  ])("does no harm at 40,000 characters: %j", (piece) => {
    const text = piece.repeat(Math.ceil(long / piece.length));

    expect(findPaymentDetails(text).length).toBeLessThanOrEqual(2);
  });

  it("hides nothing that stands in it bare, and nothing found in it is made up", () => {
    const noise = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("GB29 ", "0x", "bc1", "\u200b", "<https://", "|", "%", "&lt;", "7xKX tg2C"),
    );
    fc.assert(
      fc.property(noise, fc.constantFrom(...ALL), noise, (before, value, behind) => {
        // A blank each, and a word that no group is: what is glued or joined to it is another value.
        const text = `${before} ------ ${value} ------ ${behind}`;
        const found = findPaymentDetails(text);

        expect(found.map((each) => each.value)).toContain(value);
        for (const { at, written } of found) {
          expect(text.slice(at, at + written.length)).toBe(written);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
