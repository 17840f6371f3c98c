import { describe, expect, it } from "vitest";
import { assumed } from "../../../src/sandbox/slack-workspace/assumptions.ts";
import { TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { plain, section, startAcme, webClient } from "./bolt-app.ts";
import { useAcme } from "./use-acme.ts";

const tooLong = { type: "header" as const, text: plain("x".repeat(151)) };
const modal = { type: "modal" as const, title: plain("x"), blocks: [] };

describe("blocks.validate", () => {
  const workspace = useAcme();

  // No token: Slack asks for none.
  const validate = (payload: Record<string, unknown>) =>
    webClient(workspace, "").apiCall("blocks.validate", payload);

  it("takes what Slack would take", async () => {
    const { blocks } = webClient(workspace, "");

    expect(await blocks.validate({ blocks: [section("x")] })).toMatchObject({ ok: true });
    expect(await blocks.validate({ message: { blocks: [section("x")] } })).toMatchObject({
      ok: true,
    });
    expect(await blocks.validate({ view: modal })).toMatchObject({ ok: true });
  });

  it.each([
    ["invalid_blocks", { blocks: [tooLong] }, "/0/text/text"],
    ["invalid_message", { message: { blocks: [tooLong] } }, "/blocks/0/text/text"],
    ["invalid_view", { view: { ...modal, blocks: [tooLong] } }, "/blocks/0/text/text"],
  ])("points at the fault: %s", async (error, payload, pointer) => {
    await expect(validate(payload)).rejects.toMatchObject({
      data: {
        error,
        errors: [
          {
            pointer,
            code: "failed_constraint",
            message: "must be less than 151 characters",
            constraint: { type: "max_length", expected: ["150"], got: "151" },
          },
        ],
      },
    });
  });

  it("tells a field that is missing from one that it does not know", async () => {
    await expect(validate({ blocks: [{ type: "header", colour: "red" }] })).rejects.toMatchObject({
      data: {
        errors: [
          { pointer: "/0/text", code: "missing_field", field: "text" },
          { pointer: "/0/colour", code: "unknown_field", field: "colour" },
        ],
      },
    });
  });

  it("assumes what it is told to assume", async () => {
    const options = [1, 2].map((each) => ({ text: plain(`${each}`), value: "same" }));
    const select = { type: "static_select", options };
    const payload = { blocks: [{ type: "actions", elements: [select] }] };
    const table = { view: { ...modal, blocks: [{ type: "table", rows: [] }] } };
    const others = {
      surfaces: { ...assumed().blockKit.surfaces, table: ["modal" as const] },
      uniqueOptionValues: true,
      validatePointerRoot: "/blocks",
    };
    await using strict = await startAcme({ assumptions: { blockKit: others } });

    await validate(payload);
    await expect(validate(table)).rejects.toThrow("invalid_view");
    await webClient(strict, "").apiCall("blocks.validate", table);
    await expect(webClient(strict, "").apiCall("blocks.validate", payload)).rejects.toMatchObject({
      data: { errors: [{ pointer: "/blocks/0/elements/0", constraint: { type: "unique" } }] },
    });
  });

  it("reads attachments no further than to say that it has none", async () => {
    await expect(validate({ message: { attachments: [{}] } })).rejects.toMatchObject({
      data: { errors: [{ pointer: "/attachments" }] },
    });
  });

  it.each([
    ["neither", {}],
    ["both", { blocks: [], view: modal }],
  ])("wants one payload, not %s", async (_, payload) => {
    await expect(validate(payload)).rejects.toThrow("invalid_arguments");
  });
});

describe("a message or view that is too much", () => {
  const long = section("x".repeat(2_900));
  const many = (count: number) => Array.from({ length: count }, () => long);

  it.each([
    ["msg_blocks_too_long", { text: "x", blocks: many(5) }],
    ["too_many_attachments", { text: "x", attachments: Array.from({ length: 101 }, () => ({})) }],
    ["markdown_text_conflict", { text: "x", markdown_text: "y" }],
    ["markdown_text_conflict", { blocks: [section("x")], markdown_text: "y" }],
  ])("is refused: %s", async (error, content) => {
    await using workspace = await startAcme();

    const { client } = workspace;
    const { ts } = await client.chat.postMessage({ channel: TREASURY, text: "before" });
    const said = { channel: TREASURY, ...content };

    await expect(client.apiCall("chat.postMessage", said)).rejects.toThrow(error);
    await expect(client.apiCall("chat.update", { ...said, ts })).rejects.toThrow(error);
  });

  it("is refused: view_too_large", async () => {
    await using workspace = await startAcme();
    const view = { ...modal, blocks: many(87) };

    await expect(workspace.client.views.open({ trigger_id: "t", view })).rejects.toThrow(
      "view_too_large",
    );
  });
});
