import { deadLetters, jobsWaiting, oldestJobAge } from "../platform/queue/queue-gauges.ts";
import type { Contents } from "./capability.ts";
import { requestsGauge } from "./requests-gauge.ts";

export const contents: Contents = {
  gauges: [requestsGauge, jobsWaiting, oldestJobAge, deadLetters],
};
