import { collectDefaultMetrics, Gauge as Instrument } from "prom-client";
import type { Db } from "../database/schema.ts";
import type { Figure, Gauge } from "./gauge.ts";
import type { Metrics } from "./metrics.ts";

export interface Exposition {
  contentType: string;
  /** All metrics in Prometheus's text format. */
  text: () => Promise<string>;
}

/** Adds Node's metrics of the process, and the gauges; without an answer of the database their figures are left out. */
export function expose(
  { registry, storeUp }: Metrics,
  gauges: readonly Gauge[],
  db: Db,
): Exposition {
  collectDefaultMetrics({ register: registry });
  const shown = gauges.map((gauge) => {
    const { name, help, labels, read } = gauge;
    const instrument = new Instrument({ name, help, labelNames: labels, registers: [registry] });
    return { instrument, hasLabels: labels.length > 0, read };
  });
  // One after the other: a scrape takes one connection of the database, not one for each gauge.
  const readAll = async () => {
    const figures: (readonly Figure[])[] = [];
    for (const { read } of shown) figures.push(await read(db));
    return figures;
  };
  return {
    contentType: registry.contentType,
    async text() {
      const figures = await readAll().catch(() => undefined);
      storeUp.set(figures ? 1 : 0);
      for (const [index, { instrument, hasLabels }] of shown.entries()) {
        // A gauge without labels cannot be left out: its absence has to be a value.
        if (hasLabels) instrument.reset();
        else instrument.set(Number.NaN);
        for (const { labels = {}, value } of figures?.[index] ?? []) instrument.set(labels, value);
      }
      return registry.metrics();
    },
  };
}
