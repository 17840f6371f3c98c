import { shortened } from "../../platform/text/shown-text.ts";
import type { SetupChange } from "../../request/rules/change.ts";
import { environmentName } from "../../request/words.ts";

/** What is asked for, in a few words: `another policy`, `Rail connection acme-live (production)`. */
export function setupText(change: SetupChange): string {
  switch (change.kind) {
    case "change-policy":
      return "change the policy";
    case "change-channel":
      return "change the approvals channel";
    case "change-connection":
      return `connect to ${shortened(change.connectionName, 40, "(no name)")} (${environmentName(change.to.environment)})`;
  }
}
