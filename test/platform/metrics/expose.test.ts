import { expect, it } from "vitest";
import { expose } from "../../../src/platform/metrics/expose.ts";
import { createMetrics } from "../../../src/platform/metrics/metrics.ts";

const STORED = {
  requests: [{ kind: "create-rail", state: "pending", count: 3 }],
  queues: [{ queue: "sweep", waiting: 2, oldestSeconds: 7.5 }],
  deadLetters: [{ job: "create-rail", count: 1 }],
  isFrozen: true,
};

it("reads what the database knows anew each time, and says of all other kinds and states that there is none", async () => {
  let stored = STORED;
  const { text } = expose(createMetrics(), async () => stored);

  expect(await text()).toContain('signalbox_requests{kind="create-rail",state="pending"} 3\n');
  stored = { ...STORED, requests: [], isFrozen: false };
  const later = await text();

  expect(later).toContain('signalbox_requests{kind="create-rail",state="pending"} 0\n');
  expect(later).toContain('signalbox_requests{kind="retire-destination",state="voided"} 0\n');
  expect(later).toContain('signalbox_jobs_waiting{queue="sweep"} 2\n');
  expect(later).toContain('signalbox_oldest_job_age_seconds{queue="sweep"} 7.5\n');
  expect(later).toContain('signalbox_dead_letters{job="create-rail"} 1\n');
  expect(later).toContain("signalbox_frozen 0\n");
});

it("tells the rest, and nothing that was true before, while the database does not answer", async () => {
  let isDown = false;
  const { text } = expose(createMetrics(), async () => {
    if (isDown) throw new Error("The database is away");
    return STORED;
  });
  await text();

  isDown = true;
  const said = await text();

  expect(said).toContain("signalbox_store_up 0\n");
  expect(said).toContain("process_resident_memory_bytes ");
  expect(said).toContain("signalbox_frozen Nan\n");
  expect(said).not.toMatch(
    /signalbox_(requests|jobs_waiting|oldest_job_age_seconds|dead_letters)\{/,
  );
});

it("keeps to a registry of its own", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.listenerFailures.inc({ listener: "command" });

  expect(await one.registry.metrics()).toContain('{listener="command"} 1');
  expect(await other.registry.metrics()).not.toContain('{listener="command"}');
});
