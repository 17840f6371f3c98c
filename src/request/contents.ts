import { deadLetters, jobsWaiting, oldestJobAge } from "../platform/queue/queue-gauges.ts";
import type { Contents } from "./capability.ts";
import { requestsGauge } from "./requests-gauge.ts";
import { pendingCommand } from "./screens/pending.ts";
import { withdrawCommand } from "./screens/withdraw.ts";

export const contents: Contents = {
  commands: [pendingCommand, withdrawCommand],
  gauges: [requestsGauge, jobsWaiting, oldestJobAge, deadLetters],
};
