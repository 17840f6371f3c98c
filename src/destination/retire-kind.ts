import { copyableInline } from "../platform/slack/blocks/rich-text.ts";
import { whitelisted } from "../request/card/change-facts.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import type { RetireDestination } from "../request/rules/change.ts";
import { bodyOf } from "./destination-card.ts";
import { aboutDestination, NOT_REGISTERED } from "./destination-rules.ts";
import { destinationText } from "./values/destination-text.ts";

/** No form offers it any more; nothing is sent, and the service goes on knowing it. */
export const retireKind: ChangeKind<RetireDestination> = {
  words: {
    nothingDone: "Nothing was retired.",
    nothingWillBeDone: "Nothing will be retired.",
    next: "Taken out of the forms next.",
    sending: "It is being taken out of the forms.",
    noWayBack: "Once there are enough approvals, it is retired, and no form offers it again.",
    inForce: "RETIRED",
    inRules: "retirements",
  },
  title: ({ details }) => `retire a ${destinationText(details)}`,
  card: ({ details, serviceId }, { destination }) => ({
    asked: [`Retire a ${destinationText(details)}, `, copyableInline(serviceId)],
    below: destination === null ? [] : [["In the register: ", ...whitelisted(destination)]],
    body: bodyOf(details),
    consequences: [
      "No new Rail can be asked for into it, and those that wait for approval end. It stays in the register's history.",
      "Rails that deliver into it stay live: the service documents no way to stop them.",
    ],
  }),
  warnings: () => [],
  ...aboutDestination,
  subject: ({ details, serviceId }) => ({ details, serviceId }),
  isTyped: () => false,
  fillsWorkspace: false,
  job: "keep-register",
  remedies: () => ["close"],
  whyVoid(_, { register }) {
    if (register.is === "absent") return NOT_REGISTERED;
    return register.whyUnusable === "retired" ? "It is retired already." : undefined;
  },
};
