import type { ChangeKind } from "../request/change-kind.ts";
import type { RetireDestination } from "../request/rules/change.ts";
import { aboutDestination, NOT_REGISTERED } from "./destination-rules.ts";

/** No form offers it any more; nothing is sent, and the service goes on knowing it. */
export const retireKind: ChangeKind<RetireDestination> = {
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
