import type { Gauge } from "../platform/metrics/gauge.ts";
import type { Command } from "./command.ts";

/** What a capability adds to Signalbox. Its `contents.ts` lists it, and `capabilities.ts` gathers the lists. */
export interface Contents {
  commands?: readonly Command[];
  gauges?: readonly Gauge[];
}
