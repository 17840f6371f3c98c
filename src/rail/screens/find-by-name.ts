import type { Db } from "../../platform/database/schema.ts";
import { actions, button, header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { searchable, shortened } from "../../platform/text/shown-text.ts";
import { buttonValue } from "../../request/card/button-value.ts";
import { railButton } from "../../request/card/rail-button.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findRequest, listRequestNames } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf, railIdOf } from "../../request/rules/change-request.ts";
import { adoptionOf } from "../../request/rules/outcome/adopted.ts";
import { knownRailRows } from "./rail-row.ts";

/** A Rail, or a request without one, whose name has what was typed in it. */
export type Hit = { title: string } & (
  | { railId: string; request?: ChangeRequest }
  | { railId: undefined; request: ChangeRequest }
);

const MOST_HITS = 10;
const MOST_NAMESAKES = 50;
/** The search covers this many Rails made elsewhere, newest first. */
const MOST_RAILS = 1_000;

/**
 * Newest first, case and accents aside: the Rails of exactly this name, or else the last request of it, or else all that
 * have it in their names, Rails before requests without one.
 */
export async function findByName(db: Db, workspaceId: string, what: string): Promise<Hit[]> {
  const wanted = searchable(what);
  const names = (await listRequestNames(db, workspaceId)).map(({ requestId, name }) => ({
    requestId,
    name: searchable(name),
  }));
  const read = async (found: typeof names) => {
    const requests = found.map(({ requestId }) => findRequest(db, { workspaceId, requestId }));
    return railsFirst((await Promise.all(requests)).flatMap((request) => request ?? []));
  };
  const exact = await read(names.filter(({ name }) => name === wanted).slice(0, MOST_NAMESAKES));
  const rails = exact.filter(({ railId }) => railId !== undefined);
  if (exact.length > 0) return (rails.length > 0 ? rails : exact.slice(0, 1)).slice(0, MOST_HITS);
  const parts = names.filter(({ name }) => name.includes(wanted)).slice(0, MOST_HITS);
  const hits = [...(await read(parts)), ...(await unnamed(db, workspaceId, wanted))];
  return hits.slice(0, MOST_HITS);
}

function railsFirst(requests: readonly ChangeRequest[]): Hit[] {
  const hits = requests.map((request): Hit => {
    const title = `${shortened(request.content.change.name, 60)} · ${numberOf(request)}`;
    return { title, request, railId: adoptionOf(request)?.railId ?? railIdOf(request) } as Hit;
  });
  return [
    ...hits.filter(({ railId }) => railId !== undefined),
    ...hits.filter(({ railId }) => railId === undefined),
  ];
}

/** Rails made elsewhere, by their route and where they deliver. */
async function unnamed(db: Db, workspaceId: string, wanted: string): Promise<Hit[]> {
  const { id } = await findCurrentConnection(db, workspaceId);
  return (await knownRailRows(db, id, MOST_RAILS))
    .filter(({ known, name }) => known.owner === null && searchable(name).includes(wanted))
    .map(({ name, known }) => ({ title: `🔴 ${name}`, railId: known.rail.railId }));
}

export function hitList(what: string, hits: readonly Hit[]): Message {
  return messageWith(
    "Several matches",
    header(`Several matches for “${shortened(what, 60)}”`),
    ...hits.map((hit) => {
      const buttons =
        hit.railId === undefined
          ? [button("Open", action.showRequest, buttonValue(hit.request))]
          : railButton("Open", action.openRail, hit.railId);
      return section(hit.title, ...buttons);
    }),
    hits.length >= MOST_HITS && section("Only the newest are shown. Add a word."),
  );
}

export function noMatch(what: string): Message {
  return messageWith(
    "No match",
    header(`No match for “${shortened(what, 60)}”`),
    section("Try part of a name, an id, or a request number, for example R-142."),
    actions(
      button("All Rails", action.showRails, "all"),
      button("Open requests", action.showPending, "pending"),
    ),
  );
}
