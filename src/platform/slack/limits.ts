/**
 * Slack's limits (https://docs.slack.dev/reference/block-kit), by the kind of object and its field:
 * the shortest and longest text, in code points, or list. What is not in the table is never sent.
 */
export const LIMITS = {
  /** `chat.update` refuses more text. `chat.postMessage` takes more, but a card is updated. */
  message: { text: [1, 4_000], blocks: [1, 50] },
  modal: {
    blocks: [0, 100],
    private_metadata: [0, 3_000],
    callback_id: [1, 255],
    title: [1, 24],
    submit: [1, 24],
    close: [1, 24],
  },

  home: { blocks: [0, 100], private_metadata: [0, 3_000] },

  divider: {},
  header: { text: [1, 150] },
  section: { text: [1, 3_000] },
  context: { elements: [1, 10] },
  actions: { elements: [1, 25] },
  alert: { text: [1, 200] },
  input: { label: [1, 2_000], hint: [1, 2_000] },

  rich_text: { elements: [1, 1_000] },
  rich_text_section: { elements: [1, 1_000] },
  rich_text_quote: { elements: [1, 1_000] },
  rich_text_preformatted: { elements: [1, 1_000] },
  /** Leaves. No `broadcast`: nothing of ours notifies everybody. */
  text: { text: [1, 3_000] },
  user: { user_id: [1, 255] },
  channel: { channel_id: [1, 255] },
  date: { format: [1, 3_000], fallback: [1, 3_000] },

  plain_text: { text: [1, 3_000] },
  mrkdwn: { text: [1, 3_000] },
  option: { text: [1, 75], value: [1, 150], description: [1, 75] },
  option_group: { label: [1, 75], options: [1, 100] },

  button: { text: [1, 75], value: [1, 2_000], accessibility_label: [1, 75], url: [1, 3_000] },
  overflow: { options: [1, 5] },
  radio_buttons: { options: [1, 10] },
  checkboxes: { options: [1, 10] },
  static_select: { options: [1, 100], option_groups: [1, 100], placeholder: [1, 150] },
  multi_static_select: { options: [1, 100], option_groups: [1, 100], placeholder: [1, 150] },
  multi_users_select: { placeholder: [1, 150] },
  conversations_select: { placeholder: [1, 150] },
  plain_text_input: { initial_value: [1, 3_000] },
} as const satisfies Record<string, Record<string, readonly [min: number, max: number]>>;

/** Every block and every element. */
export const ID_LENGTH = [1, 255] as const;

/** Undocumented: `msg_blocks_too_long` was seen at some 13,200 characters of JSON. */
export const MESSAGE_JSON = 13_000;

/** Bytes of JSON. */
export const VIEW_JSON = 250_000;
