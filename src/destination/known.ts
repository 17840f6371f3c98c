import type { Db } from "../platform/database/db.ts";
import { type DestinationValue, valueKey } from "../platform/payment-details/destination-value.ts";
import { tokenContractOf } from "../platform/payment-details/known-addresses.ts";
import { lookAlikesOf } from "../platform/payment-details/look-alike.ts";
import type { Rail } from "../platform/rail-api/rail.ts";
import { date, type Line } from "../platform/slack/blocks/rich-text.ts";
import { isAlikeName } from "../platform/text/names.ts";
import type { Mark } from "../request/card/face.ts";
import { markOf } from "../request/card/faces.ts";
import { usableFrom } from "../request/card/facts.ts";
import type { Obstacle } from "../request/rules/around.ts";
import { isOfKind, type Warning } from "../request/rules/content.ts";
import { type Request, serviceIdOf } from "../request/rules/request.ts";
import type { Settings } from "../request/rules/settings.ts";
import { type RailRow, readShownAs, type Service } from "../request/store/mirror.ts";
import { destinationOf, isShownOtherwise } from "../request/store/rail-columns.ts";
import { type Filter, readRequests } from "../request/store/requests.ts";

/** A destination of the register, or one that waits to enter it. */
export interface Known {
  request: Request;
  name: string;
  value: DestinationValue;
  /** Its id at the service; null while the service does not have it. */
  serviceId: string | null;
  isRegistered: boolean;
}

/** The register of a connection and what waits to enter it, newest first. */
export async function readKnown(db: Db, { workspace, connection }: Service): Promise<Known[]> {
  const filter: Filter = { connection, kinds: ["add-destination"] };
  const { requests } = await readRequests(db, workspace, filter);
  return requests.flatMap((request) => toKnown(request) ?? []);
}

/** The registered one among these that a request registered. */
export function registeredBy(
  known: readonly Known[],
  id: string,
): (Known & { serviceId: string }) | null {
  const found = known.find(({ request, isRegistered }) => isRegistered && request.id === id);
  return found && found.serviceId !== null ? { ...found, serviceId: found.serviceId } : null;
}

/** The name in the register of where a Rail delivers, by the key of its value; null for none. */
export function registeredIn(known: readonly Known[], rail: Rail, key: string): string | null {
  const { id } = destinationOf(rail);
  const found = known.find(
    (each) =>
      each.isRegistered && valueKey(each.value) === key && (id === null || each.serviceId === id),
  );
  return found?.name ?? null;
}

/** Null for all else. */
export function toKnown(request: Request): Known | null {
  const { content, state } = request;
  if (!isOfKind(content, "add-destination") || state.is === "closed") return null;
  const registeredAs = serviceIdOf(request);
  const { name, value, serviceId } = content.change;
  const isRegistered = registeredAs !== null;
  return { request, name, value, serviceId: registeredAs ?? serviceId, isRegistered };
}

/** A destination's state on every screen, and why else it cannot be used. `rails`: all of its service. */
export function useOf(
  { request, value, serviceId, isRegistered }: Known,
  rails: readonly RailRow[],
  { settings, now }: { settings: Settings; now: string },
): { mark: Mark; why: Line | null } {
  const shown = rails.map(({ rail }) => destinationOf(rail));
  if (isRegistered && isShownOtherwise(shown, { id: serviceId, key: valueKey(value) })) {
    const mark = { sign: "🔴", state: "Held" } as const;
    return { mark, why: ["The Rail service shows another value"] };
  }
  const mark = markOf({ request, settings, now, trust: null, naming: null });
  const from = usableFrom(request, settings);
  return { mark, why: isRegistered && from > now ? ["Usable from ", date(from)] : null };
}

/** What is alarming about a destination beside all others that are known; worst first. */
export function warningsAbout(
  { name, value }: Pick<Known, "name" | "value">,
  known: readonly Pick<Known, "name" | "value" | "isRegistered">[],
): Warning[] {
  const others = registeredFirst(known).filter((each) => valueKey(each.value) !== valueKey(value));
  const alike = registeredFirst(lookAlikesOf(value, others).map((each) => each.known));
  const namesakes = others.filter((each) => isAlikeName(each.name, name));
  return [
    ...(tokenContractOf(value) === null ? [] : [{ is: "token-contract" } as const]),
    ...alike.map(({ isRegistered, ...each }) => ({
      ...({ is: "looks-like", name: each.name, value: each.value } as const),
      ...(!isRegistered && { isWaiting: true as const }),
    })),
    ...namesakes.map((each) => ({ is: "name-alike", name: each.name }) as const),
  ];
}

/** Anybody can ask for more look-alikes than a review shows. */
const registeredFirst = <T extends { isRegistered: boolean }>(known: readonly T[]) =>
  known.toSorted((one, other) => Number(other.isRegistered) - Number(one.isRegistered));

/**
 * Whether a Rail, or the register, knows this id by another value: then nobody knows where money
 * goes. Of two that were whitelisted at once neither saw the other's id. `id`: null while the
 * service does not show it.
 */
export async function contradictionOf(
  db: Db,
  service: Service,
  known: readonly Known[],
  { id, value }: { id: string | null; value: DestinationValue },
): Promise<Obstacle | null> {
  if (id === null) return null;
  const registered = known.flatMap((each) =>
    each.isRegistered ? { id: each.serviceId, key: valueKey(each.value) } : [],
  );
  const shown = [...registered, ...(await readShownAs(db, service, id))];
  return isShownOtherwise(shown, { id, key: valueKey(value) })
    ? { is: "void", because: "destination-contradicted" }
    : null;
}
