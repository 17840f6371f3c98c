import { afterAll, beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, approve, ask, cardReading, cards } from "./steps.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

it("after a restart the first approval still counts, the card's buttons work, and one Rail is made", async () => {
  const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
  const card = await ask(ana, { name: "Payroll float" });
  await approve(ben, card);
  await cardReading(ben, "Payroll float", "WAITING 1 of 2");

  await sandbox.restart();

  expect(await answerText(cal, "/rail")).toContain("1 request waits for you.");
  await approve(cal, await cardReading(cal, "Payroll float", "WAITING 1 of 2"));
  const done = plainTextOf(await cardReading(ana, "Payroll float", "DONE"));
  expect(done).toContain(`<@${BEN}>`);
  expect(done).toContain(`<@${CAL}>`);
  expect(sandbox.rails.rails("Acme")).toHaveLength(1);
  expect(await cards(ana)).toHaveLength(1);
});

it("after another restart its Rail is listed and shown, with the same instructions", async () => {
  const ana = sandbox.as(ANA);
  const words = (text: string) => text.split("\n").filter((line) => !line.startsWith("Checked"));
  const before = words(await answerText(ana, "/rail show Payroll float"));

  await sandbox.restart();

  expect(words(await answerText(ana, "/rail show Payroll float"))).toEqual(before);
  expect(await answerText(ana, "/rail list")).toMatch(/1 Rail\nPayroll float\n.* · R-1 · /);
  const posted = (await ana.messages(TREASURY)).filter(
    (each) => !each.ephemeral && plainTextOf(each).includes("Payroll float"),
  );
  expect(posted).toHaveLength(1);
});
