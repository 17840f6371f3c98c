import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ACME, ANA, BEN } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, ask } from "../e2e/steps.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  await ask(sandbox.as(ANA), { name: "Payroll float" });
}, 60_000);
afterAll(() => sandbox.stop());

const directly = async () => (await sandbox.as(BEN).directMessages()).map(plainTextOf).join("\n");

it("sends an administrator the audit of a period as one file, and says that it verifies", async () => {
  const now = new Date().toISOString();
  const answer = await answerText(sandbox.as(BEN), `/rail audit 2026-01-01 ${now}`);

  expect(answer).toMatch(/^Audit exported: \d+ entries and 1 request, sent to you/);
  expect(answer).toMatch(/It verifies with the key [0-9a-f]{64}\./);
  expect(await directly()).toContain(`signalbox-audit-${ACME}-2026-01-01-`);
  expect(await answerText(sandbox.as(BEN), "/rail audit 2026")).toContain("Give two dates");
  expect(await answerText(sandbox.as(BEN), "/rail audit 2026-01-01 2999-01-01")).toContain(
    "The period ends in the future.",
  );
});
