import { expect, test } from "vitest";
import { runSql } from "../../harness/postgres.ts";
import type { Stage } from "../../harness/stage.ts";
import { ALWAYS, MINUTE } from "../creating.ts";
import { openTeam } from "../team.ts";

const TOKEN = "metrics-token-of-acme";

const ask = ({ processes }: Stage, path: string, token?: string) =>
  processes()[0]?.fetch(
    new Request(`https://signalbox.test${path}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    }),
  );

/** All figures of a scrape, each by its name with its labels. */
async function figures(stage: Stage): Promise<Map<string, number>> {
  const text = (await (await ask(stage, "/metrics", TOKEN))?.text()) ?? "";
  expect(text).not.toMatch(/[TUC]0[A-Z0-9]{4}|rail_|wa_|https?:/);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.replace(/^.* /, ""))]),
  );
}

test("metrics are there for who bears the token, without any id, and say what waits and what fails", async () => {
  await using stage = await openTeam({ env: { METRICS_TOKEN: TOKEN } });
  expect((await ask(stage, "/metrics"))?.status).toBe(401);
  expect((await ask(stage, "/metrics", `${TOKEN}x`))?.status).toBe(401);
  await stage.askForDestination();
  const before = await figures(stage);
  expect(before.get('signalbox_requests{status="pending"}')).toBe(1);
  expect(before.get("signalbox_frozen")).toBe(0);
  expect(before.get("signalbox_database_up")).toBe(1);
  expect(before.get("signalbox_memory_bytes")).toBeGreaterThan(2 ** 20);
  expect(before.get('signalbox_deliveries_total{outcome="taken"}')).toBeGreaterThan(2);
  expect(before.get("signalbox_walk_age_seconds")).toBeLessThan(60);

  stage.front.meet("GET /rails", () => new Response("no", { status: 500 }), ALWAYS);
  await stage.pass(5 * MINUTE);
  const after = await figures(stage);
  expect(after.get('signalbox_walks_failing{code="unavailable"}')).toBe(1);
  expect(after.get('signalbox_call_errors_total{service="rail",code="unavailable"}')).toBe(1);
  expect(after.get("signalbox_walk_age_seconds")).toBeGreaterThan(240);
  expect(after.get('signalbox_failing{loop="sync"}')).toBe(0);
  expect(after.get("signalbox_broken_records")).toBe(0);
  await runSql(
    stage.database.ownerUrl,
    `update signalbox.requests set body = replace(body, 'spring', 'autumn'), next_at = now()`,
  );
  await stage.settle();
  await stage.jump(10 * MINUTE);
  const later = await figures(stage);
  expect(later.get("signalbox_broken_records")).toBe(1);
  expect(later.get("signalbox_frozen")).toBe(1);
  expect(later.get('signalbox_due_seconds{loop="walk"}')).toBeGreaterThan(300);
});

test("without a token there are no metrics", async () => {
  await using stage = await openTeam();
  expect((await ask(stage, "/metrics", ""))?.status).toBe(404);
});
