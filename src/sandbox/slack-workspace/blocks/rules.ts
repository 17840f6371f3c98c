import { blockRules } from "./rules/blocks.ts";
import { elementRules } from "./rules/elements.ts";
import { richTextRules } from "./rules/rich-text.ts";
import type { Rule } from "./rules/rule.ts";
import { viewRules } from "./rules/views.ts";

/**
 * Slack's rules for Block Kit (`slack-platform.md` 1.1 to 1.4) by example. They are tried on this workspace, and
 * held against the app's own reading of them.
 */
export const rules: readonly Rule[] = [
  ...blockRules,
  ...elementRules,
  ...richTextRules,
  ...viewRules,
];
