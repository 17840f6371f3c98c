import type { KnownBlock, StaticSelect } from "@slack/types";
import { describe, expect, it } from "vitest";
import { context, ourLine } from "../../../../src/platform/slack/blocks/blocks.ts";
import {
  faultsOfMessage,
  faultsOfView,
} from "../../../../src/platform/slack/blocks/check-limits.ts";
import {
  accessory,
  blockLimits,
  button,
  heading,
  input,
  inputLimits,
  options,
  paragraph,
  plain,
  richText,
  times,
  x,
} from "../../../slack/limit-fixtures.ts";

const pointersInMessage = (blocks: readonly object[], text = "Text"): string[] =>
  faultsOfMessage({ text, blocks }).map(({ pointer }) => pointer);

const modal = (fields: object) => ({
  type: "modal",
  title: plain("Title"),
  submit: plain("Go"),
  blocks: [],
  ...fields,
});
const pointersInView = (fields: object): string[] =>
  faultsOfView(modal(fields)).map(({ pointer }) => pointer);

describe("the check before every send", () => {
  it.each(blockLimits)("knows the limit of %s in a message", (_, within, beyond, pointer) => {
    expect(pointersInMessage([heading, within])).toEqual([]);
    expect(pointersInMessage([heading, beyond])).toEqual([`/blocks/1${pointer}`]);
  });

  it.each([...blockLimits, ...inputLimits])(
    "knows the limit of %s in a view",
    (_, within, beyond, pointer) => {
      expect(pointersInView({ blocks: [heading, within] })).toEqual([]);
      expect(pointersInView({ blocks: [heading, beyond] })).toEqual([`/blocks/1${pointer}`]);
    },
  );

  // Limits that the sandbox knows too are held by test/slack/rules-agree.test.ts.
  it("takes no message without blocks", () => {
    expect(pointersInMessage([])).toEqual(["/blocks"]);
  });

  it("knows how much a message holds in all", () => {
    const text = (length: number) => ({
      type: "section",
      expand: true,
      text: plain("x".repeat(length)),
    });

    expect(pointersInMessage([...times(4, text(3_000)), text(500)])).toEqual([]);
    expect(pointersInMessage([...times(4, text(3_000)), text(1_000)])).toEqual(["/blocks"]);
    expect(pointersInMessage([heading], x(4_000))).toEqual([]);
    expect(pointersInMessage([heading], x(4_001))).toEqual(["/text"]);
    expect(pointersInMessage([heading], "")).toEqual(["/text"]);
  });

  it("knows how much a view holds in all", () => {
    const text = (length: number) => ({
      type: "section",
      expand: true,
      text: plain("x".repeat(length)),
    });

    expect(pointersInView({ blocks: times(80, text(3_000)) })).toEqual([]);
    expect(pointersInView({ blocks: times(84, text(3_000)) })).toEqual([""]);
  });

  it("finds an id that is used twice", () => {
    const block = { ...heading, block_id: "one" };
    const twice = {
      type: "actions",
      elements: times(2, { type: "button", text: plain("Go"), action_id: "go" }),
    };

    expect(pointersInMessage([block, heading, block])).toEqual(["/blocks/2/block_id"]);
    expect(pointersInMessage([twice])).toEqual(["/blocks/0/elements/1/action_id"]);
    expect(pointersInMessage([button({ action_id: "go" }), button({ action_id: "go" })])).toEqual(
      [],
    );
  });

  it("checks a Home view too", () => {
    expect(faultsOfView({ type: "home", blocks: [heading] })).toEqual([]);
    expect(faultsOfView({ type: "home", blocks: times(101, heading) })).toHaveLength(1);
  });

  it("names faults as Slack's own check does, and quotes nothing of what was to be sent", () => {
    const secret = "GB29NWBK60161331926819";

    expect(
      faultsOfMessage({ blocks: [{ type: "header", text: { text: secret.repeat(20) } }] }),
    ).toEqual([
      { pointer: "/text", code: "missing_field", message: "is missing: string" },
      { pointer: "/blocks/0/text/type", code: "failed_constraint", message: expect.any(String) },
      {
        pointer: "/blocks/0/text/text",
        code: "failed_constraint",
        message: "must have 1 to 150 characters",
      },
    ]);
    expect(faultsOfMessage({ text: "x", blocks: [{ ...heading, wide: secret }] })).toEqual([
      {
        pointer: "/blocks/0/wide",
        code: "unknown_field",
        message: "is a field that Slack does not know here",
      },
    ]);
    expect(faultsOfView(secret)).toEqual([
      { pointer: "", code: "failed_constraint", message: expect.not.stringContaining(secret) },
    ]);
  });

  it("takes every kind of element that we send", () => {
    const chosen: object[] = [
      { type: "static_select", options: options(1) } satisfies StaticSelect,
      { type: "multi_static_select", options: options(1) },
      { type: "users_select", initial_user: "U1" },
      { type: "multi_users_select", initial_users: ["U1"] },
      { type: "conversations_select", filter: { include: ["public"] } },
      { type: "checkboxes", options: options(1) },
      { type: "radio_buttons", options: options(1) },
    ];
    const everyLeaf = richText(
      paragraph(
        { type: "text", text: "x", style: { bold: true } },
        { type: "link", url: "https://a.example", text: "x" },
        { type: "user", user_id: "U1" },
        { type: "channel", channel_id: "C1" },
        { type: "usergroup", usergroup_id: "S1" },
      ),
      {
        type: "rich_text_list",
        style: "bullet",
        elements: [paragraph({ type: "text", text: "x" })],
      },
      { type: "rich_text_quote", elements: [{ type: "text", text: "x" }] },
    );

    expect(pointersInMessage([{ type: "actions", elements: chosen }, everyLeaf])).toEqual([]);
    expect(pointersInMessage(chosen.map(accessory))).toEqual([]);
    expect(pointersInView({ blocks: chosen.map((each) => input(each)) })).toEqual([]);
  });

  it("refuses what we never send: markup, and a call to everybody", () => {
    expect(
      pointersInMessage([{ type: "section", expand: true, text: { type: "mrkdwn", text: "*x*" } }]),
    ).toEqual(["/blocks/0/text/type"]);
    const emoji = { type: "context", elements: [{ type: "mrkdwn", text: "by :fire:" }] };
    expect(pointersInMessage([emoji])).toEqual(["/blocks/0/elements/0/text"]);
    expect(pointersInMessage([richText(paragraph({ type: "broadcast", range: "here" }))])).toEqual([
      "/blocks/0/elements/0/elements/0/type",
    ]);
  });

  it("refuses foreign text in a line of ours, where it does not compile either", () => {
    const foreign = String("R&D");
    // @ts-expect-error: only literals
    const beside = context(ourLine("Of ", foreign));
    expect(pointersInMessage([beside])).toEqual(["/blocks/0/elements/0/text"]);
    expect(pointersInMessage([context(ourLine("Of "), foreign)])).toEqual([]);
  });

  it("reads Slack's own types", () => {
    const blocks: KnownBlock[] = [
      { type: "section", expand: true, text: { type: "plain_text", text: "x" } },
    ];

    expect(faultsOfMessage({ text: "x", blocks })).toEqual([]);
  });
});
