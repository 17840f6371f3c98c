import { expect, it } from "vitest";
import { saveApprovalsChannel, savePolicyVersion } from "../../src/request/queries/setups.ts";
import { toPolicyDocument } from "../../src/request/rules/approval/usual-policy.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { chooseChannel, errorsOf, openSetup, press, setupReading } from "../e2e/set-up-steps.ts";
import { answerText, approve, cardReading, openReview } from "../e2e/steps.ts";
import { NOW } from "../support/builders.ts";
import type { Person } from "../support/person.ts";
import { withoutJobs } from "../support/store.ts";
import { anInstallation } from "./environment.ts";

const OTHER = { name: "Globex", token: "globex-token-of-slack-oken" };
const NEXT = { name: "Acme", token: "acme-next-token" };
const APPROVERS = [BEN, CAL, DEE].join(",");
const PINNED = { APPROVERS, APPROVALS_REQUIRED: "2", DESTINATION_COOL_DOWN_HOURS: "1" };

/** Looser in one rule of two, of which the other one hides it. */
const LOOSER = `cool-down: 0h
rules:
  - name: Small ones
    when:
      asset: GBP
    approvals: 2
    approvers: [${BEN}, ${CAL}, ${ANA}]
    expires-after: 1d
  - name: All else
    approvals: 2
    approvers: [${APPROVERS}]
    expires-after: 1d
`;

/** Ben administers the workspace, and is one of the approvers. */
async function fillIn(ben: Person, form: { approvers: string[]; quorum: string; hours: string }) {
  await ben.choose("Approvers", form.approvers);
  await ben.fill("How many have to approve", form.quorum);
  await ben.fill("Hours until a new destination can be used", form.hours);
}

const text = async (person: Person) => plainTextOf((await person.modal()) ?? {});

it("one administrator loosens nothing that the environment sets, before the set-up is whole and after", async () => {
  const { start, as } = await anInstallation();
  await start(PINNED);
  const ben = as(BEN);

  // Before the set-up is whole, which is when an administrator alone sets what the environment leaves out.
  await openSetup(ben, TREASURY);
  expect(await text(ben)).toContain("APPROVALS_REQUIRED: 2 approvals or more");
  await press(ben, "Change the approvers", "Approval rules");
  expect(await text(ben)).toContain("A policy can be stricter, and never looser");
  await fillIn(ben, { approvers: [BEN, ANA, CAL], quorum: "1", hours: "0" });
  await ben.fill("Reason", "To be quicker");
  await ben.submit();
  const refused = await errorsOf(ben);
  expect(refused).toContain("APPROVERS allows 3 approvers; rule “Everything” also names 1 other");
  expect(refused).toContain("APPROVALS_REQUIRED demands 2 approvals or more");
  expect(refused).toContain("DESTINATION_COOL_DOWN_HOURS demands 1 hour or more");
  // Not even what is allowed: the approvers whom the environment names decide.
  await fillIn(ben, { approvers: [BEN, CAL, DEE], quorum: "2", hours: "5" });
  await ben.submit();
  expect(await errorsOf(ben)).toContain("Choose the approvals channel first, then ask them");
  await ben.close("top");
  await chooseChannel(ben, APPROVALS);
  await setupReading(ben, "Acme is set up");
  await ben.close("all");

  // After it, with whatever quorum.
  await start(PINNED);
  await openSetup(ben, TREASURY);
  await press(ben, "Change approvals needed", "Approval rules");
  await fillIn(ben, { approvers: [BEN, ANA, CAL, DEE], quorum: "1", hours: "0" });
  await ben.fill("Reason", "To be quicker");
  await ben.submit();
  expect(await errorsOf(ben)).toContain("APPROVALS_REQUIRED demands 2");
  await ben.close("all");
  const ana = as(ANA);
  await ana.command(TREASURY, "/rail policy propose");
  await ana.waitFor(async () => (await text(ana)).includes("never looser"), "the policy as text");
  await ana.fill("The policy", LOOSER);
  await ana.fill("Reason", "To be quicker");
  await ana.submit();
  const why = await text(ana);
  expect(why).toContain("DESTINATION_COOL_DOWN_HOURS demands 1 hour or more");
  expect(why).toContain(`rule “Small ones” also names 1 other approver. <@${ANA}>`);
  await ana.close("all");
  const shown = await answerText(ana, "/rail policy");
  expect(shown).toContain("Policy version 1");
  expect(shown).toContain("APPROVERS: only");
  expect(shown).toContain("DESTINATION_COOL_DOWN_HOURS: 1 hour or more");

  // What is stricter takes the quorum as ever, and stays after a start.
  await openSetup(ben, TREASURY);
  await press(ben, "Change approvals needed", "Approval rules");
  await fillIn(ben, { approvers: [BEN, CAL, DEE], quorum: "2", hours: "5" });
  await ben.fill("Reason", "Time to notice");
  await ben.submit();
  await ben.submit();
  const card = await cardReading(ben, "Policy version 2", "WAITING");
  for (const approver of [as(CAL), as(DEE)]) {
    await openReview(approver, card);
    await approver.submit();
  }
  await cardReading(ben, "Policy version 2", "IN EFFECT");
  await start(PINNED);
  expect(await answerText(ana, "/rail policy")).toContain("can be used after 5 hours");
});

