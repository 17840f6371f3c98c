import { describe, expect, it } from "vitest";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../../support/person.ts";
import { button, section, startAcme } from "./bolt-app.ts";

describe("a person", () => {
  it("waits no longer than agreed, and says for what and what was seen", async () => {
    await using workspace = await startAcme();
    const ana = person(workspace.url, ANA);

    const waiting = ana.waitFor(() => undefined, "the card", { withinMs: 50 });

    await expect(waiting).rejects.toThrow(
      `${ANA} waited 50 ms for the card. The last answer was nothing.`,
    );
  });

  it("says what the message reads when it has no such button", async () => {
    await using workspace = await startAcme();
    const { ts = "" } = await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "card",
      blocks: [section("R-142"), { type: "actions", elements: [button("Approve", "approve")] }],
    });

    const pressing = person(workspace.url, ANA).click({ channel: TREASURY, ts }, "Deny");

    await expect(pressing).rejects.toThrow(/finds no "Deny".*R-142\n\[Approve\]/s);
  });

  it("cannot be the bot", async () => {
    await using workspace = await startAcme();

    const typing = person(workspace.url, "U0SIGNAL1").command(TREASURY, "hello");

    await expect(typing).rejects.toThrow("not_a_person");
  });
});

describe("the plain text of a message", () => {
  it("holds every piece a person reads, in order", async () => {
    await using workspace = await startAcme();
    await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "fallback",
      blocks: [
        { type: "header", text: { type: "plain_text", text: "R-142" } },
        { ...section("To"), fields: [{ type: "mrkdwn", text: "*Reason*" }] },
        {
          type: "rich_text",
          elements: [
            {
              type: "rich_text_section",
              elements: [
                { type: "text", text: "asked by " },
                { type: "user", user_id: ANA },
              ],
            },
            {
              type: "rich_text_list",
              style: "ordered",
              elements: [
                { type: "rich_text_section", elements: [{ type: "text", text: "first" }] },
                { type: "rich_text_section", elements: [{ type: "text", text: "second" }] },
              ],
            },
          ],
        },
        { type: "divider" },
        { type: "context", elements: [{ type: "mrkdwn", text: "no limit" }] },
        { type: "actions", elements: [button("Approve", "approve")] },
      ],
    });

    const [message] = await person(workspace.url, ANA).messages(TREASURY);

    expect(plainTextOf(message ?? {})).toBe(
      `R-142\nTo\n*Reason*\nasked by <@${ANA}>\nfirst\nsecond\nno limit\n[Approve]`,
    );
  });

  it("is the text where there are no blocks", () => {
    expect(plainTextOf({ text: "hello" })).toBe("hello");
  });
});
