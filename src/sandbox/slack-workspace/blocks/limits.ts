/**
 * The only table of Slack's limits (https://docs.slack.dev/reference/block-kit, and
 * `slack-platform.md` 1.1 to 1.7). Lengths are in code points, because Slack does not say which
 * unit it counts.
 */
export const LIMITS = {
  messageBlocks: 50,
  /** Undocumented: `msg_blocks_too_long` was seen at some 13,200 characters of JSON. */
  messageJson: 13_200,
  updatedMessageText: 4_000,
  viewBlocks: 100,
  viewBytes: 250_000,
  viewTitle: 24,
  viewButton: 24,
  viewStack: 3,
  privateMetadata: 3_000,
  callbackId: 255,
  id: 255,
  text: 3_000,
  header: 150,
  contextElements: 10,
  actionsElements: 25,
  alertText: 200,
  inputLabel: 2_000,
  inputHint: 2_000,
  inputText: 3_000,
  buttonText: 75,
  buttonValue: 2_000,
  accessibilityLabel: 75,
  url: 3_000,
  placeholder: 150,
  optionText: 75,
  optionValue: 150,
  options: 100,
  optionGroups: 100,
  groupLabel: 75,
  overflowOptions: 5,
  choices: 10,

  /** For opening a modal after the person acted, and for acknowledging. */
  triggerMs: 3_000,
  acknowledgementMs: 3_000,
  /** How often, and for how long, a `response_url` works. */
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
  /** Slack does not say how long its upload addresses work, nor its page of an installation. */
  uploadMs: 10 * 60_000,
  installMs: 10 * 60_000,
  /** The pauses before each repeat of an event that the app did not take. */
  eventRetriesMs: [0, 60_000, 5 * 60_000],
  connections: 10,
  /** A conversation takes this many messages at once, and then one a second. */
  postBurst: 10,
  /** A section without `expand` is folded above this height. */
  foldAbovePx: 700,
} as const;