it("a policy from Slack that is looser stops the start with both printed, until a setting is changed", async () => {
  const { start, stop, inDatabase, as } = await anInstallation();
  const all = { ...PINNED, APPROVALS_CHANNEL: APPROVALS };
  await start(all);
  await stop();
  // As a former release would have let an administrator do.
  await inDatabase((db) =>
    withoutJobs(db)(async (tx) => {
      const form = {
        ...{ approvers: [BEN, ANA], groups: [], approvalsRequired: 1 },
        ...{ destinationApprovalsRequired: null, coolDownHours: 0 },
        ...{ expiresInHours: 24, remindAfterHours: [] },
      };
      await savePolicyVersion(tx.db, acmeSeed.team.id, toPolicyDocument(form), BEN, null, NOW);
      await saveApprovalsChannel(tx.db, acmeSeed.team.id, TREASURY);
    }),
  );

  const said = await start(all).then(
    () => "It started",
    (error: Error) => error.message,
  );

  expect(said).toContain("Policy version 2, the current one, is looser");
  expect(said).toContain(
    `APPROVERS says ${BEN}, ${CAL}, ${DEE}; rule “Everything” also names ${ANA}`,
  );
  expect(said).toContain("APPROVALS_REQUIRED says 2 or more; rule “Everything” says 1");
  expect(said).toContain("DESTINATION_COOL_DOWN_HOURS says 1 or more; the policy says 0");
  expect(said).toContain(
    `APPROVALS_CHANNEL says ${APPROVALS}; the approvals channel chosen in Slack is ${TREASURY}`,
  );

  const reordered = [DEE, CAL, BEN].join(",");
  await start({ ...all, APPROVERS: reordered, APPROVALS_CHANNEL: TREASURY });
  expect(await answerText(as(ANA), "/rail policy")).toContain("Policy version 3");
});

it("another token that Slack kept at the pinned address stops the start with both printed, until one of them gives way", async () => {
  const { start, as } = await anInstallation({ companies: [OTHER, NEXT] });
  const [ben, cal, dee] = [as(BEN), as(CAL), as(DEE)];
  const all = { ...PINNED, APPROVALS_CHANNEL: APPROVALS };
  await start(all);
  // As a former release let people do while the environment pins it, too.
  await start({ ...all, RAIL_API_URL: "", RAIL_API_TOKEN: "" });
  await openSetup(ben, TREASURY);
  await press(ben, "Replace the token", "Enter the token");
  await ben.fill("Token", OTHER.token);
  await ben.submit();
  await setupReading(ben, "asks the approvers for it");
  await ben.close("all");
  await approve(cal, await cardReading(cal, "Connection to sandbox", "WAITING 0 of 2"));
  await approve(dee, await cardReading(dee, "Connection to sandbox", "WAITING 1 of 2"));
  await cardReading(ben, "Connection to sandbox", "IN EFFECT");

  const said = await start(all).then(
    () => "It started",
    (error: Error) => error.message,
  );

  expect(said).toContain("RAIL_API_TOKEN is too short to show its end");
  expect(said).toContain("the token chosen in Slack for the same address ends in oken");
  expect(said).not.toContain(OTHER.token);
  expect(said).not.toContain("acme-token");
  await start({ ...all, RAIL_API_TOKEN: OTHER.token });
  await start({ ...all, RAIL_API_TOKEN: NEXT.token });
  // Without any nothing is sent, which is stricter.
  await openSetup(ben, TREASURY);
  await ben.click("modal", "Remove the token");
  await setupReading(ben, "The token is removed");
  await ben.close("all");
  await start({ ...all, RAIL_API_TOKEN: NEXT.token });
  await openSetup(ben, TREASURY);
  expect(await text(ben)).toContain("It has no token");
});

it("channel and connection are not chosen in Slack where the environment sets them", async () => {
  const { start, as, rails } = await anInstallation();
  const ben = as(BEN);
  await start({});
  await openSetup(ben, TREASURY);
  await press(ben, "Choose the channel", "Approvals channel");
  // The form was opened before the operator pinned the channel.
  await start({ APPROVALS_CHANNEL: APPROVALS });
  await ben.choose("Channel", TREASURY);
  await ben.submit();
  expect(await errorsOf(ben)).toContain("APPROVALS_CHANNEL in the configuration sets");
  await ben.close("all");

  await openSetup(ben, TREASURY);
  const shown = await text(ben);
  expect(shown).toContain(
    "RAIL_API_URL and RAIL_API_TOKEN in the configuration set the connection",
  );
  expect(shown).toContain("APPROVALS_CHANNEL in the configuration sets the approvals channel");
  for (const button of ["Choose another channel", "Another connection", "Replace the token"]) {
    await expect(ben.click("modal", button)).rejects.toThrow("finds no");
  }
  expect(rails.calls().length).toBeLessThan(20);
});
