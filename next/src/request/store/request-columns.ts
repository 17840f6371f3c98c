import { valueKey } from "../../platform/payment-details/destination-value.ts";
import { routeKey } from "../rules/content.ts";
import type { Request, State } from "../rules/request.ts";

/** What the columns beside a request's body repeat of it, for indexes. */
export function columnsOf({ content, state }: Request) {
  const { change, connection } = content;
  const row = { connection: connection.id, kind: change.kind };
  switch (change.kind) {
    case "create-rail": {
      const destination = valueKey(change.destination.value);
      const route = routeKey(change, destination);
      const destination_id = change.destination.id;
      return { ...row, destination, destination_id, route, rail_id: railIdOf(state) };
    }
    case "add-destination": {
      const destination_id = change.serviceId ?? serviceIdOf(state);
      const destination = valueKey(change.value);
      return { ...row, destination, destination_id, route: null, rail_id: null };
    }
    case "resume":
      return { ...row, destination: null, destination_id: null, route: null, rail_id: null };
  }
}

/** The Rail that it made or was linked to. */
export function railIdOf(state: State): string | null {
  if (state.is === "created") return state.railId;
  return state.is === "done" && state.result && "railId" in state.result
    ? state.result.railId
    : null;
}

function serviceIdOf(state: State): string | null {
  return state.is === "done" && state.result && "serviceId" in state.result
    ? state.result.serviceId
    : null;
}
