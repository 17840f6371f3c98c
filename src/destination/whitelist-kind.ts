import type { ChangeKind } from "../request/change-kind.ts";
import type { WhitelistDestination } from "../request/rules/change.ts";
import { coolDown, unchecked } from "./destination-card.ts";
import { newDestination, whyNotNew } from "./register-change.ts";
import { destinationFormAgain } from "./screens/form-again.ts";
import { destinationText } from "./values/destination-text.ts";

const LIMITS =
  "Rails can pay it once approved. The Rail service cannot undo that; it can be retired here.";

/** One `POST /wallets` or `POST /bank-accounts`, and then our register. */
export const whitelistKind: ChangeKind<WhitelistDestination> = {
  words: {
    nothingDone: "Nothing was whitelisted.",
    nothingWillBeDone: "Nothing will be whitelisted.",
    next: "Sent to the Rail service next.",
    sending: "The Rail service is being asked to whitelist it.",
    noWayBack: "It cannot be taken back once the Rail service has whitelisted it.",
    inForce: "WHITELISTED",
    inRules: "whitelisting",
    closed: [
      "Nothing is put into the register, and nothing more is sent.",
      "If the Rail service has whitelisted it all the same, it stays whitelisted there: the Rail service offers no way to undo that.",
    ],
  },
  title: ({ details }) => `whitelist a ${destinationText(details)}`,
  nothingDoneAgain: () =>
    "Nothing was put into the register. See the thread under the card for earlier attempts at the Rail service.",
  card: ({ details }, facts) => ({
    facts: [
      ["Change", [`Whitelist a ${destinationText(details)}`]],
      ["Limits", [[LIMITS, ...coolDown(facts, "whitelisted")].join(" ")]],
    ],
  }),
  warnings: unchecked,
  ...newDestination,
  subject: ({ details }) => ({ details, serviceId: null }),
  carriedOut: { by: "service", job: "whitelist-destination" },
  remedies: () => ["enter-id", "release-attempt", "close"],
  obstacle: whyNotNew,
  formAgain: destinationFormAgain,
};
