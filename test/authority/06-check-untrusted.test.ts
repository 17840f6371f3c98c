import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { createRailsElsewhere } from "../e2e/rails-elsewhere.ts";
import { answerText, approve, ask, cardReading, privateAnswer } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox();

const PAYABLE = "The Rail's deposit instructions say what to send, and how.";

/** The virtual account of the newest Rail at the service. */
function newestAccount(): string {
  const iban = /"iban":"(GB\w{20})"/.exec(JSON.stringify(sandbox.rails.rails("Acme").at(-1)));
  return iban?.[1] ?? "";
}

it("an entry point of a Rail made elsewhere is answered with a red warning first, and whom to ask", async () => {
  const [ana, ben] = [sandbox.as(ANA), sandbox.as(BEN)];
  await createRailsElsewhere(sandbox, 1);
  await answerText(ana, "/rail list");
  const account = newestAccount();

  const checked = await answerText(ana, `/rail check ${account}`);

  expect(checked).toMatch(
    /🔴 Warning: do not send money to it\. Deposits for Rail rail_.* go to it\. The Rail was created outside Signalbox and is not approved\. Ask the approvers first\./,
  );
  expect(checked).toMatch(/Approvers to ask: .*U0BEN/);
  expect(checked).not.toContain(PAYABLE);
  await ben.command(TREASURY, `Pay the invoice into ${account}`);
  const message = (await ben.messages(TREASURY)).findLast((each) => !each.ephemeral);
  const beside = await privateAnswer(ana, TREASURY, () =>
    ana.shortcut({ channel: TREASURY, ts: message?.ts ?? "" }, "check_payment_details"),
  );
  expect(plainTextOf(beside)).toContain("🔴 Warning: do not send money to it.");
}, 120_000);

it("an entry point of a quarantined Rail is answered with a red warning and its request", async () => {
  const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
  const made = await ask(ana, { name: "Good at first" });
  await approve(ben, made);
  await approve(cal, made);
  await cardReading(ana, "Good at first", "DONE");
  const account = newestAccount();
  await answerText(ana, "/rail list");
  expect(await answerText(ana, `/rail check ${account}`)).toContain(PAYABLE);

  sandbox.rails.faults.add({
    operation: "GET /rails/{rail}",
    fault: { kind: "shown-otherwise", values: { "destination.wallet.is_custodial": true } },
  });
  await answerText(ana, "/rail show Good at first");
  await cardReading(ana, "Good at first", "QUARANTINED");

  const checked = await answerText(ana, `/rail check ${account}`);
  expect(checked).toMatch(
    /🔴 Warning: do not send money to it\. Deposits for Rail Good at first .* go to it\. The Rail is quarantined\. Read the card of R-\d+ and ask the approvers\./,
  );
  expect(checked).toMatch(/Approvers to ask: .*U0BEN/);
  expect(checked).not.toContain(PAYABLE);
}, 120_000);
