import type { KnownBlock } from "@slack/types";
import type { Environment } from "../../domain/change.ts";
import type { ChangeRequest } from "../../domain/change-request.ts";
import type { Policy } from "../../domain/policy.ts";
import { actions, button, header, section } from "../blocks.ts";
import { action } from "../ids.ts";
import type { Message } from "../message.ts";
import { bold, lines, richText } from "../rich-text.ts";
import { shortened } from "../text.ts";
import { counted } from "../times.ts";
import { environmentName } from "../words.ts";
import { requestRow } from "./request-row.ts";

export interface Home {
  /** The slash command, such as `/rail`. */
  command: string;
  workspaceName: string;
  environment: Environment;
  /** Requests that this person may approve and has not approved yet. */
  waitingForMe: readonly ChangeRequest[];
  /** Newest first. */
  myRequests: readonly ChangeRequest[];
  policy: Policy;
}

/** What waits for me, what I asked for, and the button that starts a Rail. */
export function home(props: Home): Message {
  const { command, waitingForMe, myRequests, policy } = props;
  const waits = waitsText(waitingForMe.length);
  return {
    text: waits,
    blocks: [
      header(
        `Rails · ${shortened(props.workspaceName, 60)} · ${environmentName(props.environment)}`,
      ),
      richText(lines([bold(`${waits}.`)])),
      ...firstOf(waitingForMe, policy, `The others stand in ${command} pending.`),
      richText(
        lines([
          bold(myRequests.length === 0 ? "You have asked for nothing yet." : "You asked for:"),
        ]),
      ),
      ...firstOf(
        myRequests,
        policy,
        `${command} show R-142 opens any of the others by its number.`,
      ),
      actions(
        button("New Rail", action.newRail, "new", { style: "primary" }),
        button("All open requests", action.showPending, "1"),
      ),
      section(`${command} help says what else there is.`),
    ],
  };
}

const MOST_ROWS = 5;

/** The home is an overview: the first few, how many more there are, and where they stand. */
function firstOf(
  requests: readonly ChangeRequest[],
  policy: Policy,
  whereOthersAre: string,
): KnownBlock[] {
  const left = requests.length - MOST_ROWS;
  return [
    ...requests.slice(0, MOST_ROWS).flatMap((request) => requestRow(request, policy)),
    ...(left > 0 ? [section(`and ${left} more. ${whereOthersAre}`)] : []),
  ];
}

function waitsText(count: number): string {
  if (count === 0) return "Nothing waits for you";
  return `${counted(count, "request")} ${count === 1 ? "waits" : "wait"} for you`;
}
