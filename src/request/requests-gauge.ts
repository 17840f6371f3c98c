import type { Gauge } from "../platform/metrics/gauge.ts";
import { countRequests } from "./queries/count-requests.ts";
import { CHANGE_KINDS } from "./rules/change-kind.ts";
import type { Status } from "./rules/change-request.ts";

const STATES: Record<Status, true> = {
  pending: true,
  approved: true,
  blocked: true,
  sending: true,
  unknown: true,
  created: true,
  verified: true,
  done: true,
  quarantined: true,
  "needs-a-person": true,
  "in-force": true,
  denied: true,
  withdrawn: true,
  expired: true,
  voided: true,
  failed: true,
};

export const requestsGauge: Gauge = {
  name: "signalbox_requests",
  help: "Requests in the store.",
  labels: ["kind", "state"],
  async read(db) {
    const counted = await countRequests(db);
    // A kind that has no request in a state is 0, so that an alert sees it rise.
    const none = CHANGE_KINDS.flatMap((kind) =>
      Object.keys(STATES).map((state) => ({ labels: { kind, state }, value: 0 })),
    );
    const some = counted.map(({ kind, state, count }) => ({
      labels: { kind, state },
      value: count,
    }));
    return [...none, ...some];
  },
};
