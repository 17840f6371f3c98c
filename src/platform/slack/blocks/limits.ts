/**
 * Slack's maxima for what this app may send (https://docs.slack.dev/reference/block-kit). Lengths of text are in code
 * points, sizes in bytes of JSON: Slack does not say which unit it counts.
 */
export const limits = {
  messageBlocks: 50,
  viewBlocks: 100,
  /** `chat.update` refuses more; `chat.postMessage` takes 40,000, but a card is updated later. */
  messageText: 4_000,
  /** Undocumented: `msg_blocks_too_long` was seen at some 13,200 characters of JSON. */
  messageBlocksJson: 13_000,
  viewBytes: 250_000,
  privateMetadata: 3_000,
  callbackId: 255,
  viewTitle: 24,
  viewButton: 24,
  id: 255,
  text: 3_000,
  header: 150,
  alertText: 200,
  actionsElements: 25,
  contextElements: 10,
  tableRows: 100,
  overflowOptions: 5,
  tableColumns: 20,
  /** The header is one of them. */
  dataTableRows: 101,
  pageSize: 100,
  buttonText: 75,
  buttonValue: 2_000,
  url: 3_000,
  accessibilityLabel: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  optionText: 75,
  optionValue: 150,
  optionDescription: 75,
  options: 100,
  optionGroups: 100,
  groupLabel: 75,
  choices: 10,
  placeholder: 150,
  inputLabel: 2_000,
  inputHint: 2_000,
  inputText: 3_000,
  altText: 2_000,
  imageTitle: 2_000,
} as const;
