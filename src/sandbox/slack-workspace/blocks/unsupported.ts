/** What Slack has and this workspace does not: the blocks and elements of 2025 and later. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  "alert",
  "card",
  "carousel",
  "container",
  "context_actions",
  "data_table",
  "data_visualization",
  "feedback_buttons",
  "icon_button",
  "plan",
  "task_card",
  "url",
  "workflow_step",
]);

export const isUnsupported = (type: string): boolean => UNSUPPORTED.has(type);
