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
  "platform/slack/administrators.ts": ["workspace/set-up/setup.ts"],
  "platform/slack/intake/delivery.ts": ["request/context.ts"],
  "platform/slack/intake/from-served.ts": ["workspace/install/installations.ts"],
  "platform/slack/one-workspace.ts": ["workspace/install/installations.ts"],
  "platform/slack/people.ts": ["authority/roster.ts"],
  "platform/slack/slack.ts": ["authority/roster.ts"],
  "platform/slack/user-groups.ts": ["workspace/set-up/setup.ts"],
  "platform/slack/why-no-groups.ts": ["workspace/set-up/setup.ts"],
  "platform/web/signer.ts": ["workspace/set-up/setup.ts"],
  "policy/screens/policy-form-review-modal.ts": ["rail/screens/review-draft-modal.ts"],
  "policy/screens/policy-text-review-modal.ts": ["rail/screens/review-draft-modal.ts"],
  "request/apply-command.ts": ["destination/keep-register.ts", "workspace/set-up/keep-setup.ts"],
  "request/context.ts": ["workspace/connection/setup-link.ts", "workspace/set-up/setup.ts"],
  "request/screens/submit-draft.ts": ["rail/screens/review-draft-modal.ts"],
  "request/send-once.ts": ["freeze/freeze.ts", "freeze/freeze.ts"],
  "sandbox/slack-workspace/blocks/rules/rule.ts": ["sandbox/slack-workspace/blocks/surfaces.ts"],
};
