import { valueKey } from "../../platform/payment-details/destination-value.ts";
import { routeKey } from "../rules/content.ts";
import { isOpen, issuedRail, type Request, serviceIdOf } from "../rules/request.ts";

/** What the columns beside a request's body repeat of it, for indexes. */
export function columnsOf(request: Request) {
  const { number, content, state, requestedBy } = request;
  const { change, connection } = content;
  const own = { number, requested_by: requestedBy, status: state.is, is_open: isOpen(request) };
  const row = { ...own, connection: connection.id, kind: change.kind };
  switch (change.kind) {
    case "create-rail": {
      const destination = valueKey(change.destination.value);
      const route = routeKey(change, destination);
      // The Rail that it made or was linked to.
      const rail_id = state.is === "created" ? state.railId : (issuedRail(request)?.railId ?? null);
      return { ...row, destination, destination_id: change.destination.id, route, rail_id };
    }
    case "add-destination": {
      const destination_id = serviceIdOf(request) ?? change.serviceId;
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
