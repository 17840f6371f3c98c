import { expect, onTestFinished, test } from "vitest";
import { acmeSeed, EVE, GUS } from "../../../../src/sandbox/slack-workspace/seed.ts";
import { openFront } from "../../harness/front.ts";
import { reads } from "../../harness/person.ts";
import { createSuspension } from "../../harness/suspension.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, openTeam, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";
import { addRequirement, askForChange, fillInPart, settingsOf, takeOut } from "./steps.ts";

const { states, buttons, labels, options } = WORDS;

const at = (id: string) => `<@${id}>`;

test("S31 two requirements apply, and one person's approval counts in both", async () => {
  await using stage = await openTeam();
  await stage.register();
  await addRequirement(stage, { people: [DEE, EVE] });
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await stage.approve(CAL, number);
  const { text } = await stage.card(number, states.waiting);
  expect(text).toContain("Rail approvers 2 of 2");
  expect(text).toContain(`CFO 0 of 1 · needs ${at(DEE)} or ${at(EVE)}`);

  const other = await stage.askForRail({ name: "Another" });
  await stage.approve(BEN, other);
  await stage.approve(DEE, other);
  await stage.card(other, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
});

test("S32 a change is shown by what it loosens, and agreed to by the old text and people", async () => {
  await using stage = await openTeam();
  await stage.register();
  await addRequirement(stage, { people: [DEE, EVE] });
  const rail = await stage.askForRail();
  await stage.approveAll(rail);
  const number = await askForChange(stage, "CFO", { [labels.approvers]: [BEN, CAL, EVE] });

  await stage.as(DEE).press(await stage.card(number), buttons.review);
  expect(await stage.told(DEE, APPROVALS)).toContain("This change takes you out of a requirement");
  const ben = await stage.review(BEN, number);
  const [, ...lines] = (await topOf(ben)).split("\n");
  expect(lines.slice(0, 2)).toEqual([
    `🔴 CFO: adds ${at(BEN)}, ${at(CAL)}`,
    `CFO: removes ${at(DEE)}`,
  ]);
  await stage.submit(ben);
  await stage.approve(CAL, number);
  const { text } = await stage.card(number, states.waiting);
  expect(text).toContain(lines[0]);
  // Ben and Cal do not count before they are named.
  expect(text).toContain(`CFO 0 of 1 · needs ${at(EVE)}`);
  await stage.card(rail, states.waiting);
  await stage.approve(EVE, number);

  await stage.card(number, states.done);
  const { text: settings } = await settingsOf(stage);
  expect(settings).toContain("Settings · version 3");
  expect(settings).toContain(`1 of ${at(BEN)}, ${at(CAL)}, ${at(EVE)}`);
  // What waits is counted by the new text.
  await stage.card(rail, states.payable);
});

test("S32 of two proposals at once the second is void", async () => {
  await using stage = await openTeam({ env: { COOL_DOWN_HOURS: undefined } });
  const one = await askForChange(stage, options.coolDown, { [labels.untilUsable]: "1" });
  const two = await askForChange(stage, options.team, {
    [labels.whoMayUse]: options.onlyThese,
    [labels.people]: [ANA],
  });
  const late = await stage.review(DEE, two);
  await stage.approveAll(one);

  const { text } = await stage.card(two, states.closed);
  expect(text).toContain("The settings changed since it was requested");
  await stage.submit(late);
  expect(await topOf(late)).toContain("was closed");
  const { text: settings } = await settingsOf(stage, EVE);
  expect(settings).toContain("Usable 1 hour after approval");
  expect(settings).toContain("Everyone here");
});

test("S32 what cannot be set is refused at its field, and a requirement goes by its own people", async () => {
  await using stage = await openTeam({ env: { COOL_DOWN_HOURS: undefined } });
  await addRequirement(stage, { people: [DEE, EVE] });
  const cfo = { [labels.approvers]: [DEE, EVE], [labels.needed]: "1" };
  const refusals: [part: string, fields: Record<string, string | string[]>, says: string][] = [
    [options.coolDown, { [labels.untilUsable]: "721" }, "Enter a number from 0 to 720"],
    [options.coolDown, { [labels.untilUsable]: "24" }, "Nothing would change"],
    [options.team, { [labels.whoMayUse]: options.onlyThese }, "Choose people, or everyone"],
    [options.auditors, { [labels.auditors]: [GUS] }, "1 person here is a guest"],
    [options.addRequirement, { ...cfo, [labels.name]: "cfo" }, "There is a requirement"],
    ["CFO", { [labels.reason]: " " }, "Reason is empty"],
  ];
  for (const [part, fields, says] of refusals) {
    const person = await fillInPart(stage, part, fields);
    await person.submit();
    expect(await topOf(person)).toContain(says);
    await person.close("all");
  }

  const number = await askForChange(stage, options.removeRequirement, {
    [labels.requirement]: "CFO",
  });
  await stage.approveAll(number);
  expect((await stage.card(number, states.waiting)).text).toContain("🔴 CFO: removed");
  await stage.approve(EVE, number);
  const { person, at: shown, text } = await settingsOf(stage);
  expect(text).not.toContain("CFO");
  await person.press(shown, buttons.history);
  const history = await stage.told(ANA, TREASURY);
  const [, second = "", first = ""] = history.split("Version ");
  expect(second).toContain(`3 · ${number}`);
  expect(second).toContain("🔴 CFO: removed");
  expect(first).toContain("CFO: added, for every Rail, 1 of");
  expect(second).toContain(`By ${at(ANA)}, approved by ${[BEN, CAL, EVE].map(at).join(", ")}`);
});

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
  expect(await takeOut(stage, DEE, GUS)).toContain("No requirement names this person");
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

test("S34 what the environment sets is read-only in Slack; all else is kept over a restart", async () => {
  const env = { APPROVERS: [BEN, CAL, DEE, EVE].join(), APPROVALS_REQUIRED: "3" };
  await using stage = await openTeam({ env: { ...env, EXPIRES_IN_HOURS: "5" } });
  const { text: first } = await settingsOf(stage);
  expect(first).toContain(`3 of ${[BEN, CAL, DEE, EVE].map(at).join(", ")} · set by the operator`);
  expect(first).toContain("Requests end after 5 hours · set by the operator");
  expect(first).toContain(`<#${APPROVALS}> · set by the operator`);
  expect(first).not.toContain("Everyone here · set");
  expect(first).toContain("token …acme · set by the operator");
  expect(await stage.cards()).toEqual([]);
  // Neither its heading's second time, nor an entry of the menu.
  expect(first.match(/^Expiry$/gm)).toHaveLength(1);
  expect(first.match(/^Team$/gm)).toHaveLength(2);

  const cfo = { [labels.name]: "CFO", [labels.approvers]: [DEE, EVE], [labels.needed]: "1" };
  const number = await askForChange(stage, options.addRequirement, cfo);
  for (const by of [BEN, CAL, DEE]) await stage.approve(by, number);
  await stage.card(number, states.done);
  const late = await fillInPart(stage, options.team, { [labels.people]: [ANA, BEN] });
  await late.fill(labels.whoMayUse, options.onlyThese);
  await stage.stop();
  const { APPROVALS_REQUIRED: _, ...left } = stage.env;
  for (const name of Object.keys(stage.env)) delete stage.env[name];
  Object.assign(stage.env, { ...left, EXPIRES_IN_HOURS: "6", TEAM: [ANA, BEN].join() });
  await stage.start();
  await stage.settle();

  const { text: second } = await settingsOf(stage);
  expect(second).toContain("Settings · version 3");
  expect(second).toMatch(/Rail approvers\n[^\n]*3 of/);
  expect(second).toMatch(/Destination approvers\n[^\n]*3 of/);
  expect(second).toMatch(/CFO\n[^\n]*1 of/);
  const announced = (await stage.cards()).at(-1);
  expect(announced).toMatchObject({ state: states.done });
  expect(announced?.text).toContain("Requests expire after: 5 → 6 hours");
  expect(announced?.text).toContain("Team: everyone → 2 people");
  await stage.submit(late);
  expect(await topOf(late)).toContain("Set by the operator");
});

test("S34 approvers of the environment who could not meet what is required are refused at the start", async () => {
  await using stage = await openTeam({ env: { APPROVALS_REQUIRED: "2" } });
  await stage.stop();
  stage.env.APPROVERS = [BEN, CAL].join();
  stage.env.APPROVALS_REQUIRED = undefined;
  await expect(stage.start()).rejects.toThrow("APPROVERS must be at least 3");
});

test("S65 when the approvals channel moves, cards that wait move with it", async () => {
  await using stage = await openTeam();
  await stage.register();
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await stage.stop();
  stage.env.APPROVALS_CHANNEL = TREASURY;
  await stage.start();
  await stage.settle();

  const before = (await stage.as(BEN).messages(APPROVALS)).map(reads);
  expect(before.at(-1)).toBe("No longer current: see the card.");
  const [card] = await stage.cardsOf(number, TREASURY);
  expect(card).toMatchObject({ state: states.waiting });
  expect(card?.text).toContain("1 of 2");
  if (card) await stage.submit(await stage.review(CAL, card));
  expect(await stage.cardsOf(number, TREASURY)).toMatchObject([{ state: states.payable }]);
  expect(await stage.cardsOf(number)).toEqual([]);
});

test("S88 a requirement that too few active people could meet is shown, and cannot be made", async () => {
  const seed = structuredClone(acmeSeed);
  await using stage = await openTeam({ seed });
  await addRequirement(stage, { people: [DEE, EVE] });
  const { text } = await settingsOf(stage);
  expect(text).toContain(`CFO: when ${at(DEE)} requests, only ${at(EVE)} can approve`);

  const eve = seed.users.find(({ id }) => id === EVE);
  if (eve) eve.isDeactivated = true;
  await stage.pass(2 * 60_000);
  expect((await settingsOf(stage)).text).toContain(
    `CFO: when ${at(DEE)} requests, too few can approve`,
  );
  const refusals: [fields: Record<string, string | string[]>, says: string][] = [
    [{}, "At least 2 must be active"],
    [{ [labels.approvers]: [BEN, GUS, DEE] }, "1 person here is a guest"],
    [{ [labels.approvers]: [BEN, CAL, DEE], [labels.needed]: "3" }, "At least 4 must be active"],
    [{ [labels.approvers]: [BEN, CAL], [labels.needed]: "0" }, "Enter a number from 1 to 20"],
  ];
  for (const [fields, says] of refusals) {
    const person = await fillInPart(stage, "CFO", fields);
    await person.submit();
    expect(await topOf(person)).toContain(says);
    await person.close("all");
  }
  const narrow = { [labels.approvers]: [BEN, CAL], [labels.onlyFor]: [options.onRamps] };
  const person = await fillInPart(stage, "CFO", narrow);
  await person.submit();
  expect(await topOf(person)).toContain("🔴 CFO: applies always → applies to on-ramps");
});
