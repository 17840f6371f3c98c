import type { Gauge } from "../platform/metrics/gauge.ts";
import { isAnyFrozen } from "../request/queries/freezes.ts";

export const frozenGauge: Gauge = {
  name: "signalbox_frozen",
  help: "1 while sending is frozen in any workspace.",
  labels: [],
  read: async (db) => [{ value: (await isAnyFrozen(db)) ? 1 : 0 }],
};
