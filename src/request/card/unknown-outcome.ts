import type { RichTextBlockElement, RichTextList, RichTextSection } from "@slack/types";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  bulletList,
  copyableInline,
  date,
  lines,
  named,
} from "../../platform/slack/blocks/rich-text.ts";
import { counted } from "../../platform/text/times.ts";
import { kindOf } from "../change-kind.ts";
import type {
  ChangeRequest,
  LookTrouble,
  NotSentBecause,
  PersonQuestion,
  UnknownBecause,
} from "../rules/change-request.ts";
import { destinationFacts } from "../rules/destination.ts";
import type { Remedy } from "../rules/remedy.ts";
import type { In } from "../rules/status.ts";

/** The card of a Rail whose creation got no clear answer: the next look, and why. */
export function outcomeUnknown(state: In<"unknown">): RichTextSection {
  return lines(
    [
      bold("Do not request it again: the Rail may already exist."),
      " Checking again ",
      date(state.nextLookAt),
      ".",
    ],
    [BECAUSE[state.because]],
    ...looks(state),
  );
}

const BECAUSE: Record<UnknownBecause, string> = {
  "no-clear-answer": "The Rail service gave no clear answer when asked to create it.",
  interrupted: "Signalbox was interrupted while it asked the Rail service to create it.",
  "no-id": "The Rail service created it, but showed no id for it.",
};

function looks({ cleanScans, failedLooks, trouble }: In<"unknown">): Lines {
  return [
    cleanScans > 0 && [
      `Checked ${cleanScans === 1 ? "once" : `${cleanScans} times`}, not found yet.`,
    ],
    trouble && [
      failedLooks > 1
        ? `The last ${failedLooks} checks gave no result: `
        : "The last check gave no result: ",
      `${LOOK_TROUBLE[trouble]}. ${LOOK_HELP[trouble]}`.trimEnd(),
    ],
  ];
}

/**
 * The question to people about a Rail, what to look for, and their remedies.
 * @param releasableFrom ISO 8601: one more attempt cannot be released before. Absent once that is past.
 */
export function questionAboutRail(
  { content }: Pick<ChangeRequest, "content">,
  state: In<"needs-a-person">,
  releasableFrom?: string,
): RichTextBlockElement[] {
  const { change } = content;
  return [
    ...candidateList(state.candidates),
    lines(
      [bold(QUESTIONS[state.question].asks)],
      [
        `Look at the Rail service for: ${kindOf(change).title(change)}`,
        ...(change.kind === "create-rail"
          ? [" to ", named(destinationFacts(change.spec.destination).name)]
          : []),
        ", created since ",
        date(state.unknownSince ?? state.since),
        ".",
      ],
      ...QUESTIONS[state.question].ways.map((way) => [way]),
      releasableFrom !== undefined && [
        "It may still turn up: trying once more is possible from ",
        date(releasableFrom),
        ".",
      ],
    ),
  ];
}

/** The same as one line. */
export function whatToDecide(
  { state, content }: Pick<ChangeRequest, "content" | "state">,
  remedies: readonly Remedy["type"][],
): string {
  if (state.status !== "needs-a-person") return "Do not use it, and send no money to it.";
  if (state.remedy) {
    return `Another approver has to agree${remedies.length > 1 ? ", or choose another way out" : ""}.`;
  }
  return content.change.kind === "create-rail"
    ? QUESTIONS[state.question].asks
    : "An approver has to decide.";
}

const YES = "Yes: link it. Signalbox compares it with the approval first.";
const CLOSE = "It can be closed, which takes two approvers.";

const QUESTIONS: Record<PersonQuestion, { asks: string; ways: readonly string[] }> = {
  outcome: {
    asks: "Does this Rail exist?",
    ways: [YES, "No: try once more, or close it. Both take two approvers."],
  },
  "look-alike-rail": {
    asks: "Is one of these Rails the requested one?",
    ways: [YES, "No: try once more, or close it. Both take two approvers."],
  },
  "no-id": {
    asks: "Which id does the Rail have?",
    ways: [
      "The Rail exists: do not request it again. Link it once the Rail service shows its id.",
      CLOSE,
    ],
  },
  "not-shown": {
    asks: "Where is the Rail?",
    ways: [
      "The Rail service created it but does not show it: do not request it again, and ask the service why.",
      CLOSE,
    ],
  },
  tampered: {
    asks: "Who changed the stored request?",
    ways: ["An administrator has to find out.", CLOSE],
  },
  register: { asks: "What is true of the register?", ways: [CLOSE] },
};

/** Rails that may be the right one, each with its id for looking it up. */
export const candidateList = (candidates: readonly string[], most?: number): RichTextList[] =>
  bullets(candidates, "Rail", (id) => ["It may be ", copyableInline(id)], most);

/** A card has room for this many lines about one thing; a view for more. */
const MOST_LINES = 6;

/** A list that counts what it leaves out. */
export function bullets<Item>(
  items: readonly Item[],
  noun: string,
  row: (item: Item) => Line,
  most = MOST_LINES,
): RichTextList[] {
  if (items.length === 0) return [];
  const left = items.length - most;
  const more = left > 0 && [`and ${counted(left, `more ${noun}`)}, not shown here`];
  return [bulletList(...items.slice(0, most).map(row), more)];
}

export const LOOK_TROUBLE: Record<LookTrouble, string> = {
  "token-refused":
    "Signalbox has no token that the Rail service accepts, or its settings no longer list the service's address",
  unreachable: "the service could not be reached, or did not answer",
  incomplete: "the service does not show all the Rails that it has",
};

/** A sentence on who can help, or nothing. */
export const LOOK_HELP: Record<LookTrouble, string> = {
  "token-refused":
    "The set-up shows which. An administrator enters a valid token, or the operator lists the address again.",
  unreachable: "",
  incomplete:
    "An administrator has to ask the Rail service why. If the service confirms that a Rail is gone, two approvers can rule it out under Health.",
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
    help: "The Rail service was not asked. The operator of Signalbox has to check where the restore marker is kept; the log shows the fault.",
  },
  restored: {
    why: "The database is older than the record that Signalbox keeps outside it",
    help: "The Rail service was not asked. Sending is frozen until approvers resume it.",
  },
  overtaken: {
    why: "Signalbox was held up just before it asked the Rail service, so it did not ask",
    help: "",
  },
  frozen: {
    why: "Sending was frozen just before the Rail service was to be asked",
    help: "The Rail service was not asked. It is sent once approvers resume sending.",
  },
};
