import { type Known, warningsAbout } from "../destination/known.ts";
import type { Db } from "../platform/database/db.ts";
import { valueKey } from "../platform/payment-details/destination-value.ts";
import {
  type CreateRail,
  isOfKind,
  MOST_OF_ROUTE,
  routeKey,
  type Traits,
  type TrustRail,
  type Warning,
} from "../request/rules/content.ts";
import { isOpen, issuedRail, type Request } from "../request/rules/request.ts";
import { type RailRow, readRails, type Service } from "../request/store/mirror.ts";
import { railColumns } from "../request/store/rail-columns.ts";
import { readRequests } from "../request/store/requests.ts";

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
  const destination = valueKey(change.destination.value);
  const requests = await readRequestsTo(db, service, destination);
  const first = firstUse(requests, change.destination, known);
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
  // Anybody can ask for more than a review names.
  const inOrder = asked.toSorted((one, other) => Number(isOpen(one)) - Number(isOpen(other)));
  const second = [
    ...rails.map(({ rail, firstSeen }) =>
      secondRail(rail.id ?? "no id", rail.createdAt ?? firstSeen),
    ),
    ...inOrder.map((request) => ({
      ...secondRail(request.name, request.requestedAt),
      ...(isOpen(request) && { isWaiting: true as const }),
    })),
  ];
  const warnings = [...first, ...second.slice(0, MOST_OF_ROUTE)];
  return { type: change.type, destination, isFirstUse: first.length > 0, warnings };
}

/** What is red about trusting one: its destination alone, as the Rail itself is there. */
export async function trustTraits(
  db: Db,
  service: Service,
  { shown, value, registeredAs }: Pick<TrustRail, "shown" | "value" | "registeredAs">,
  known: readonly Known[],
): Promise<Traits> {
  const destination = valueKey(value);
  const requests = await readRequestsTo(db, service, destination);
  const warnings = firstUse(requests, { name: registeredAs ?? "", value }, known);
  const type = shown.type === "EXCHANGE" ? null : shown.type;
  return { type, destination, isFirstUse: warnings.length > 0, warnings };
}

/** Those about Rails to one destination. */
async function readRequestsTo(db: Db, { workspace, connection }: Service, destination: string) {
  const filter = { connection, kinds: ["create-rail", "trust-rail"], destination } as const;
  return (await readRequests(db, workspace, filter)).requests;
}

/** What is red about a destination until a Rail to it matched; empty from then on. */
function firstUse(
  requests: readonly Request[],
  destination: Pick<Known, "name" | "value">,
  known: readonly Known[],
): Warning[] {
  const isUsed = requests.some((request) => issuedRail(request)?.matched);
  return isUsed ? [] : [...warningsAbout(destination, known), { is: "first-use" }];
}

const secondRail = (name: string, since: string) => ({ is: "second-rail", name, since }) as const;

/** A Rail that shows neither its destination's value nor another id may be of this route. */
function isOfRoute({ rail }: RailRow, change: CreateRail, route: string): boolean {
  const shown = railColumns(rail);
  const { id } = change.destination;
  const mayBe = shown.destination === null && (shown.destination_id ?? id) === id;
  return shown.route === route || (mayBe && shown.route === routeKey(change, ""));
}
