import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendApprovedBytes } from "../../src/evidence/approved-bytes.ts";
import type { Context } from "../../src/request/context.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ACME, ANA, BEN, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, answerTo, ask, privateAnswer } from "../e2e/steps.ts";
import { requested } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { openTestStore } from "../support/store.ts";

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

it("sends whoever looks at a request its bytes as a file, from /rail show", async () => {
  const ben = sandbox.as(BEN);
  const { ts } = await answerTo(ben, "/rail show R-1");
  const press = () => ben.click({ channel: TREASURY, ts }, "Get the approved bytes");

  expect(plainTextOf(await privateAnswer(ben, TREASURY, press))).toContain("R-1-approved.json");
  expect(await directly()).toContain("R-1-approved.json");
});

it("sends a file whose SHA-256 is the digest that approvers see", async () => {
  const store = await openTestStore();
  const world = await aWorld(store);
  const { deps, workspaceId } = world;
  const request = await requested(world);
  const sums: string[] = [];
  const messenger = {
    ...deps.messenger,
    sendFile: async (_: string, __: string, { bytes }: { bytes: Uint8Array }) =>
      void sums.push(createHash("sha256").update(bytes).digest("hex")),
  };
  const press = sendApprovedBytes({ ...deps, messenger } as unknown as Context);
  const body = { team: { id: workspaceId }, user: { id: BEN } };

  await press({ action: { value: `R-${request.number}` }, body, respond: async () => {} } as never);

  expect(sums).toEqual([request.digest]);
  await store.close();
});
