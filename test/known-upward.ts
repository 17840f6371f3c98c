/**
 * The imports that still point upwards since the files moved into capabilities. Every step takes some out, and none comes in.
 * The key is the importing file. Paths are relative to `src`.
 */
export const KNOWN_UPWARD: Record<string, readonly string[]> = {
  "destination/screens/add-destination.ts": ["rail/screens/new-rail-form.ts"],
  "destination/screens/destination-metadata.ts": [
    "rail/screens/new-rail-metadata.ts",
    "rail/screens/new-rail-metadata.ts",
  ],
  "destination/screens/submit-destination.ts": ["rail/screens/new-rail.ts"],
  "policy/screens/policy-form-review-modal.ts": ["rail/screens/review-draft-modal.ts"],
  "policy/screens/policy-text-review-modal.ts": ["rail/screens/review-draft-modal.ts"],
  "request/apply-command.ts": ["destination/keep-register.ts", "workspace/set-up/keep-setup.ts"],
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
  "request/screens/agree-modal.ts": ["freeze/rules/decide-freeze.ts"],
  "request/screens/remedy-modal.ts": ["freeze/freeze-messages.ts", "freeze/rules/decide-freeze.ts"],
  "request/screens/submit-draft.ts": ["rail/screens/review-draft-modal.ts"],
  "request/send-once.ts": ["freeze/freeze.ts", "freeze/freeze.ts"],
  "sandbox/slack-workspace/blocks/rules/rule.ts": ["sandbox/slack-workspace/blocks/surfaces.ts"],
};
