/**
 * The imports that still point upwards since the files moved into capabilities. Every step takes some out, and none comes in.
 * The key is the importing file. Paths are relative to `src`.
 */
export const KNOWN_UPWARD: Record<string, readonly string[]> = {
  "request/context.ts": ["workspace/connection/setup-link.ts", "workspace/set-up/setup.ts"],
  "request/screens/submit-draft.ts": ["rail/screens/review-draft-modal.ts"],
  "request/send-once.ts": ["freeze/freeze.ts"],
  "sandbox/slack-workspace/blocks/rules/rule.ts": ["sandbox/slack-workspace/blocks/surfaces.ts"],
};
