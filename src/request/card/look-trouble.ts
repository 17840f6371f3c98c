import type { LookTrouble } from "../rules/change-request.ts";

/** Why a look at the service's Rails learned nothing. */
export const LOOK_TROUBLE: Record<LookTrouble, string> = {
  "token-refused":
    "the service does not accept this workspace's token, or its address is no longer listed",
  unreachable: "the service could not be reached, or did not answer",
  incomplete: "the service does not show all the Rails that it has",
};

/** Who can do something about it: a sentence, or nothing. */
export const LOOK_HELP: Record<LookTrouble, string> = {
  "token-refused": "An administrator has to replace the token.",
  unreachable: "",
  incomplete:
    "An administrator has to ask the Rail service why. A Rail that is gone for good can be ruled out by two approvers, in health.",
};
