import { CHANGE_KINDS } from "../authority/kinds.ts";
import type { Gauge } from "../platform/metrics/gauge.ts";
import { countRequests } from "./queries/count-requests.ts";
import { STATUSES } from "./rules/status.ts";

export const requestsGauge: Gauge = {
  name: "signalbox_requests",
  help: "Requests in the store.",
  labels: ["kind", "state"],
  async read(db) {
    const counted = await countRequests(db);
    // A kind that has no request in a state is 0, so that an alert sees it rise.
    const none = CHANGE_KINDS.flatMap((kind) =>
      STATUSES.map((state) => ({ labels: { kind, state }, value: 0 })),
    );
    const some = counted.map(({ kind, state, count }) => ({
      labels: { kind, state },
      value: count,
    }));
    return [...none, ...some];
  },
};
