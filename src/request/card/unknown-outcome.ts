import type { RichTextBlockElement, RichTextList, RichTextSection } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { bold, copyableInline, date, lines } from "../../platform/slack/blocks/rich-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { PersonQuestion, UnknownBecause } from "../rules/change-request.ts";
import type { Remedy } from "../rules/remedy.ts";
import type { In } from "../rules/status.ts";
import { LOOK_HELP, LOOK_TROUBLE } from "./not-sent.ts";

/** The card of a Rail whose creation got no clear answer: the next look, and what people may do. */
export function outcomeUnknown(
  state: In<"unknown">,
  remedies: readonly Remedy["type"][] = [],
): RichTextSection {
  return lines(
    ["Do not ask again: the Rail may exist. Next look: ", date(state.nextLookAt), "."],
    [BECAUSE[state.because]],
    ...looks(state),
    ...(remedies.includes("link-rail")
      ? [["If you see the Rail at the Rail service, an approver can link it here: ", LINKED]]
      : []),
  );
}

const BECAUSE: Record<UnknownBecause, string> = {
  "no-clear-answer": "The Rail service gave no clear answer when it was asked to create the Rail.",
  interrupted: "Signalbox was interrupted while it asked the Rail service to create the Rail.",
  "no-id": "The Rail service answered that it created the Rail, but showed no id for it.",
};

const LINKED = "it is read and compared with what was approved before it counts.";

function looks({ cleanScans, failedLooks, trouble }: In<"unknown">): Leaf[][] {
  return [
    ...(cleanScans > 0
      ? [[`Looked through all Rails at the service ${counted(cleanScans, "time")}: not found yet.`]]
      : []),
    ...(trouble
      ? [
          [
            failedLooks > 1
              ? `The last ${failedLooks} looks learned nothing: `
              : "The last look learned nothing: ",
            `${LOOK_TROUBLE[trouble]}. ${LOOK_HELP[trouble]}`.trimEnd(),
          ],
        ]
      : []),
  ];
}

/**
 * The question to people about a Rail, and their ways out.
 * @param releasableFrom ISO 8601: one more attempt cannot be released before. Absent once that is past.
 */
export function questionAboutRail(
  { question, candidates }: In<"needs-a-person">,
  releasableFrom?: string,
): RichTextBlockElement[] {
  const { asks, ways } = QUESTIONS[question];
  return [
    ...candidateList(candidates),
    lines(
      [bold(asks)],
      ...ways.map((way) => [way]),
      ...(releasableFrom === undefined
        ? []
        : [
            [
              "Until ",
              date(releasableFrom),
              " it can only be linked or closed: it may still turn up.",
            ],
          ]),
    ),
  ];
}

const LINK = `an approver links it: ${LINKED}`;
const RELEASE_OR_CLOSE =
  "one more attempt can be released, or this can be closed: either takes two approvers.";
const CLOSE = "It can be closed, which takes two approvers.";

const QUESTIONS: Record<PersonQuestion, { asks: string; ways: readonly string[] }> = {
  outcome: {
    asks: "Is the Rail at the Rail service, or not?",
    ways: [`Look there. If it is, ${LINK}`, `If it is not, ${RELEASE_OR_CLOSE}`],
  },
  "look-alike-rail": {
    asks: "Is one of these Rails the one that was asked for?",
    ways: [
      `Look at the Rail service, and ask whoever may have made it there. If it is, ${LINK}`,
      "If none of them is, one attempt can be released, or this can be closed: either takes two approvers.",
    ],
  },
  "no-id": {
    asks: "Which id does the Rail have?",
    ways: [
      `The Rail exists: do not ask for it again. Once the Rail service shows its id, ${LINK}`,
      CLOSE,
    ],
  },
  "not-shown": {
    asks: "Where is the Rail?",
    ways: [
      `The Rail service has created it: do not ask for it again, and ask the service why it does not show it. Once it does, ${LINK}`,
      CLOSE,
    ],
  },
  tampered: {
    asks: "Who has changed what is kept of this request?",
    ways: [
      "An administrator has to find out. It can be closed, which takes two approvers, and asked for again.",
    ],
  },
  register: { asks: "What is true of the register?", ways: [CLOSE] },
};

/** Rails that may be the one, each to be looked up by its id. */
export const candidateList = (candidates: readonly string[], most?: number): RichTextList[] =>
  bullets(candidates, "Rail", (id) => ["It may be ", copyableInline(id)], most);

/** A card has room for so many lines about one thing; a view for more. */
const MOST_LINES = 6;

/** A list that counts what it leaves out. */
export function bullets<Item>(
  items: readonly Item[],
  noun: string,
  row: (item: Item) => Leaf[],
  most = MOST_LINES,
): RichTextList[] {
  if (items.length === 0) return [];
  const left = items.length - most;
  return [
    {
      type: "rich_text_list",
      style: "bullet",
      elements: [
        ...items.slice(0, most).map((item) => lines(row(item))),
        ...(left > 0 ? [lines([`and ${counted(left, `more ${noun}`)}, not shown here`])] : []),
      ],
    },
  ];
}
