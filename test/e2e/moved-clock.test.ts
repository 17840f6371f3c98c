import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { approve, ask, cardReading } from "./steps.ts";

/** A day, in which the request expires, and what the sweep allows the expiry's own job. */
const DAY_AND_MORE = 86_400_000 + 120_000;

const sandbox = useSandbox({ choresEverySeconds: { sweep: 1 } });

it("a request expires when the sandbox's clock is set a day ahead, and what follows is of that day", async () => {
  const { ana, ben, cal } = sandbox;
  await ask(ana, { name: "Left lying" });

  sandbox.slack.clock.advance(DAY_AND_MORE);
  const tomorrow = sandbox.slack.clock.now();

  await cardReading(ana, "Left lying", "EXPIRED");
  const card = await ask(ana, { name: "Payroll float" });
  expect(Number(card.ts) * 1000).toBeGreaterThanOrEqual(tomorrow);
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ana, "Payroll float", "DONE");
  const instructions = await ana.waitFor(
    async () =>
      (await ana.messages(TREASURY)).find((message) => plainTextOf(message).includes("Pay into")),
    "the instructions",
  );
  expect(plainTextOf(instructions)).toContain("Payroll float");
  const [rail, ...others] = sandbox.rails.rails("Acme");
  expect(others).toEqual([]);
  expect(Date.parse(createdAt(rail))).toBeGreaterThanOrEqual(tomorrow);
});

const createdAt = (rail: unknown): string =>
  typeof rail === "object" && rail !== null && "created_at" in rail ? String(rail.created_at) : "";
