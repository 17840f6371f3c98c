import { expect, test } from "vitest";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { addressOf, MINUTE } from "../creating.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, openRegistered, openTeam, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";

const { states, buttons, labels, commands } = WORDS;

const REASON = "The custodian moved us";

test("S45 removing a destination ends what waits for it, and takes it out of the forms", async () => {
  await using stage = await openTeam();
  const number = await stage.register();
  const [live, half, agreed] = [
    await stage.askForRail({ name: "AWS rail" }),
    await stage.askForRail({ name: "Second" }),
    await stage.askForRail({ name: "Third" }),
  ];
  await stage.approveAll(live);
  await stage.card(live, states.payable);
  await stage.approve(BEN, half);
  // Agreed, and kept from being sent.
  stage.front.meet("GET /rails", () => "cut", 3);
  await stage.approveAll(agreed);
  await stage.card(agreed, states.ready);

  const form = await stage.openFrom(DEE, number, buttons.removeFromRegister);
  const says = await topOf(form);
  expect(says).toContain("Rails to it stay live, with a warning: “AWS rail”.");
  expect(says).toContain(`Requests that will be closed: ${agreed} and ${half}.`);
  await form.fill(labels.reason, REASON);
  await stage.submit(form);
  expect(await topOf(form)).toContain("It is removed. New Rails cannot use it.");

  const { text } = await stage.card(number, states.removed);
  expect(text).toContain(`<@${DEE}> removed it. New Rails cannot use it.`);
  expect(text).toContain(REASON);
  expect(text).not.toContain(buttons.newRailToIt);
  for (const each of [half, agreed]) {
    const card = await stage.card(each, states.closed);
    expect(card.text).toContain("Its destination was removed from the register.");
  }
  // The live one stays payable, and everything that shows it says where its money goes.
  const gone = "🔴 Its destination was removed from the register";
  expect((await stage.card(live, states.payable)).text).toContain(gone);
  expect((await stage.instructionsOf(live)).join()).toContain(gone);
  for (const command of [`show ${live}`, "list"]) {
    await stage.as(BEN).say(TREASURY, `/rail ${command}`);
    expect(await stage.told(BEN, TREASURY)).toContain(gone.slice(3));
  }
  expect(stage.front.calls("POST /rails")).toHaveLength(1);

  expect(await topOf(await stage.fillIn(commands.newRail))).toContain("Add a wallet first");
  await stage.as(ANA).close("all");
  await stage.as(ANA).say(TREASURY, "/rail destinations");
  expect(await stage.told(ANA, TREASURY)).toContain("No destinations yet");

  // The same value again takes everybody anew.
  const again = await stage.register();
  expect(again).not.toBe(number);
  const rail = await stage.askForRail({ name: "Fourth" });
  await stage.approveAll(rail);
  await stage.card(rail, states.payable);
  expect((await stage.card(live)).text).not.toContain(gone);
});

test("S45 a removal between the last approval and the POST sends nothing", async () => {
  await using stage = await openTeam();
  const number = await stage.register();
  const rail = await stage.askForRail();
  await stage.approve(BEN, rail);
  const review = await stage.review(CAL, rail);
  const form = await stage.openFrom(DEE, number, buttons.removeFromRegister);
  await form.fill(labels.reason, REASON);
  await form.submit();
  await stage.submit(review);
  expect((await stage.card(rail, states.closed)).text).toContain("removed from the register");
  expect(stage.front.calls("POST /rails")).toEqual([]);
});

test("S45 who is no approver, who comes twice and who comes late change nothing", async () => {
  await using stage = await openTeam();
  const number = await stage.register();
  const waiting = await stage.askForDestination({ name: "Reserve", wallet: addressOf("second") });
  await stage.as(ANA).press(await stage.card(number), buttons.removeFromRegister);
  expect(await stage.told(ANA, APPROVALS)).toContain("You are not an approver");
  expect(await stage.as(ANA).modal()).toBeUndefined();
  await stage.as(ANA).say(TREASURY, "/rail destinations");
  await stage.settle();
  const list = (await stage.as(ANA).messages(TREASURY)).at(-1)?.blocks;
  expect(JSON.stringify(list)).toMatch(/^(?!.*Remove…).*2 destinations/);

  stage.slack.faults.deliverTwice = true;
  const [ben, cal] = [
    await stage.openFrom(BEN, number, buttons.removeFromRegister),
    await stage.openFrom(CAL, number, buttons.removeFromRegister),
  ];
  // A reason is asked for.
  await ben.fill(labels.reason, " ");
  expect((await ben.submit()).errors).toMatchObject({ reason: "Reason is empty." });
  await ben.fill(labels.reason, REASON);
  await stage.submit(ben);
  await cal.fill(labels.reason, "Too late");
  await stage.submit(cal);
  expect(await topOf(cal)).toContain(`${number} was removed by <@${BEN}>`);
  await cal.close("all");

  const { text } = await stage.card(number, states.removed);
  expect(text).toContain(REASON);
  expect(text).not.toContain("Too late");
  await stage.as(BEN).say(TREASURY, `/rail ${number}`);
  expect((await stage.told(BEN, TREASURY)).match(/Removed from the register/g)).toHaveLength(1);
  await stage.card(waiting, states.waiting);
});

test("S45 the list of destinations removes one, also while Slack is silent about the person", async () => {
  await using stage = await openRegistered();
  const ben = stage.as(BEN);
  await ben.say(TREASURY, "/rail destinations");
  await stage.settle();
  const list = (await ben.messages(TREASURY)).findLast((each) => reads(each).startsWith("1 dest"));
  if (!list) throw new Error("There is no list");
  await stage.jump(2 * MINUTE);
  stage.slack.faults.failNext("users.info", { error: "internal_error" }, 100);
  await ben.fill("Remove…", "R-1 · “Treasury cold wallet”", { channel: TREASURY, ts: list.ts });
  await stage.opened(ben);
  await ben.fill(labels.reason, REASON);
  await stage.submit(ben);
  expect((await stage.card("R-1", states.removed)).text).toContain(REASON);
});
