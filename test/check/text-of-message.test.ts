import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOfMessage } from "../../src/check/check.ts";
import { findPaymentDetails } from "../../src/platform/payment-details/find-payment-details.ts";
import { lines, richText, shownExactly } from "../../src/platform/slack/blocks/rich-text.ts";
import { compared } from "../../src/request/card/compared.ts";
import { ADDRESS, ETHEREUM_ADDRESS, IBAN } from "../support/builders.ts";

const found = (message: unknown) =>
  findPaymentDetails(textOfMessage(message).text).map(({ value }) => value);
const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
const leaf = (text: string, style?: object) => ({ type: "text", text, ...(style && { style }) });
const paragraph = (...elements: object[]) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});
const table = {
  type: "table",
  rows: [
    [{ type: "raw_text", text: "IBAN" }],
    [{ type: "rich_text", elements: paragraph(leaf(IBAN)).elements }],
  ],
};

describe("what can be read in a message", () => {
  it.each([
    ["its text", { text: `pay to ${IBAN}` }],
    ["a section", { text: "", blocks: [section(`\`${IBAN}\``)] }],
    ["a field", { blocks: [{ type: "section", fields: [{ type: "plain_text", text: IBAN }] }] }],
    ["a context", { blocks: [{ type: "context", elements: [{ type: "mrkdwn", text: IBAN }] }] }],
    ["a header", { blocks: [{ type: "header", text: { type: "plain_text", text: IBAN } }] }],
    ["a markdown block", { blocks: [{ type: "markdown", text: `**${IBAN}**` }] }],
    ["a table", { blocks: [table] }],
    ["a picture's text", { blocks: [{ type: "image", alt_text: `Pay ${IBAN}` }] }],
    ["an attachment", { attachments: [{ fallback: "x", text: `to ${IBAN}` }] }],
    ["an attachment's field", { attachments: [{ fields: [{ title: "IBAN", value: IBAN }] }] }],
    ["an attachment's blocks", { attachments: [{ blocks: [section(IBAN)] }] }],
    ["an attachment's fallback", { attachments: [{ fallback: IBAN }] }],
    [
      "an unfurled message",
      { attachments: [{ message_blocks: [{ message: { blocks: [section(IBAN)] } }] }] },
    ],
    ["a file's preview", { files: [{ name: "invoice.txt", preview: IBAN }] }],
  ])("includes %s", (_, message) => {
    expect(found(message)).toEqual([IBAN]);
  });

  it("is one line over the leaves of rich text, however they are styled", () => {
    const message = {
      blocks: [
        paragraph(leaf("to GB29 NW"), leaf("BK 6016", { bold: true }), leaf(" 1331 9268 19")),
      ],
    };

    expect(found(message)).toEqual([IBAN]);
  });

  it("includes where a link leads, and what it says", () => {
    const explorer = `https://etherscan.io/address/${ETHEREUM_ADDRESS}`;
    const link = { type: "link", url: explorer, text: ADDRESS };

    expect(found({ blocks: [paragraph(link)] })).toEqual([ADDRESS, ETHEREUM_ADDRESS]);
    expect(found({ blocks: [paragraph({ type: "link", url: explorer })] })).toEqual([
      ETHEREUM_ADDRESS,
    ]);
    expect(found({ text: `<${explorer}|${ADDRESS}>` })).toHaveLength(2);
  });

  it("includes the addresses of our own screens", () => {
    const alike = {
      ofCandidate: { text: ADDRESS.replace("W87d", "W8Pd"), differences: [[10, 11]] as const },
      ofKnown: { text: ADDRESS, differences: [[10, 11]] as const },
    };
    const blocks = [
      richText(lines(["To"]), shownExactly(ADDRESS, true)),
      richText(...compared(alike)),
    ];

    expect(found({ text: "R-1", blocks })).toEqual([ADDRESS, alike.ofCandidate.text]);
  });

  it("never joins two texts beside each other into one value", () => {
    const [first, second] = [IBAN.slice(0, 12), IBAN.slice(12)];

    expect(found({ blocks: [section(first), section(second)] })).not.toContain(IBAN);
    expect(found({ text: first, blocks: [section(second)] })).not.toContain(IBAN);
    expect(
      found({ blocks: [paragraph(leaf(first), { type: "user", user_id: "U1" }, leaf(second))] }),
    ).not.toContain(IBAN);
  });

  it("leaves out what nobody reads: what buttons and options carry", () => {
    const option = { text: { type: "plain_text", text: "This" }, value: IBAN };
    const elements = [
      { type: "button", text: { type: "plain_text", text: "Pay" }, value: IBAN, action_id: IBAN },
      { type: "static_select", options: [option] },
    ];

    expect(textOfMessage({ blocks: [{ type: "actions", elements }] }).text).toBe("Pay\n\nThis");
  });

  it("is cut where it is longer than anyone reads, and says so", () => {
    const blocks = Array.from({ length: 50 }, (_, index) =>
      section(`${index} ${"x".repeat(2_900)}`),
    );

    const { text, isCut } = textOfMessage({ blocks });

    expect({ length: text.length, isCut }).toEqual({ length: 100_000, isCut: true });
    expect(textOfMessage({ text: "short" })).toEqual({ text: "short", isCut: false });
  });

  it("is collected without fail, whatever the payload is, and however deep", () => {
    let deep: unknown = IBAN;
    for (let level = 0; level < 10_000; level++) deep = { blocks: [deep] };
    expect(textOfMessage(deep).text).toBe("");
    fc.assert(
      fc.property(fc.anything(), (message) => {
        expect(textOfMessage(message).text).toBeTypeOf("string");
      }),
    );
  });
});
