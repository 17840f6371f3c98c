/**
 * The imports that still point upwards since the files moved into capabilities. Every step takes some out, and none comes in.
 * The key is the importing file. Paths are relative to `src`.
 */
export const KNOWN_UPWARD: Record<string, readonly string[]> = {
  "request/card/request-body.ts": [
    "destination/values/look-alike-lines.ts",
    "destination/values/look-alike-lines.ts",
  ],
  "request/card/request-facts.ts": [
    "destination/values/value-facts.ts",
    "destination/values/value-facts.ts",
    "freeze/rules/decide-freeze.ts",
  ],
  "request/card/request-warnings.ts": [
    "destination/values/same-lines.ts",
    "freeze/freeze-messages.ts",
  ],
  "request/context.ts": ["workspace/connection/setup-link.ts", "workspace/set-up/setup.ts"],
  "request/decide-request.ts": ["destination/values/value-facts.ts"],
  "request/queries/companies.ts": ["workspace/connection/last-four.ts"],
  "request/queries/freezes.ts": ["freeze/rules/decide-freeze.ts"],
  "request/screens/agree.ts": ["freeze/rules/decide-freeze.ts"],
  "request/screens/remedy.ts": ["freeze/freeze-messages.ts", "freeze/rules/decide-freeze.ts"],
  "request/screens/submit-draft.ts": ["rail/screens/review-draft-modal.ts"],
  "request/send-once.ts": ["freeze/freeze.ts"],
  "sandbox/slack-workspace/blocks/rules/rule.ts": ["sandbox/slack-workspace/blocks/surfaces.ts"],
};
