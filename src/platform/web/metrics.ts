import { Counter, Gauge as Instrument, Registry } from "prom-client";
import { type Db, statement } from "../database/db.ts";

/** A figure that the database holds, of all workspaces together: every scrape reads it anew. */
export interface Gauge {
  name: `signalbox_${string}`;
  help: string;
  /** What tells its values apart: words of ours, and never an id. Empty for a single value. */
  label: string;
  /** SQL that brings `label` (text, null for a single value) and `value`. */
  sql: string;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** What `/metrics` says: the gauges, and what this process has counted since it started. */
export function createMetrics(gauges: readonly Gauge[], db: Db) {
  const counted = new Registry();
  const deliveries = new Counter({
    ...{ name: "signalbox_deliveries_total", help: "What Slack delivered, by what became of it" },
    ...{ labelNames: ["outcome"], registers: [counted] },
  });
  const callErrors = new Counter({
    ...{ name: "signalbox_call_errors_total", help: "Calls of a service that failed, by code" },
    ...{ labelNames: ["service", "code"], registers: [counted] },
  });
  const parts = gauges.map(
    ({ name, sql }) => `select '${name}' as name, label, value::float8 as value from (${sql}) g`,
  );
  const all = statement<Figure>(parts.join(" union all "));

  return {
    delivered: (outcome: "taken" | "refused") => deliveries.inc({ outcome }),
    failed: (service: "slack" | "rail", code: string) => callErrors.inc({ service, code }),

    /** In Prometheus's text format. Without an answer of the database its figures are left out. */
    async text(): Promise<string> {
      const figures = await db.query(all).catch(() => null);
      // A gauge without a label would say 0 where it knows nothing.
      const read = new Registry();
      const single = (name: string, help: string, value: number) =>
        new Instrument({ name, help, registers: [read] }).set(value);
      single("signalbox_database_up", "Whether the database answered this", figures ? 1 : 0);
      single("signalbox_memory_bytes", "Memory of this process", process.memoryUsage.rss());
      for (const { name, help, label } of gauges) {
        const values = figures?.filter((each) => each.name === name) ?? [];
        if (values.length === 0) continue;
        const labelNames = label === "" ? [] : [label];
        const instrument = new Instrument({ name, help, labelNames, registers: [read] });
        for (const each of values) {
          instrument.set(each.label === null ? {} : { [label]: each.label }, each.value);
        }
      }
      return `${await counted.metrics()}\n${await read.metrics()}`;
    },
  };
}

interface Figure {
  name: string;
  label: string | null;
  value: number;
}
