import { expect, onTestFinished, test } from "vitest";
import { EVE, GUS } from "../../../src/sandbox/slack-workspace/seed.ts";
import { openFront } from "../../harness/front.ts";
import { createSuspension } from "../../harness/suspension.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, openTeam, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";
import { addRequirement, at, settingsOf, takeOut } from "./steps.ts";

const { states, buttons, labels } = WORDS;

test("S33 a person is taken out at once, counts in nothing from then on, and decides nothing", async () => {
  await using stage = await openTeam();
  await stage.register();
  await addRequirement(stage, { people: [ANA, DEE, EVE] });
  const waits = await stage.askForRail();
  await stage.approve(EVE, waits);
  await stage.pass(60_000);
  stage.front.closeDoor();
  const agreed = await stage.askForRail({ name: "Agreed" });
  for (const by of [BEN, CAL, EVE]) await stage.approve(by, agreed);
  await stage.card(agreed, states.ready);

  const late = await stage.openFrom(EVE, (await settingsOf(stage, EVE)).at, buttons.takeOut);
  await late.fill(labels.person, [ANA]);
  await late.fill(labels.reason, "First");

  stage.slack.faults.deliverTwice = true;
  expect(await takeOut(stage, ANA, EVE)).toBe("");
  stage.slack.faults.deliverTwice = false;
  for (const number of [waits, agreed]) {
    const { text } = await stage.card(number, states.waiting);
    expect(text).toContain(`CFO 0 of 1 · needs ${at(DEE)}`);
  }
  const [change] = (await stage.cards()).filter(({ state }) => state === states.done).slice(-1);
  expect(change?.text).toContain(`CFO: removes ${at(EVE)}`);
  expect(change?.text).toContain("Left the company");
  await stage.front.openDoor();
  await stage.as(EVE).press(await stage.card(waits), buttons.review);
  expect(await stage.told(EVE, APPROVALS)).toContain("You are not an approver for this");
  expect(await settingsOf(stage).then(({ text }) => text)).toContain("Settings · version 3");
  await stage.submit(late);
  expect(await topOf(late)).toContain("You are not an approver for this");
  await late.press((await settingsOf(stage, EVE)).at, buttons.takeOut);
  expect(await stage.told(EVE, TREASURY)).toContain("You are not an approver for this");

  expect(await takeOut(stage, DEE, ANA)).toContain("Too few people would remain");
  expect(await takeOut(stage, DEE, BEN)).toContain("The operator names this person");
  expect(await takeOut(stage, DEE, GUS)).toContain("neither an approver nor an auditor");
  await stage.approve(DEE, agreed);
  await stage.card(agreed, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
});

test("S33 who is taken out between a claim and its POST keeps it from being sent", async () => {
  const suspension = createSuspension();
  await using stage = await openTeam({ start: suspension.start });
  await stage.register();
  await addRequirement(stage, { people: [ANA, DEE, EVE] });
  const number = await stage.askForRail();
  for (const by of [BEN, EVE]) await stage.approve(by, number);
  const { person: dee, at: settings } = await settingsOf(stage, DEE);
  const cal = await stage.review(CAL, number);
  const stands = suspension.suspendAt("commit");
  await Promise.all([cal.submit(), stands]);

  const second = await stage.start(1);
  const front = await openFront(() => [second], stage.slack.signingSecret);
  onTestFinished(() => front.stop());
  stage.slack.sendTo(`${front.url}/slack/events`);
  await dee.press(settings, buttons.takeOut);
  await stage.opened(dee);
  await dee.fill(labels.person, [EVE]);
  await dee.fill(labels.reason, "Left the company");
  await dee.submit();
  suspension.resume();
  await stage.pass(60_000);

  expect((await stage.card(number, states.waiting)).text).toContain("CFO 0 of 1");
  expect(stage.countCalls("POST /rails")).toBe(0);
});
