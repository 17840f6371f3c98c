import type { RichTextBlockElement, RichTextSection } from "@slack/types";
import { AUTHORITY } from "../../authority/table.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyableInline,
  date,
  lines,
  mentions,
  user,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Change } from "../rules/change.ts";
import { isDestinationChange } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { subjectOf } from "../rules/kind-rules.ts";
import { moreRemediesAt, remediesFor } from "../rules/remedies-for.ts";
import type { ProposedRemedy, TwoPersonRemedy } from "../rules/remedy.ts";
import type { In } from "../rules/status.ts";
import { valueName } from "./change-facts.ts";
import type { RegisteredFacts, RequestFacts } from "./request-facts.ts";
import { unproven } from "./request-warnings.ts";
import { candidateList, questionAboutRail } from "./unknown-outcome.ts";

/** The meaning of a finished change of the register; it tells about `destination` once that is read. */
export function inForce(
  request: Pick<ChangeRequest, "content" | "state">,
  { since, serviceId }: In<"in-force">,
  destination: RequestFacts["destination"] | undefined,
): RichTextBlockElement[] {
  const { change } = request.content;
  if (!isDestinationChange(change) || serviceId === null) {
    return [lines(["In effect since ", date(since), "."])];
  }
  switch (change.kind) {
    case "retire-destination":
      return [
        lines(
          ["Since ", date(since), " no new Rail can pay it."],
          ["Existing Rails that pay it stay live."],
        ),
      ];
    case "whitelist-destination":
    case "import-destination":
      return [
        lines([
          ...["In the register since ", date(since), "."],
          ...(destination ? use(destination) : []),
        ]),
        ...(destination && !destination.isProven ? [unproven(change.details)] : []),
      ];
  }
}

function use({ whyUnusable, usableFrom }: RegisteredFacts): Line {
  switch (whyUnusable) {
    case undefined:
      return [" Ready to use."];
    case "cooling-down":
      return [" Rails can pay it from ", date(usableFrom), "."];
    case "retired":
      return [" It has been retired since."];
    case "contradicted":
      return [];
  }
}

/** The service shows something else under the id than people approved: only for a destination. */
export function contradicted(request: Pick<ChangeRequest, "content" | "state">): RichTextSection {
  const details = subjectOf(request)?.details;
  if (!details)
    return warningLine("the Rail service shows something other than what was approved.");
  const what = details.kind === "wallet" ? "wallet" : "bank account";
  return warningLine(
    `do not use this ${what}, and approve no Rail into it. The Rail service shows another ${valueName(details)} for its id than the one that was approved. An administrator has to ask the Rail service why.`,
  );
}

/** The ways out for people, or the proposal that one person made. */
export function wayOut(
  { content }: Pick<ChangeRequest, "content">,
  state: In<"needs-a-person">,
  remedies = remediesFor({ content, state }, state.since),
): RichTextBlockElement[] {
  if (state.remedy) {
    return [
      ...candidateList(state.candidates),
      lines(...proposalRows(state.remedy, content.change)),
    ];
  }
  if (content.change.kind === "create-rail") {
    const isOpen = remedies.includes("release-attempt");
    return questionAboutRail(
      { content },
      state,
      isOpen ? undefined : moreRemediesAt({ content, state }),
    );
  }
  const ways = remedies.includes("enter-id")
    ? "Look at the Rail service. If it exists, enter its id. If it does not, try once more or close it."
    : "It can be closed, and requested again.";
  return [lines([ways], ["A second approver has to agree."])];
}

/** `@ben proposes: …`, and who can agree. */
export function proposalRows(
  { by, at, remedy, agreed = [] }: ProposedRemedy,
  change: Change,
): Lines {
  const who =
    AUTHORITY[remedy.type].needs === "import-rule-too"
      ? "All approvals are needed again, and those of the rule for imports: not from "
      : "A second approver has to agree: not ";
  return [
    [user(by), " proposes, ", date(at), ": ", ...remedyLeaves(remedy, change)],
    [bold(who), user(by), bold(", and not the requester.")],
    agreed.length > 0 && ["Agreed so far: ", ...mentions(agreed)],
  ];
}

/** The proposal, as the end of a sentence. */
export function remedyLeaves(remedy: TwoPersonRemedy, { kind }: Pick<Change, "kind">): Line {
  const isRail = kind === "create-rail";
  switch (remedy.type) {
    case "enter-id":
      return ["the Rail service has it. Its id: ", copyableInline(remedy.serviceId)];
    case "release-attempt":
      return isRail
        ? ["the Rail does not exist: try once more."]
        : ["it does not exist at the Rail service: try once more."];
    case "close":
      return isRail
        ? ["close the request: nothing more is sent, and no deposit instructions are posted."]
        : ["close the request: nothing is put into the register, and nothing more is sent."];
  }
}
