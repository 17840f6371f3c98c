import type { KnownBlock } from "@slack/types";
import { valueKey } from "../platform/payment-details/destination-value.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { modal } from "../platform/slack/blocks/views.ts";
import { nameOf, placeText, quoted } from "../request/card/change-lines.ts";
import { numberOf } from "../request/card/facts.ts";
import { joined } from "../request/card/people.ts";
import { publicReason, requestForm } from "../request/forms/request-form.ts";
import { retire as retireRequest } from "../request/rules/at-once.ts";
import { isOfKind } from "../request/rules/content.ts";
import type { Request } from "../request/rules/request.ts";
import { readRailsTo, serviceOf } from "../request/store/mirror.ts";
import { readRequests } from "../request/store/requests.ts";
import { toKnown } from "./known.ts";

/**
 * *Remove from register*: one approver takes a destination out at once. What waits to deliver there
 * is void with it; its Rails stay, as nothing can delete them.
 */
export const retire = requestForm({
  ...{ deed: "retire", needsReason: true },
  done: "It is removed. New Rails cannot use it.",

  async draw({ context: { db } }, request, frame) {
    const { workspace, content } = request;
    const known = toKnown(request);
    if (!known) throw new TypeError("Only a destination can be removed");
    const filter = {
      connection: content.connection.id,
      kinds: ["create-rail"],
      destination: valueKey(known.value),
    } as const;
    const { requests } = await readRequests(db, workspace, filter);
    const shown = await readRailsTo(db, serviceOf(content), known.serviceId ?? "");
    const elsewhere = shown.filter(({ owner }) => owner === null).length;
    return modal({ ...frame, blocks: retireBlocks(request, requests, elsewhere) });
  },

  async read({ delivery: { person: by } }, { reason }) {
    return (request, around) => retireRequest(request, by, reason, around);
  },
});

const MOST_NAMED = 5;

/** `requests`: those for Rails to it. `elsewhere`: how many Rails to it nobody asked for here. */
export function retireBlocks(
  request: Request,
  requests: readonly Request[],
  elsewhere: number,
): Part<KnownBlock>[] {
  const { content } = request;
  if (!isOfKind(content, "add-destination")) return [];
  const { value } = content.change;
  const rails = requests.filter(({ state }) => state.is === "done");
  const waiting = requests.filter(({ state }) => state.is === "pending" || state.is === "ready");
  const names = rails.map(({ content: { change: of } }) => ("name" in of ? quoted(of.name) : ""));
  const count = rails.length + elsewhere;
  return [
    richText(
      section(
        ["Remove ", nameOf(request), ` · ${placeText(value)}. New Rails cannot use it.`],
        count === 0
          ? [`No Rail pays this ${value.kind}.`]
          : [
              `Rails to it stay live, with a warning: ${shortened(names, count)}. `,
              "Report a problem with any that nobody should pay into.",
            ],
        waiting.length > 0 && [
          `Requests that will be closed: ${shortened(waiting.map(numberOf))}.`,
        ],
      ),
    ),
    publicReason({ isFocused: true }),
  ];
}

/** `count`: how many there are in all. */
function shortened(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, MOST_NAMED);
  const more = count - shown.length;
  return joined([...shown, ...(more > 0 ? [`${more} more`] : [])], "and");
}
