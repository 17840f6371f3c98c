import { expect, it } from "vitest";
import { openAcme, webClient } from "../support/acme.ts";
import { actions, input, modal, plain, section } from "../support/blocks.ts";

const tooLong = { type: "header", text: plain("x".repeat(151)) };
const AT_TEXT = "/0/text/text";
const FOCUSED = { focus_on_load: true };
const unsupported = (type: string) => ({ message: `"${type}" is not supported by this workspace` });
const LENGTH = {
  ...{ code: "failed_constraint", message: "must be less than 151 characters" },
  constraint: { type: "max_length", expected: ["150"] },
};

it.each([
  [{ blocks: [tooLong] }, "invalid_blocks", [{ ...LENGTH, pointer: AT_TEXT }]],
  [
    { message: { blocks: [tooLong] } },
    "invalid_message",
    [{ ...LENGTH, pointer: `/blocks${AT_TEXT}` }],
  ],
  [
    { view: { ...modal("x"), blocks: [tooLong] } },
    "invalid_view",
    [{ ...LENGTH, pointer: `/blocks${AT_TEXT}` }],
  ],
  [
    { blocks: [{ type: "header", colour: "red" }] },
    "invalid_blocks",
    [
      { pointer: "/0/text", code: "missing_field", field: "text" },
      { pointer: "/0/colour", code: "unknown_field", field: "colour" },
    ],
  ],
  [{ blocks: [{ type: "image" }] }, "invalid_blocks", [unsupported("image")]],
  [
    { view: modal("x", [input("a", "A", FOCUSED), input("b", "B", FOCUSED)]) },
    "invalid_view",
    [{ pointer: "/blocks/1/element/focus_on_load", message: "another element has the focus" }],
  ],
  [{ blocks: [{ type: "table" }] }, "invalid_blocks", [unsupported("table")]],
  [
    { blocks: [{ ...actions(), elements: [{ type: "number_input" }] }] },
    "invalid_blocks",
    [unsupported("number_input")],
  ],
  [{}, "invalid_arguments", undefined],
  [{ blocks: [], view: modal("x") }, "invalid_arguments", undefined],
])(
  "blocks.validate points at what is wrong, without a token: %j",
  async (payload, error, errors) => {
    await using acme = await openAcme();
    const { blocks } = webClient(acme.slack, "");
    for (const right of [{ blocks: [section("x")] }, { view: modal("x") }]) {
      expect(await blocks.validate(right)).toMatchObject({ ok: true });
    }
    const data = await webClient(acme.slack, "")
      .apiCall("blocks.validate", payload)
      .catch((refused) => refused.data);
    expect(data).toMatchObject({ error, ...(errors && { errors }) });
  },
);
