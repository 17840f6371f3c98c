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

/** No company has more. */
const ALL = 100_000;

/** A connection's register, newest first: its done, intact `add-destination` requests. */
export async function readDestinations(
  q: Db,
  workspace: string,
  connection: string,
  narrowed: Pick<Filter, "destination" | "destinationId"> = {},
): Promise<Destination[]> {
  const register: Filter = { connection, kinds: ["add-destination"], statuses: ["done"] };
  const { requests } = await readRequests(q, workspace, { ...narrowed, ...register }, ALL);
  return requests.flatMap((request) => toDestination(request) ?? []);
}

/** Null if the request registered none. */
export function toDestination(request: Request): Destination | null {
  const { content, state } = request;
  if (!isOfKind(content, "add-destination") || state.is !== "done") return null;
  if (!state.result || !("serviceId" in state.result)) return null;
  return { request, content, serviceId: state.result.serviceId };
}
