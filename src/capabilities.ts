import { contents as destination } from "./destination/contents.ts";
import { contents as freeze } from "./freeze/contents.ts";
import { contents as home } from "./home/contents.ts";
import { queueGauges } from "./platform/queue/queue-gauges.ts";
import { contents as policy } from "./policy/contents.ts";
import { contents as rail } from "./rail/contents.ts";
import type { Contents } from "./request/capability.ts";
import { contents as request } from "./request/contents.ts";

/** Everything that Signalbox can do. The binders read these lists, and nothing else names what is in them. */
const CAPABILITIES: readonly Contents[] = [request, rail, destination, policy, freeze, home];

/** All that the queue can be asked for. */
export const WORK = {
  jobs: CAPABILITIES.flatMap(({ jobs = [] }) => jobs),
  chores: CAPABILITIES.flatMap(({ chores = [] }) => chores),
};

export const GAUGES = [...CAPABILITIES.flatMap(({ gauges = [] }) => gauges), ...queueGauges(WORK)];
