import type { RichTextElement } from "@slack/types";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAlikes } from "../../../src/platform/payment-details/look-alike.ts";
import type { PaymentDetail } from "../../../src/platform/payment-details/payment-detail.ts";
import { faultsOfMessage } from "../../../src/platform/slack/blocks/check-limits.ts";
import { richText } from "../../../src/platform/slack/blocks/rich-text.ts";
import { compared } from "../../../src/request/card/compared.ts";
import { ADDRESS, ETHEREUM_ADDRESS, IBAN } from "../../support/builders.ts";

const address = (value: string): PaymentDetail => ({ kind: "address", value });
const iban = (value: string): PaymentDetail => ({ kind: "iban", value });

/** With what is marked in square brackets. */
function reading(candidate: PaymentDetail, known: PaymentDetail): string {
  const [found] = lookAlikes(candidate, [known]).lookAlikes;
  if (!found) throw new Error("They are not alike");
  return compared(found)
    .flatMap(({ elements }) => elements.map(leafText))
    .join("");
}

function leafText(leaf: RichTextElement): string {
  if (leaf.type !== "text") throw new Error("Only text stands in a comparison");
  return leaf.style?.bold ? `[${leaf.text}]` : leaf.text;
}

describe("two values that can be taken for each other", () => {
  it("stand under each other in groups of four, with what differs marked and named", () => {
    expect(
      reading(address(ADDRESS.replace("W87d", "W8Pd")), address(ADDRESS)),
    ).toBe(`This one: 7xKX tg2C W8[P]d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
Known: 7xKX tg2C W8[7]d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
They differ in group 3.`);
  });

  it("are marked through the blanks between groups, and groups in a row are named as one stretch", () => {
    const forged = `${ADDRESS.slice(0, 6)}${"Q".repeat(32)}${ADDRESS.slice(-6)}`;

    expect(
      reading(address(forged), address(ADDRESS)),
    ).toBe(`This one: 7xKX tg[QQ QQQQ QQQQ QQQQ QQQQ QQQQ QQQQ QQQQ QQ]os gAsU
Known: 7xKX tg[2C W87d 97TX JSDp bD5j Bkhe TqA8 3TZR uJ]os gAsU
They differ in groups 2 to 10.`);
  });

  it("say which of them has something that the other lacks", () => {
    expect(
      reading(address(ADDRESS.replace("87d", "7d")), address(ADDRESS)),
    ).toBe(`This one: 7xKX tg2C W7d9 7TXJ SDpb D5jB kheT qA83 TZRu Josg AsU
Known: 7xKX tg2C W[8]7d 97TX JSDp bD5j Bkhe TqA8 3TZR uJos gAsU
They differ in no group of the first and in group 3 of the second.`);
  });

  it("are said to differ in case where only that differs", () => {
    const text = reading(address(ADDRESS.replace("bD5j", "bd5j")), address(ADDRESS));

    expect(text).toContain("b[d]5j");
    expect(text).toContain(
      "They differ in capitals and small letters, which matter here, in group 6.",
    );
  });

  it("are marked by whole groups when marks would crowd each other", () => {
    const every = (text: string, step: number) =>
      [...text].map((each, at) => (at > 8 && at < 37 && at % step === 0 ? "1" : each)).join("");

    expect(reading(address(every(ETHEREUM_ADDRESS, 2)), address(ETHEREUM_ADDRESS))).toContain(
      "This one: 0x5a Aeb6 [",
    );
  });

  it("are marked in one stretch when even groups would crowd each other", () => {
    const groups = Array.from({ length: 30 }, (_, index) => String(index).padStart(4, "x"));
    const differences = [...groups.keys()]
      .filter((index) => index > 1 && index < 28 && index % 2 === 0)
      .map((index) => [index * 4 + 1, index * 4 + 2] as const);
    const marked = { text: groups.join(""), differences };

    const [leaves] = compared({ ofCandidate: marked, ofKnown: marked });
    const text = leaves?.elements.map(leafText).join("") ?? "";

    expect(text).toMatch(/^This one: xxx0 xxx1 x\[xx2 xxx3 .* xx25 xx\]26 xx27 xx28 xx29\n/);
    expect(text).toContain("They differ in many groups from 3 on.");
  });

  it("are named with the check digits that differ in an IBAN", () => {
    const text = reading(iban("GB56NWBK60161331926818"), iban(IBAN));

    expect(text).toContain("This one: GB[56] NWBK 6016 1331 9268 1[8]");
    expect(text).toContain("They differ in groups 1 and 6.");
  });

  it("show a blank as a sign", () => {
    const [shown] = compared({
      ofCandidate: { text: "71 5", differences: [[2, 3]] },
      ofKnown: { text: "715", differences: [] },
    });

    expect(shown?.elements.map(leafText).join("")).toContain("This one: 71[␣]5");
  });

  it("are not shown when something hides in them", () => {
    const [hidden] = compared({
      ofCandidate: { text: `7xKX\u200b${ADDRESS}`, differences: [[4, 5]] },
      ofKnown: { text: ADDRESS, differences: [] },
    });

    expect(JSON.stringify(hidden)).toContain("Not shown: it has characters that cannot be seen");
    expect(JSON.stringify(hidden)).not.toContain("\u200b");
  });

  it("fit into a message more than once, whatever they are", () => {
    const spans = fc.array(fc.tuple(fc.nat(260), fc.nat(9)), { maxLength: 60 });
    const marked = fc
      .tuple(fc.string({ unit: "grapheme", maxLength: 250 }), spans)
      .map(([text, each]) => ({
        text,
        differences: each.map(([start, more]) => [start, start + more + 1] as const),
      }));
    fc.assert(
      fc.property(marked, marked, (ofCandidate, ofKnown) => {
        const pair = compared({ ofCandidate, ofKnown });
        const message = { text: "x", blocks: [1, 2].map(() => richText(...pair)) };

        expect(faultsOfMessage(message)).toEqual([]);
        expect(JSON.stringify(pair).length).toBeLessThan(4_000);
      }),
    );
  });
});
