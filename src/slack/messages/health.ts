import type { Status } from "../../domain/change-request.ts";
import type { GivenUp, Health } from "../../services/health.ts";
import type { JobName } from "../../services/ports.ts";
import { actions, button, header } from "../blocks.ts";
import { action } from "../ids.ts";
import type { Message } from "../message.ts";
import type { Leaf } from "../rich-text.ts";
import { bold, date, lines, richText, warningLine } from "../rich-text.ts";
import { shortened } from "../text.ts";
import { counted } from "../times.ts";
import { environmentName } from "../words.ts";
import { frozenLeaves } from "./freeze.ts";

/** What is named; more are counted. */
const MOST_NAMED = 10;

/** How sending and the background work of a workspace are doing. */
export function health(facts: Health): Message {
  const { freeze, connection, railsReadAt, oldestWaiting, givenUp } = facts;
  const sending = freeze.frozen
    ? warningLine(...frozenLeaves(freeze.frozen))
    : lines([bold("Sending: "), "on"]);
  return {
    text: freeze.frozen ? "Sending is frozen" : "How Signalbox is doing",
    blocks: [
      header("How Signalbox is doing"),
      richText(
        sending,
        lines(
          [
            bold("Rail service: "),
            `${new URL(connection.baseUrl).host} · ${environmentName(connection.environment)}`,
          ],
          [
            bold("All Rails last read: "),
            ...(railsReadAt === null ? ["never"] : [date(railsReadAt)]),
          ],
          [bold("Open requests: "), openText(facts)],
          [
            bold("Oldest work that could be done now: "),
            ...(oldestWaiting === null ? ["none waits"] : ["since ", date(oldestWaiting)]),
          ],
        ),
      ),
      richText(lines(...givenUpRows(givenUp))),
      ...(freeze.frozen
        ? [actions(button("Let sending go on", action.resumeSending, "resume"))]
        : []),
      ...(givenUp.length > 0
        ? [actions(button("Try them again", action.retryDeadLetters, "retry"))]
        : []),
    ],
  };
}

function openText({ open }: Health): string {
  const parts = Object.entries(open).map(([status, count]) => `${count} ${inWords(status)}`);
  return parts.length === 0 ? "none" : parts.join(", ");
}

const inWords = (status: string) => status.replaceAll("-", " ") satisfies string | Status;

const JOBS: Record<JobName, string> = {
  "create-rail": "sending a Rail",
  "reconcile-rail": "looking for a Rail",
  "verify-rail": "reading a Rail back",
  "post-instructions": "posting deposit instructions",
  "update-approval-card": "drawing a card",
  "raise-alarm": "calling people",
  "expire-request": "ending an expired request",
  "void-request": "ending a request that cannot be done",
  "whitelist-destination": "whitelisting a destination",
  "keep-register": "changing the register",
};

function givenUpRows(givenUp: readonly GivenUp[]): Leaf[][] {
  if (givenUp.length === 0) return [[bold("Given up: "), "nothing"]];
  const left = givenUp.length - MOST_NAMED;
  return [
    [bold("Given up after many tries:")],
    ...givenUp
      .slice(0, MOST_NAMED)
      .map(({ job, requestNumber, since, because }) => [
        `${requestNumber === null ? "a request that is gone" : `R-${requestNumber}`}: ${JOBS[job]}, since `,
        date(since),
        `. ${shortened(because, 200)}`,
      ]),
    ...(left > 0 ? [[`and ${counted(left, "more job")}`]] : []),
  ];
}
