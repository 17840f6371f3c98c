import type { Message } from "../../src/platform/slack/message.ts";
import type { List } from "../../src/request/list/list.ts";
import { listScreen } from "../../src/request/list/list-screen.ts";
import type { KnownRail } from "../../src/request/queries/rails/known-rails.ts";
import { EVERYTHING, LONGEST_QUERY } from "../../src/request/rules/list-query.ts";
import type { ListRow } from "../../src/request/rules/list-row.ts";
import { seenRail } from "../../src/request/rules/outcome/seen-rail.ts";
import { ANA, aDispute, anOnRampRail, NOW, RAIL_ID } from "./builders.ts";

/** A page of a list in the middle, narrowed by as much foreign text as people may type. */
export function aListScreen<Row extends ListRow>(
  list: List<Row>,
  rows: readonly Row[],
  foreign: string,
  surface: "message" | "view" = "message",
): Message {
  // A person types text that is well formed and on one line, and no quotation marks in a name.
  const typed = foreign.toWellFormed().replaceAll(/["“”]/g, "'").replaceAll(/\s+/g, " ").trim();
  const part = typed.slice(0, (LONGEST_QUERY - 40) / 2).toWellFormed();
  return listScreen({
    ...{ list, rows, surface, now: NOW, command: "/rail", problem: "A name has no end." },
    query: { ...EVERYTHING, to: part || null, by: "@ana", parts: part === "" ? [] : [part] },
    assets: Array.from({ length: 30 }, () => foreign.slice(0, 20) || "GBP"),
    foot: ["Rails at the service: not read yet."],
    ...{ page: 2, pageCount: 3, total: 23, all: 40 },
  });
}

/** A Rail of the list, with one foreign text wherever the service or people may put one. */
export function aKnownRail(foreign: string, { isApproved = false } = {}): KnownRail {
  const seen = seenRail(anOnRampRail({ id: RAIL_ID }), NOW);
  if (!seen) throw new Error("It has an id");
  const owner = { number: 142, name: foreign, requestedBy: ANA, standing: "approved" as const };
  return {
    rail: {
      ...seen,
      railId: foreign,
      sourceAsset: foreign,
      destinationAsset: foreign,
      destination: { ...seen.destination, displayName: foreign },
      createdAt: foreign,
      ...(isApproved ? {} : { dispute: aDispute({ reason: foreign }) }),
    },
    isMissing: false,
    isReported: false,
    isUnreviewed: false,
    owner: isApproved ? owner : null,
  };
}
