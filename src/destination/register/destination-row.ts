import type { KnownBlock, RichTextBlockElement, RichTextSection } from "@slack/types";
import { destinationKey } from "../../platform/payment-details/payment-detail.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { actions, button } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  ago,
  bold,
  copyable,
  copyableInline,
  date,
  lines,
  mentions,
  named,
  richText,
  user,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { buttonValue } from "../../request/card/button-value.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFacts, paymentDetailOf, whyUnusable } from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import { code, person } from "../../request/words.ts";
import type { RegisterRow } from "./register-list.ts";

type Row<Is extends RegisterRow["is"]> = Extract<RegisterRow, { is: Is }>;

/** One line of the register, with its full value and what can be done about it. `isBrief`: where room is short. */
export function destinationRow(row: RegisterRow, now: string, isBrief: boolean): KnownBlock[] {
  switch (row.is) {
    case "registered":
      return registered(row, now, isBrief);
    case "waiting":
      return waiting(row, isBrief);
    case "unregistered":
      return unregistered(row, isBrief);
  }
}

function registered(
  { destination, railsInto, openRequest }: Row<"registered">,
  now: string,
  isBrief: boolean,
): KnownBlock[] {
  const names = railsInto.map(({ name, railId }) => name ?? railId);
  const seenAt = railsInto.flatMap(({ lastSeenAt }) => lastSeenAt ?? []);
  return [
    richText(
      lines(
        destinationTitle(destination, now),
        isBrief ? provenance(destination, 0) : provenance(destination),
        [
          names.length === 0 ? "Used by no Rail" : `Used by ${railNames(names, isBrief)}`,
          ...lastSeen(seenAt),
        ],
        ...(destination.provenAt === null && !isBrief ? [[UNPROVEN]] : []),
        ...asked(openRequest),
      ),
      ...contradiction(destination, isBrief),
      ...value(destinationFacts(destination).value, isBrief),
    ),
    ...(destination.retiredAt === null && openRequest === null
      ? [actions(button("Retire…", action.retireDestination, destination.id))]
      : []),
  ];
}

const UNPROVEN =
  "Unproven: the Rail service has not shown its id with this value yet, so the id is only a person's word.";

function waiting({ request }: Row<"waiting">, isBrief: boolean): KnownBlock[] {
  const { change } = request.content;
  const { details } = subjectOf(request);
  const verb = change.kind === "import-destination" ? "import" : "whitelist";
  return [
    richText(
      lines(
        [
          named(change.name),
          whatItIs(details.kind === "wallet" ? details.network : null),
          bold("waiting"),
        ],
        [
          `R-${request.number} asks to ${verb} it, by `,
          user(request.requestedBy),
          ", ",
          date(request.requestedAt),
        ],
      ),
      ...value(paymentDetailOf(details).value, isBrief),
    ),
    actions(button("Open", action.showRequest, buttonValue(request))),
  ];
}

function unregistered(
  { end, rails, openRequest }: Row<"unregistered">,
  isBrief: boolean,
): KnownBlock[] {
  const names = rails.map(({ railId }) => railId);
  const values = new Set(
    rails.flatMap(({ destination: { detail } }) => (detail ? [destinationKey(detail)] : [])),
  );
  const { serviceId } = end;
  return [
    richText(
      lines(
        [
          `Not approved here: “${shortened(end.displayName, 60)}”`,
          whatItIs(end.network),
          bold("not registered here"),
        ],
        [
          `Into it delivers ${railNames(names, isBrief)}, made elsewhere`,
          ...lastSeen(rails.map(({ lastSeenAt }) => lastSeenAt)),
        ],
        ...asked(openRequest),
      ),
      ...(values.size > 1
        ? [
            warningLine(
              "the Rail service shows this id with more than one value. Below stands the one seen last.",
            ),
          ]
        : []),
      ...(end.detail === null
        ? [lines(["The Rail service does not show its IBAN."])]
        : value(end.detail.value, isBrief)),
    ),
    ...(openRequest === null && isUsableId(serviceId)
      ? [actions(button("Import…", action.importDestination, JSON.stringify({ serviceId })))]
      : []),
  ];
}

/** Only a wallet has a network. */
function whatItIs(network: string | null): string {
  return network === null ? " · Bank account · " : ` · Wallet on ${code(network)} · `;
}

function asked(openRequest: number | null): Leaf[][] {
  return openRequest === null ? [] : [[`R-${openRequest} is about it, and waits.`]];
}

function value(text: string, isBrief: boolean): RichTextBlockElement[] {
  return isBrief ? [lines([copyableInline(text)])] : copyable(text);
}

const MOST_NAMED = 3;

/** `Rails “Payroll”, “Float” and 4 more` */
function railNames(names: readonly string[], isBrief: boolean): string {
  if (isBrief) return counted(names.length, "Rail");
  const first = names.slice(0, MOST_NAMED).map((name) => `“${shortened(name, 40)}”`);
  const more = names.length - first.length;
  return `${names.length === 1 ? "Rail" : "Rails"} ${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function lastSeen(times: readonly string[]): Leaf[] {
  const latest = times.reduce((one, other) => (one > other ? one : other), "");
  return latest === ""
    ? [" · not seen in a read-back yet"]
    : [" · last seen in a read-back ", ago(latest)];
}

/** `Treasury cold wallet · Wallet on SOLANA_DEVNET · may be used` */
export function destinationTitle(destination: Destination, now: string): Leaf[] {
  const { name, network } = destinationFacts(destination);
  return [
    named(name),
    whatItIs(network),
    ...destinationState(destination, now),
    ...(destination.provenAt === null ? [" · ", bold("unproven")] : []),
  ];
}

function destinationState(destination: Destination, now: string): Leaf[] {
  switch (whyUnusable(destination, now)) {
    case undefined:
      return ["may be used"];
    case "cooling-down":
      return ["cooling down until ", date(destination.usableFrom)];
    case "contradicted":
      return [bold("contradicted")];
    case "retired":
      return [
        "retired",
        ...(destination.retiredAt === null ? [] : [" ", date(destination.retiredAt)]),
      ];
  }
}

/** The red line of one of which the service shows something else under its id. */
export function contradiction({ contradictedAt }: Destination, isBrief = false): RichTextSection[] {
  if (contradictedAt === null) return [];
  if (isBrief) return [warningLine("contradicted by the Rail service. Send nothing to it.")];
  return [
    warningLine(
      "contradicted. The Rail service has shown its id with another value, first ",
      date(contradictedAt),
      ". Send nothing to it; an administrator has to ask the Rail service why.",
    ),
  ];
}

/** More approvers than this are counted instead of named. */
const MOST_APPROVERS = 5;

/** `Asked for by @ana, approved by @ben, @cal, whitelisted 12 days ago` */
export function provenance(
  { addedBy, approvedBy, addedAt }: Destination,
  mostNamed = MOST_APPROVERS,
): Leaf[] {
  return [
    "Asked for by ",
    person(addedBy),
    ...(approvedBy.length === 0 ? [] : [", approved by ", ...mentions(approvedBy, mostNamed)]),
    ", whitelisted ",
    ago(addedAt),
  ];
}
