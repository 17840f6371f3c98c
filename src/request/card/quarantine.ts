import type { Lines } from "../../platform/slack/blocks/rich-text.ts";
import { bold } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { QuarantinedBecause, Status } from "../rules/change-request.ts";
import type { In } from "../rules/status.ts";
import type { RequestFacts } from "./request-facts.ts";

type Quarantined = In<"quarantined">;
type Instructions = Pick<RequestFacts, "instructionsWentTo" | "areInstructionsWithdrawn">;

export function quarantineRows(state: Quarantined, facts: Instructions): Lines {
  const isOne = railCount(state) < 2;
  return [
    [
      bold(isOne ? "Do not send money to it." : "Do not send money to any of them."),
      ` ${instructionsNow(state, facts)}`,
    ],
    [quarantineSentence(state)],
    [
      isOne
        ? "It is live, and the Rail service cannot delete a Rail."
        : "All of them are live, and the Rail service cannot delete a Rail.",
      " An administrator has to clear this up with the Rail service before any money goes there.",
    ],
  ];
}

function instructionsNow(
  state: Quarantined,
  { instructionsWentTo, areInstructionsWithdrawn }: Instructions,
): string {
  if (instructionsWentTo === undefined && state.was !== "done") {
    return "Deposit instructions are withheld.";
  }
  switch (areInstructionsWithdrawn) {
    case true:
      return "Its deposit instructions are withdrawn: do not use them.";
    case false:
      return "Do not use its deposit instructions. Their message could not be changed: it may still say how to pay.";
    case undefined:
      return "Do not use its deposit instructions.";
  }
}

/** Shows no value that people could pay with. */
export function quarantineSentence(state: Quarantined): string {
  const rails = railsOf(state);
  const although = state.was === null ? undefined : ALTHOUGH[state.was];
  switch (state.because) {
    case "differs":
      return `The service shows something other than what was approved. Rail: ${rails}`;
    case "several": {
      const count = counted(railCount(state), "Rail");
      const beside = although === undefined ? "" : ` Besides, ${although}.`;
      return `${count} exist for this one request: ${rails}.${beside}`;
    }
    case "uncalled-for":
      return `A Rail exists for this request, although ${although ?? "none was to be made"}: ${rails}.`;
    case "earlier-attempt":
      return `An earlier attempt made a Rail, while a later one was already under way: ${rails}. There may be another.`;
    case "of-another-request":
      return `The Rail that was made for this request belongs to another request, too: ${rails}.`;
  }
}

/** Why no Rail should have been created, if that is so. */
const ALTHOUGH: Partial<Record<Status, string>> = {
  pending:
    "it is not approved at present (approvals can lapse, or be lost when an older backup is put back)",
  denied: "it was denied",
  withdrawn: "it was withdrawn",
  expired: "it had expired",
  voided: "it had been closed",
  failed: "the service had said that it refused it",
};

const railCount = ({ railIds, unnamed }: Quarantined) => railIds.length + unnamed;

function railsOf({ railIds, unnamed }: Quarantined): string {
  const withoutId = unnamed > 0 ? [`${unnamed} that the service shows without an id`] : [];
  return shortened([...railIds, ...withoutId].join(", "), 200, "(no id known)");
}

/** One line of the history. */
export function quarantineText(because: QuarantinedBecause): string {
  switch (because) {
    case "differs":
      return "The service shows something other than what was approved: quarantined";
    case "several":
      return "More than one Rail exists for it: quarantined";
    case "uncalled-for":
      return "A Rail exists for it, although none was to be made: quarantined";
    case "earlier-attempt":
      return "A Rail of an earlier attempt came up: quarantined";
    case "of-another-request":
      return "Its Rail belongs to another request, too: quarantined";
  }
}
