import { expect, it, onTestFinished } from "vitest";
import { GAUGES } from "../../../src/capabilities.ts";
import { expose } from "../../../src/platform/metrics/expose.ts";
import type { Gauge } from "../../../src/platform/metrics/gauge.ts";
import { createMetrics } from "../../../src/platform/metrics/metrics.ts";
import { openTemporary } from "../../support/embedded.ts";

it("shows every gauge, with 0 for each kind and state that has no request, until the database is away", async () => {
  const database = await openTemporary("with-tables");
  const { text } = expose(createMetrics(), GAUGES, database.db);

  const said = await text();
  await database.close();
  const later = await text();

  for (const { name, help } of GAUGES) expect(said).toContain(`# HELP ${name} ${help}\n`);
  expect(said).toContain('signalbox_requests{kind="retire-destination",state="voided"} 0\n');
  expect(said).toContain('signalbox_jobs_waiting{queue="sweep"} 0\n');
  expect(said).toContain('signalbox_dead_letters{job="create-rail"} 0\n');
  expect(said).toContain("signalbox_frozen 0\n");
  expect(said).toContain("signalbox_store_up 1\n");
  expect(later).toContain("signalbox_store_up 0\n");
  expect(later).toContain("process_resident_memory_bytes ");
  expect(later).toContain("signalbox_frozen Nan\n");
  expect(later).not.toMatch(
    /signalbox_(requests|jobs_waiting|oldest_job_age_seconds|dead_letters)\{/,
  );
});

it("forgets a figure that a gauge no longer reads", async () => {
  const { db, close } = await openTemporary();
  onTestFinished(close);
  let size = "large";
  const boxes: Gauge = {
    name: "signalbox_boxes",
    help: "Boxes.",
    labels: ["size"],
    read: async () => [{ labels: { size }, value: 7.5 }],
  };
  const { text } = expose(createMetrics(), [boxes], db);
  expect(await text()).toContain('signalbox_boxes{size="large"} 7.5\n');

  size = "small";
  const later = await text();

  expect(later).toContain('signalbox_boxes{size="small"} 7.5\n');
  expect(later).not.toContain('{size="large"}');
});

it("keeps to a registry of its own", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.listenerFailures.inc({ listener: "command" });

  expect(await one.registry.metrics()).toContain('{listener="command"} 1');
  expect(await other.registry.metrics()).not.toContain('{listener="command"}');
});
