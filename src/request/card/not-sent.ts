import type { LookTrouble, NotSentBecause } from "../rules/change-request.ts";

/** Why a look at the service's Rails learned nothing. */
export const LOOK_TROUBLE: Record<LookTrouble, string> = {
  "token-refused":
    "the service does not accept this workspace's token, or its address is no longer listed",
  unreachable: "the service could not be reached, or did not answer",
  incomplete: "the service does not show all the Rails that it has",
};

/** A sentence on who can help, or nothing. */
export const LOOK_HELP: Record<LookTrouble, string> = {
  "token-refused": "An administrator has to replace the token.",
  unreachable: "",
  incomplete:
    "An administrator has to ask the Rail service why. A Rail that is gone for good can be ruled out by two approvers, in health.",
};

interface Words {
  /** A sentence without its full stop. */
  why: string;
  /** Further sentences on who can help, or nothing. */
  help: string;
}

/** Why an approved request was not sent, and who can help; null if nobody noted it. */
export function notSentWords(because: NotSentBecause | null): Words {
  return because === null ? { why: "It could not be sent", help: "" } : NOT_SENT[because];
}

const BEFORE = "Before Signalbox creates a Rail it checks all others, and could not";

const NOT_SENT: Record<NotSentBecause, Words> = {
  "no-connection": {
    why: "No connection to the Rail service could be opened",
    help: "If it stays like this, an administrator can check its address and the network.",
  },
  unreachable: {
    why: `${BEFORE}: ${LOOK_TROUBLE.unreachable}`,
    help: "If it stays like this, an administrator can check its address and the network.",
  },
  incomplete: { why: `${BEFORE}: ${LOOK_TROUBLE.incomplete}`, help: LOOK_HELP.incomplete },
  "marker-not-kept": {
    why: "Signalbox could not write down, outside its database, that it was about to send it",
    help: "The Rail service was not asked. An administrator has to look at where the restore marker is kept; the log says what is wrong with it.",
  },
  restored: {
    why: "The database is older than the record that Signalbox keeps outside it",
    help: "The Rail service was not asked. Sending is frozen until approvers resume it.",
  },
  overtaken: {
    why: "Signalbox paused for too long just before it asked the Rail service, so it did not ask",
    help: "",
  },
  frozen: {
    why: "Sending was frozen just before the Rail service was to be asked",
    help: "The Rail service was not asked. It is sent once approvers resume sending.",
  },
};
