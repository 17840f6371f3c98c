import { valueKey } from "../../platform/payment-details/destination-value.ts";
import { routeKey } from "../rules/content.ts";
import { isOpen, type Request, railIdOf } from "../rules/request.ts";

/** What the columns beside a request's body repeat of it, for indexes. */
export function columnsOf(request: Request) {
  const { number, content, state, requestedBy } = request;
  const { change, connection } = content;
  const own = { number, requested_by: requestedBy, status: state.is, is_open: isOpen(request) };
  const none = {
    destination: null,
    destination_id: null,
    route: null,
    rail_id: null,
    trusts: null,
  };
  const row = { ...own, ...none, connection: connection.id, kind: change.kind };
  switch (change.kind) {
    case "create-rail": {
      const destination = valueKey(change.destination.value);
      const route = routeKey(change, destination);
      const destination_id = change.destination.id;
      return { ...row, destination, destination_id, route, rail_id: ownRailOf(request) };
    }
    case "add-destination": {
      const result = state.is === "done" ? state.result : null;
      const destination_id = result && "serviceId" in result ? result.serviceId : change.serviceId;
      return { ...row, destination: valueKey(change.value), destination_id };
    }
    case "trust-rail": {
      const destination = valueKey(change.value);
      return { ...row, destination, trusts: state.is === "done" ? change.railId : null };
    }
    case "change-settings":
    case "resume":
      return row;
  }
}

/** The Rail that it made or was linked to. */
function ownRailOf({ state }: Request): string | null {
  return state.is === "created" ? state.railId : railIdOf({ state });
}
