import { expect, it } from "vitest";
import { meteredFetch } from "../../../src/platform/metrics/metered-fetch.ts";
import { createMetrics } from "../../../src/platform/metrics/metrics.ts";
import type { Lie } from "../../support/lying-server.ts";
import { startLyingServer } from "../../support/lying-server.ts";

const says =
  (status: number, body: string): Lie =>
  (response) =>
    response.writeHead(status).end(body);
const cutOff: Lie = (response) => {
  response.writeHead(200, { "content-length": "50" });
  response.write("{", () => response.destroy());
};

it.each([
  ["ok", says(200, '{"ok":true}'), "/api/chat.postMessage", "chat.postMessage"],
  ["refused", says(200, '{"ok":false,"error":"is_archived"}'), "/api/users.info", "users.info"],
  ["rate-limited", says(429, ""), "/api/chat.update", "chat.update"],
  [
    "rate-limited",
    says(200, '{"ok":false,"error":"ratelimited"}'),
    "/api/views.open",
    "views.open",
  ],
  ["failed", says(200, "<p>A proxy"), "/api/chat.update", "chat.update"],
  ["failed", says(503, '{"ok":true}'), "/api/chat.update", "chat.update"],
  ["no-answer", cutOff, "/api/chat.update", "chat.update"],
  ["ok", says(200, "ok"), "/response/secret", "other"],
  ["failed", says(404, "no"), "/upload/secret", "other"],
  ["ok", says(200, "ok"), "/api/../secret.token", "other"],
] as const)("counts as %s what is answered so", async (outcome, lie, path, method) => {
  await using slack = await startLyingServer(lie);
  const metrics = createMetrics();
  const fetch = meteredFetch(metrics, `${slack.origin}/api/`);

  const answer = await fetch(`${slack.origin}${path}`, { method: "POST", body: "token=canary" });

  await answer.text().catch(() => {});
  const said = await metrics.registry.metrics();
  expect(said).toContain(
    `signalbox_slack_api_call_seconds_count{method="${method}",outcome="${outcome}"} 1\n`,
  );
  expect(said).not.toMatch(/secret|canary/);
});

it("leaves the answer whole, and an error as it is", async () => {
  const slack = await startLyingServer(says(200, '{"ok":true,"ts":"1.2"}'));
  const metrics = createMetrics();
  const fetch = meteredFetch(metrics, `${slack.origin}/api/`);

  const answer = await fetch(`${slack.origin}/api/chat.update`);
  expect(await answer.json()).toEqual({ ok: true, ts: "1.2" });
  await slack[Symbol.asyncDispose]();

  await expect(fetch(`${slack.origin}/api/chat.update`)).rejects.toThrow(TypeError);
  expect(await metrics.registry.metrics()).toContain(
    'signalbox_slack_api_call_seconds_count{method="chat.update",outcome="no-answer"} 1\n',
  );
});
