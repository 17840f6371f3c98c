import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, answerTo, approve, ask, cardReading, privateAnswer } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  [ana, ben] = [sandbox.as(ANA), sandbox.as(BEN)];
});
afterAll(() => sandbox.stop());

it("shows approvers what was given up, and has it tried again when they say so", async () => {
  const card = await ask(ana, { name: "Never drawn" });
  sandbox.slack.faults.failNext("chat.update", { error: "missing_scope" }, 1_000);
  await approve(ben, card);

  const shown = await ben.waitFor(
    async () => {
      const answer = await answerTo(ben, "/rail health");
      return plainTextOf(answer).includes("drawing its card") && answer;
    },
    "the job that was given up",
    { withinMs: 60_000 },
  );
  const text = plainTextOf(shown);
  expect(text).toMatch(/R-\d+: drawing its card, since .+\. Why: /);
  expect(text).toContain("Open requests: 1 waiting for approval");
  expect(text).toMatch(/🟢 Fine · Scopes: all \d+ are granted/);
  expect(text).toMatch(/🟢 Fine · Token of the Rail service: \S+ was accepted just now/);
  expect(text).toContain("🟢 Fine · Clock: agrees with Slack's");
  expect(text).toContain(new URL(sandbox.rails.baseUrl).host);
  expect(text).not.toContain(sandbox.railToken());
  expect(await answerText(ana, "/rail health")).toContain("Only approvers and administrators");

  sandbox.slack.faults.clear();
  const at = { channel: TREASURY, ts: shown.ts };
  const tried = await privateAnswer(ben, TREASURY, () => ben.click(at, "Try them again"));
  expect(plainTextOf(tried)).toContain("1 job tried again now.");
  await cardReading(ana, "Never drawn", "WAITING 1 of 2", 20_000);
  const again = await privateAnswer(ben, TREASURY, () => ben.click(at, "Try them again"));
  expect(plainTextOf(again)).toContain("There is nothing left to try again.");
  expect(await answerText(ben, "/rail health")).toContain("Given up after many tries: nothing");
}, 120_000);
