import { expect, test } from "vitest";
import { acmeSeed, EVE } from "../../../src/sandbox/slack-workspace/seed.ts";
import { WORDS } from "../../harness/words.ts";
import { addRequirement, askForChange, fillInPart, settingsOf } from "../settings/steps.ts";
import { report } from "../standing/standing.ts";
import { ANA, BEN, CAL, DEE, openRegistered, openTeam, type Team } from "../team.ts";
import { topOf } from "../top-of.ts";

const { states, buttons, labels, options } = WORDS;

test("S3 a press that comes twice at once asks once, and both answers say so", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.approveAll(number);
  await report(stage, BEN, number, "Odd");
  const ana = await stage.openFrom(ANA, number, buttons.liftHold);
  await ana.fill(labels.reason, "The bank confirmed it.");
  await ana.submit();

  const reading = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  stage.front.meet("GET /rails/{rail}", async (_, pass) => {
    reading.resolve();
    await done.promise;
    return pass();
  });
  const first = ana.submit();
  await reading.promise;
  const again = stage.entrance.requests.at(-1);
  if (!again) throw new Error("Nothing was sent");
  expect(await (await stage.entrance.replay(again)).json()).toEqual({ response_action: "clear" });
  done.resolve();
  expect(await first).toMatchObject({ closed: true });
  expect(await topOf(ana)).toBe("");
  await stage.settle();
  expect(new Set((await stage.cards()).map((card) => card.number)).size).toBe(3);
});

test("S32 a change whose people are no longer enough when it would take effect is closed", async () => {
  const seed = structuredClone(acmeSeed);
  await using stage = await openTeam({ seed });
  const fields = { [labels.name]: "CFO", [labels.approvers]: [DEE, EVE], [labels.needed]: "1" };
  const number = await askForChange(stage, options.addRequirement, fields);
  await stage.approve(BEN, number);
  const eve = seed.users.find(({ id }) => id === EVE);
  if (eve) eve.isDeactivated = true;
  await stage.approve(CAL, number);

  expect((await stage.card(number, states.closed)).text).toContain("Too few of its approvers");
  expect((await settingsOf(stage)).text).not.toContain("CFO");
});

test("S34 a change of what the environment sets meanwhile does not take effect", async () => {
  await using stage = await openTeam({ env: { COOL_DOWN_HOURS: undefined } });
  const number = await askForChange(stage, options.coolDown, { [labels.untilUsable]: "1" });
  await stage.approve(BEN, number);
  await stage.stop();
  // What is in force already.
  stage.env.COOL_DOWN_HOURS = "24";
  await stage.start();
  await stage.settle();

  const review = await stage.openFrom(CAL, number, buttons.review);
  await stage.submit(review);
  expect(await topOf(review)).toContain("The operator sets this now");
  await review.close("all");
  expect((await settingsOf(stage)).text).toContain("Usable 24 hours after approval");
});

test("S32 nobody can name a requirement like another, and a new name is quoted until it is approved", async () => {
  await using stage = await openTeam();
  await addRequirement(stage, { people: [DEE, EVE] });
  const fields = { [labels.approvers]: [DEE, EVE], [labels.needed]: "1" };
  const form = await fillInPart(stage, options.addRequirement, { ...fields, [labels.name]: "СFO" });
  await form.submit();
  expect(await topOf(form)).toContain("a requirement with this name, or one that looks like it");
  await form.close("all");

  const name = "Requests expire after: 72 → 1 hours";
  const number = await askForChange(stage, options.addRequirement, {
    ...fields,
    [labels.name]: name,
  });
  const { text } = await stage.card(number);
  expect(text.split("\n")).toContain(`“${name}”: added, for every Rail, 1 of <@${DEE}>, <@${EVE}>`);
});

/** What a person who approves in this view sends, with this changed in what it carries. */
async function approveWith(stage: Team, number: string, changed: object) {
  const ben = await stage.review(BEN, number);
  stage.entrance.change((submitted) => {
    const carried = JSON.parse(submitted.view.private_metadata) as object;
    submitted.view.private_metadata = JSON.stringify({ ...carried, ...changed });
  });
  await stage.submit(ben);
  const said = await topOf(ben);
  await ben.close("all");
  return said;
}

test("S26 an approval says where its address was looked up in none but our words", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  for (const checkedIn of ["Seen by everybody", null]) {
    expect(await approveWith(stage, number, { checkedIn })).not.toBe("");
    expect((await stage.card(number)).text).toContain("0 of 2");
  }
  await stage.approve(BEN, number);
  expect((await stage.card(number)).text).toContain("1 of 2");
});
