import { expect, test } from "vitest";
import { acmeSeed, EVE, GUS } from "../../../src/sandbox/slack-workspace/seed.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, openTeam, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";
import { addRequirement, askForChange, at, fillInPart, settingsOf } from "./steps.ts";

const { states, buttons, labels, options } = WORDS;

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
    [options.auditors, { [labels.auditors]: [GUS] }, "1 person here is not"],
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
  expect(first).toContain("“CFO”: added, for every Rail, 1 of");
  expect(second).toContain(`By ${at(ANA)}, approved by ${[BEN, CAL, EVE].map(at).join(", ")}`);
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
    [{ [labels.approvers]: [BEN, GUS, DEE] }, "1 person here is not"],
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
  expect(await topOf(person)).toContain("🔴 CFO: for every Rail → for on-ramps");
});
