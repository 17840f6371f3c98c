import { readKnown, warningsAbout } from "../destination/known.ts";
import type { Db } from "../platform/database/db.ts";
import { valueKey } from "../platform/payment-details/destination-value.ts";
import type { CreateRail, Traits, Warning } from "../request/rules/content.ts";
import { routeKey } from "../request/rules/content.ts";
import { type RailRow, readRails, type Service } from "../request/store/mirror.ts";
import { railColumns } from "../request/store/rail-columns.ts";
import { readRequests } from "../request/store/requests.ts";

const MOST_READ = 1_000;

/** What is red about its destination is so until a Rail to it has matched its approval. */
export async function traitsOf(db: Db, service: Service, change: CreateRail): Promise<Traits> {
  const { workspace, connection } = service;
  const destination = valueKey(change.destination.value);
  const filter = { connection, kinds: ["create-rail"], destination } as const;
  const { requests } = await readRequests(db, workspace, filter, MOST_READ);
  const isFirstUse = !requests.some(({ state }) => {
    const result = state.is === "done" ? state.result : null;
    return result && "matched" in result && result.matched;
  });
  const known = isFirstUse ? await readKnown(db, workspace, connection) : [];
  const first: Warning[] = [...warningsAbout(change.destination, known), { is: "first-use" }];
  const second = await secondRails(db, service, change);
  const warnings = [...(isFirstUse ? first : []), ...second];
  return { type: change.type, destination, isFirstUse, warnings };
}

/** More in one review would push the facts out of sight. */
const MOST_NAMED = 3;

/** Rails of the same route, also those made elsewhere, and requests for one: each once. */
async function secondRails(db: Db, service: Service, change: CreateRail): Promise<Warning[]> {
  const { workspace, connection } = service;
  const route = routeKey(change, valueKey(change.destination.value));
  const destination = valueKey(change.destination.value);
  const filter = { connection, kinds: ["create-rail"], destination, route } as const;
  const { requests } = await readRequests(db, workspace, filter, MOST_READ);
  const asked = requests.filter(({ state }) => state.is !== "closed");
  const rails = (await readRails(db, service)).filter(
    (row) => isOfRoute(row, change, route) && !asked.some(({ id }) => id === row.owner),
  );
  return [
    ...asked.map(({ content, requestedAt: since }) => ({ ...content.change, since })),
    ...rails.map(({ rail, firstSeen }) => ({
      name: rail.id ?? "no id",
      since: rail.createdAt ?? firstSeen,
    })),
  ]
    .slice(0, MOST_NAMED)
    .flatMap((each) =>
      "name" in each ? [{ is: "second-rail", name: each.name, since: each.since } as const] : [],
    );
}

/** A Rail that shows neither its destination's value nor another id may be of this route. */
function isOfRoute({ rail }: RailRow, change: CreateRail, route: string): boolean {
  const shown = railColumns(rail);
  const { id } = change.destination;
  const mayBe = shown.destination === null && (shown.destination_id ?? id) === id;
  return shown.route === route || (mayBe && shown.route === routeKey(change, ""));
}
