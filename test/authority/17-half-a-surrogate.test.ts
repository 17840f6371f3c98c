import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { createRailsElsewhere } from "../e2e/rails-elsewhere.ts";
import { answerText, approve, ask, cardReading } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox({ choresEverySeconds: { "read-rails": 1 } });

it("a Rail with no id and half a surrogate is counted, told once to the approvers, and holds no creation up", async () => {
  const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
  sandbox.rails.faults.add({
    operation: "GET /rails",
    times: Number.POSITIVE_INFINITY,
    fault: {
      kind: "shown-otherwise",
      values: { id: null, "source.bank_account.display_name": "Half \ud83d" },
    },
  });
  await createRailsElsewhere(sandbox, 2);

  await ben.waitFor(
    async () => (await answerText(ben, "/rail health")).includes("Rails that cannot be read: 2."),
    "health to count them",
  );
  const told = async () =>
    (await ana.messages(APPROVALS)).filter(({ text = "" }) => text.includes("cannot be read"));
  const [message] = await ana.waitFor(async () => {
    const found = await told();
    return found.some(({ text }) => text?.startsWith("2 Rails")) && found;
  }, "the approvals channel to be told");
  expect(plainTextOf(message ?? {})).toContain("without an id and without a readable name");

  const card = await ask(ana, { name: "Goes on" });
  await approve(ben, card);
  await approve(cal, card);

  await cardReading(ana, "Goes on", "DONE");
  await sandbox.restart();
  const asked = sandbox.rails.calls().length;
  await ana.waitFor(
    () =>
      sandbox.rails
        .calls()
        .slice(asked)
        .filter(({ path }) => path.endsWith("/rails")).length > 2,
    "two more walks",
  );
  // The third is our own, which this service garbles as well.
  const titles = (await told()).map(({ text }) => text);
  expect(titles).toEqual([...new Set(titles)]);
}, 120_000);
