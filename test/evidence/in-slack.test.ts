import { beforeAll, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ACME,
  ANA,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  EVE,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { press } from "../e2e/set-up-steps.ts";
import { answerText, approve, ask, cardOf, cardReading } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const app = { ...acmeSeed.app, scopes: [...acmeSeed.app.scopes] };
const sandbox = useSandbox({ seed: { ...acmeSeed, app } });
beforeAll(() => ask(sandbox.ana, { name: "Payroll float" }), 60_000);

const directly = async () => (await sandbox.as(BEN).directMessages()).map(plainTextOf).join("\n");

it("sends an administrator the audit of a period as one file, and says that it verifies", async () => {
  const now = new Date().toISOString();
  const answer = await answerText(sandbox.as(BEN), `/rail audit 2026-01-01 ${now}`);

  expect(answer).toMatch(/^Audit exported: \d+ entries and 1 request, sent to you/);
  expect(answer).toMatch(/It verifies with the key [0-9a-f]{64}\./);
  expect(answer).toContain(`The period ends at ${now}.`);
  expect(await directly()).toContain(`signalbox-audit-${ACME}-2026-01-01-`);
  expect(await answerText(sandbox.as(BEN), "/rail audit 2026-01-01 2026-01-02")).toContain(
    "The period ends as 2026-01-02 begins (UTC). Entries up to the next signed one are included.",
  );
  for (const slip of ["2026-7", "0026", "0026-Q3"]) {
    expect(await answerText(sandbox.as(BEN), `/rail audit ${slip}`)).toContain(
      "Give a year, quarter or month",
    );
  }
  expect(await answerText(sandbox.as(BEN), "/rail audit 2026-01-01 2999-01-01")).toContain(
    "The period ends in the future.",
  );
});

it("says so where the app may send no files", async () => {
  const scopes = app.scopes.splice(app.scopes.indexOf("files:write"), 1);
  const answer = await answerText(sandbox.as(BEN), "/rail audit 2026-01-01 2026-01-02");
  app.scopes.push(...scopes);

  expect(answer).toContain("Slack did not take the file.");
  expect(answer).toContain("Health says whether Signalbox may send files");
});

const WITH_AN_AUDITOR = `cool-down: 0h
rules:
  - name: Everything
    approvals: 2
    approvers: [${BEN}, ${CAL}, ${DEE}]
auditors: ${EVE}
`;

it("sends it to an auditor whom the approvers agreed to, whatever the set-up form changes, and to no other member", async () => {
  const [ana, ben, cal, eve] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL), sandbox.as(EVE)];
  const exported = () => answerText(eve, "/rail audit 2026-01-01 2026-01-02T00:00:00Z");
  const REFUSED = "Only administrators, owners and auditors can export the audit.";
  expect(await exported()).toContain(REFUSED);

  await ana.command(TREASURY, "/rail policy propose");
  await ana.waitFor(() => ana.modal(), "the policy as text");
  await ana.fill("The policy", WITH_AN_AUDITOR);
  await ana.fill("Reason", "The yearly audit");
  await ana.submit();
  await ana.submit();
  const card = await cardOf(ana, "Policy version 2");
  expect(plainTextOf(card)).toContain(`more may read the whole audit: <@${EVE}>`);
  for (const approver of [ben, cal]) await approve(approver, card);
  await cardReading(ana, "Policy version 2", "IN EFFECT");
  expect(await exported()).toContain("Audit exported");
  expect(await answerText(ana, "/rail audit 2026-01-01 2026-01-02")).toContain(REFUSED);

  await ben.command(TREASURY, "/rail setup");
  await ben.waitFor(() => ben.modal(), "the set-up");
  await press(ben, "Change approvals needed", "Approval rules");
  await ben.fill("How many have to approve", "1");
  await ben.fill("Reason", "Dee is away");
  await ben.submit();
  await ben.submit();
  const second = await cardOf(ana, "Policy version 3");
  for (const approver of [cal, sandbox.as(DEE)]) await approve(approver, second);
  await cardReading(ana, "Policy version 3", "IN EFFECT");
  expect(await answerText(eve, "/rail policy")).toContain("Auditors, who may export the audit");
});
