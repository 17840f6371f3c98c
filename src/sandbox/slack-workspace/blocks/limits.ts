/**
 * Slack's limits (https://docs.slack.dev/reference/block-kit), each with its mark and section in `slack-platform.md`:
 * [D] Slack's documents, [S] source of a package. Less certain values are in `assumptions.ts`. Lengths are in code
 * points, because Slack does not say which unit it counts.
 */
export const limits = {
  messageBlocks: 50, // 1.1 [D]
  viewBlocks: 100, // 1.1 [D]
  messageText: 40_000, // 1.1 [3]: cut, not refused
  updatedMessageText: 4_000, // 1.1 [S]
  attachments: 100, // 1.1 [S]
  viewBytes: 250_000, // 1.1 [S]
  privateMetadata: 3_000, // 1.1 [D]
  callbackId: 255, // 1.1 [S]
  externalId: 255, // 1.1 [S]
  viewTitle: 24, // 1.1 [D]
  viewButton: 24, // 1.1 [D]
  viewStack: 3, // 1.1 [S]
  id: 255, // 1.2 [S]
  text: 3_000, // 1.2 [S]
  header: 150, // 1.2 [S]
  sectionFields: 10, // 1.2 [S]
  sectionField: 2_000, // 1.2 [S]
  contextElements: 10, // 1.2 [S]
  actionsElements: 25, // 1.2 [S]
  buttonText: 75, // 1.2 [S]
  buttonValue: 2_000, // 1.2 [S]
  url: 3_000, // 1.2 [S]
  accessibilityLabel: 75, // 1.2 [S]
  confirmTitle: 100, // 1.2 [S]
  confirmText: 300, // 1.2 [S]
  confirmButton: 30, // 1.2 [S]
  optionText: 75, // 1.2 [D]
  optionValue: 150, // 1.2 [D]
  options: 100, // 1.2 [S]
  optionGroups: 100, // 1.2 [S]
  groupLabel: 75, // 1.2 [S]
  overflowOptions: 5, // 1.2 [S]
  choices: 10, // 1.2 [S]
  placeholder: 150, // 1.2 [S]
  inputLabel: 2_000, // 1.2 [S]
  inputHint: 2_000, // 1.2 [S]
  inputText: 3_000, // 1.2 [D]
  altText: 2_000, // 1.2 [S]
  imageTitle: 2_000, // 1.2 [S]
  listIndent: 8, // types 3.2 [S]
  richTextLines: 100, // 1.2 [S]
  files: 10, // 1.2 [D]: to a file_input
  // 1.2 [D] says "10 MB", so this is the larger of its two readings.
  fileBytes: 10 * 1_024 * 1_024,
  markdownText: 12_000, // 1.2 [S]: summed over the message
  tableRows: 100, // 1.2 [S]
  tableColumns: 20, // 1.2 [S]
  tables: 1, // 1.2 [S]: to a message
  dataTablePage: 100, // 1.2 [D]
  alertText: 200, // 1.2 [S]
  cardTitle: 150, // 1.2 [S]: and subtitle
  cardBody: 200, // 1.2 [S]
  cardActions: 3, // 1.2 [S]
  containerTitle: 150, // 1.2 [S]: and subtitle
  containerBlocks: 10, // 1.2 [S]
  videoTitle: 200, // 1.2 [S]
  videoAuthor: 50, // 1.2 [S]
} as const;
