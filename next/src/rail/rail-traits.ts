import { type Known, warningsAbout } from "../destination/known.ts";
import type { Db } from "../platform/database/db.ts";
import { valueKey } from "../platform/payment-details/destination-value.ts";
import {
  type CreateRail,
  isOfKind,
  routeKey,
  type Traits,
  type Warning,
} from "../request/rules/content.ts";
import { isOpen } from "../request/rules/request.ts";
import { type RailRow, readRails, type Service } from "../request/store/mirror.ts";
import { railColumns } from "../request/store/rail-columns.ts";
import { readRequests } from "../request/store/requests.ts";

/** No company has more. */
const ALL = 100_000;
/** More in one review would push the facts out of sight. */
const MOST_NAMED = 3;

/**
 * What is red about a Rail. What is red about its destination is so until a Rail to it has matched
 * its approval. A second Rail is one of the same route, also one made elsewhere, or a request for
 * one: each once.
 */
export async function traitsOf(
  db: Db,
  service: Service,
  change: CreateRail,
  known: readonly Known[],
): Promise<Traits> {
  const { workspace, connection } = service;
  const destination = valueKey(change.destination.value);
  const filter = { connection, kinds: ["create-rail"], destination } as const;
  const { requests } = await readRequests(db, workspace, filter, ALL);
  const isFirstUse = !requests.some(({ state }) => {
    const result = state.is === "done" ? state.result : null;
    return result && "matched" in result && result.matched;
  });
  const first: Warning[] = [...warningsAbout(change.destination, known), { is: "first-use" }];

  const route = routeKey(change, destination);
  const asked = requests.flatMap(({ content, ...request }) => {
    const isSame =
      isOfKind(content, "create-rail") && routeKey(content.change, destination) === route;
    return isSame && request.state.is !== "closed"
      ? [{ ...request, name: content.change.name }]
      : [];
  });
  const rails = (await readRails(db, service)).filter(
    (row) => isOfRoute(row, change, route) && !asked.some(({ id }) => id === row.owner),
  );
  const second = [
    ...asked.map((request) => ({
      ...secondRail(request.name, request.requestedAt),
      ...(isOpen(request) && { isWaiting: true as const }),
    })),
    ...rails.map(({ rail, firstSeen }) =>
      secondRail(rail.id ?? "no id", rail.createdAt ?? firstSeen),
    ),
  ].slice(0, MOST_NAMED);
  const warnings = [...(isFirstUse ? first : []), ...second];
  return { type: change.type, destination, isFirstUse, warnings };
}

const secondRail = (name: string, since: string) => ({ is: "second-rail", name, since }) as const;

/** A Rail that shows neither its destination's value nor another id may be of this route. */
function isOfRoute({ rail }: RailRow, change: CreateRail, route: string): boolean {
  const shown = railColumns(rail);
  const { id } = change.destination;
  const mayBe = shown.destination === null && (shown.destination_id ?? id) === id;
  return shown.route === route || (mayBe && shown.route === routeKey(change, ""));
}
