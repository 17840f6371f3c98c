import type { Db } from "../../platform/database/db.ts";
import { type ContentOf, isOfKind } from "../rules/content.ts";
import type { Request } from "../rules/request.ts";
import { type Filter, readRequests } from "./requests.ts";

/** A registered destination: the done request that registered it. */
export interface Destination {
  request: Request;
  content: ContentOf<"add-destination">;
  serviceId: string;
}

const PAGE = 500;

/** The register of a connection, newest first: done `add-destination` requests whose rows are intact. */
export async function readDestinations(
  q: Db,
  workspace: string,
  connection: string,
  narrowed: Pick<Filter, "destination" | "destinationId"> = {},
): Promise<Destination[]> {
  const filter: Filter = {
    ...narrowed,
    connection,
    kinds: ["add-destination"],
    statuses: ["done"],
  };
  const destinations: Destination[] = [];
  let before: number | null = null;
  do {
    const page = await readRequests(
      q,
      workspace,
      before === null ? filter : { ...filter, before },
      PAGE,
    );
    destinations.push(...page.requests.flatMap((request) => toDestination(request) ?? []));
    before = page.next;
  } while (before !== null);
  return destinations;
}

/** Null if the request registered none. */
export function toDestination(request: Request): Destination | null {
  const { content, state } = request;
  if (!isOfKind(content, "add-destination") || state.is !== "done") return null;
  if (!state.result || !("serviceId" in state.result)) return null;
  return { request, content, serviceId: state.result.serviceId };
}
