import type { App, types } from "@slack/bolt";

/** Has `/rail` open a view. */
export const railOpens = (app: App, viewOf: () => types.ModalView) =>
  app.command("/rail", async ({ ack, client, command: { trigger_id } }) => {
    await ack();
    await client.views.open({ trigger_id, view: viewOf() });
  });

export const plain = (text: string): types.PlainTextElement => ({ type: "plain_text", text });

export const section = (text: string): types.SectionBlock => ({
  type: "section",
  text: { type: "mrkdwn", text },
});

/** One line of rich text. */
export const richText = (...elements: types.RichTextElement[]): types.RichTextBlock => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});

/** Buttons in a row, each by its words and its action_id. */
export const actions = (...buttons: readonly [string, string][]): types.ActionsBlock => ({
  type: "actions",
  block_id: "decide",
  elements: buttons.map(([text, action_id]) => ({
    ...{ type: "button", text: plain(text), action_id, value: "R-142" },
  })),
});

export const options = (...texts: string[]): types.PlainTextOption[] =>
  texts.map((text) => ({ text: plain(text), value: text.toLowerCase() }));

export const input = (
  block_id: string,
  label: string,
  element: Partial<types.InputBlock["element"]> = {},
  more: Partial<types.InputBlock> = {},
): types.InputBlock => ({
  ...{ type: "input", block_id, label: plain(label), ...more },
  // A boundary: the types know no element whose type is not yet said.
  element: { type: "plain_text_input", action_id: "value", ...element } as types.PlainTextInput,
});

export const modal = (
  title: string,
  blocks: types.KnownBlock[] = [],
  more: Partial<types.ModalView> = {},
): types.ModalView => ({
  ...{ type: "modal", callback_id: "form", title: plain(title), submit: plain("Send"), blocks },
  ...more,
});
