import { afterEach, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, cardOf, cardReading, fillForm } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox();
afterEach(() => sandbox.rails.faults.clear());

it.each([
  ["ON_RAMP", "source.bank_account.currency", "EUR", "source.bank_account.currency"],
  ["ON_RAMP", "destination.wallet.is_custodial", true, "destination.wallet.is_custodial"],
  ["OFF_RAMP", "destination.bank_account.currency", "EUR", "destination.bank_account.currency"],
  ["ON_RAMP", "metadata.external_id.1", "other words", "metadata.external_id"],
] as const)(
  "an %s that is read back with another %s (%s) is quarantined, and nobody learns how to pay in",
  async (type, path, value, field) => {
    const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
    // From its creation on: a service that differs from its own first answer was caught before.
    sandbox.rails.faults.add({
      operation: "*",
      times: Number.POSITIVE_INFINITY,
      fault: { kind: "shown-otherwise", values: { [path]: value } },
    });
    const name = `Differs by ${path}`;

    await fillForm(ana, { name, type });
    await ana.fill("Your reference", "PO-2026-117");
    await ana.submit();
    if ((await ana.modal())?.callback_id === "new_rail") {
      await ana.choose("Create a second Rail?", ["another"]);
      await ana.submit();
    }
    await ana.submit();
    const card = await cardOf(ana, name);
    await approve(ben, card);
    await approve(cal, card);

    const stopped = plainTextOf(await cardReading(ana, name, "QUARANTINED"));
    expect(stopped).toContain(field);
    expect(stopped).toContain("Do not send money to it");
    const instructions = (await ana.directMessages()).filter(({ text }) =>
      text?.startsWith("Deposit instructions"),
    );
    expect(instructions).toEqual([]);
  },
  120_000,
);
