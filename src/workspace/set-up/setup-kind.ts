import type { ChangeKind } from "../../request/change-kind.ts";
import type { SetupChange } from "../../request/rules/change.ts";

/** What the three changes of the set-up have in common: nothing of them is sent, and they are about no destination. */
export const aboutSetup = {
  route: ({ kind }) => kind,
  subject: () => null,
  traits: () => ({ types: [], assets: [], networks: [] }),
  isTyped: () => false,
  fillsWorkspace: false,
  job: "keep-setup",
  remedies: () => ["close"],
} satisfies Partial<ChangeKind<SetupChange>>;
