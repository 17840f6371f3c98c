import { describe, expect, it } from "vitest";
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

  it.each(["image", "number_input", "table"])(
    "says of %s that it is not supported",
    async (type) => {
      const block = type === "number_input" ? { type: "actions", elements: [{ type }] } : { type };
      await expect(validate({ blocks: [block] })).rejects.toMatchObject({
        data: { errors: [{ message: `"${type}" is not supported by this workspace` }] },
      });
    },
  );

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

  it.each([["msg_blocks_too_long", { text: "x", blocks: many(5) }]])(
    "is refused: %s",
    async (error, content) => {
      await using workspace = await startAcme();

      const { client } = workspace;
      const { ts } = await client.chat.postMessage({ channel: TREASURY, text: "before" });
      const said = { channel: TREASURY, ...content };

      await expect(client.apiCall("chat.postMessage", said)).rejects.toThrow(error);
      await expect(client.apiCall("chat.update", { ...said, ts })).rejects.toThrow(error);
    },
  );

  it("is refused: view_too_large", async () => {
    await using workspace = await startAcme();
    const view = { ...modal, blocks: many(87) };

    await expect(workspace.client.views.open({ trigger_id: "t", view })).rejects.toThrow(
      "view_too_large",
    );
  });
});
