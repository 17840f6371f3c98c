import { expect, test } from "vitest";
import { EVE, GUS } from "../../../src/sandbox/slack-workspace/seed.ts";
import { type Person, reads } from "../../harness/person.ts";
import type { Stage } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { addressOf, stopsOf } from "../creating.ts";
import { ANA, BEN, CAL, openRegistered, openTeam, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";
import { directOf } from "./slack.ts";

const { states, buttons, labels } = WORDS;

/** What a person reads after opening App Home. */
async function openHome(stage: Stage, by: string): Promise<string> {
  const person = stage.as(by);
  await person.call("/home", {});
  await stage.settle();
  return homeOf(person);
}

async function homeOf(person: Person): Promise<string> {
  const home = await person.home();
  return home ? reads(home) : "";
}

const published = ({ slack }: Stage) =>
  slack.traffic().filter(({ method }) => method === "views.publish").length;

test("S87 Home says what needs whom, and is published only if something changed", async () => {
  await using stage = await openTeam();
  expect(await openHome(stage, ANA)).toMatch(
    /all caught up[\s\S]+You haven’t made any requests yet\.[\s\S]+No Rails are known yet\./,
  );
  await stage.register();
  const number = await stage.askForRail();
  const before = await openHome(stage, BEN);
  expect(before).toContain("1 request needs your approval");
  expect(before).toContain(`⏳ Rail ${number} · Waiting 0 of 2 · “Payroll float”`);
  const count = published(stage);
  expect(await openHome(stage, BEN)).toBe(before);
  expect(published(stage)).toBe(count);

  const own = await openHome(stage, ANA);
  expect(own).toContain("all caught up");
  expect(own).toContain(`${number} · Waiting 0 of 2`);

  // From here as from the card.
  const ben = stage.as(BEN);
  await ben.press("home", buttons.review);
  await stage.opened(ben);
  // Home is drawn anew after what was pressed there, and grows old only then.
  await stage.settle();
  expect(await topOf(ben)).toContain(`Check ${number}`);
  await ben.close("all");
  await stage.approveAll(number);
  await stage.card(number, states.payable);
  // Pressed on a Home that has grown old: refused, and drawn anew.
  await ben.press("home", buttons.review);
  await stage.settle();
  expect(await topOf(ben)).toContain(`${number} was completed`);
  const after = await homeOf(ben);
  expect(after).toContain("all caught up");
  expect(after).toContain(`${number} · Payable · “Payroll float”`);
});

test("S87 Home opens forms and what it names, and help", async () => {
  await using stage = await openRegistered();
  await openHome(stage, ANA);
  const ana = stage.as(ANA);
  await ana.press("home", "New Rail");
  await stage.opened(ana);
  expect(await topOf(ana)).toContain("New Rail");
  await ana.close("all");
  await ana.press("home", "Help");
  await stage.opened(ana);
  expect(await topOf(ana)).toContain("What /rail can do");
  await ana.close("all");
  await ana.fill("Open…", "R-1 · “Treasury cold wallet”", "home");
  await stage.opened(ana);
  expect(await topOf(ana)).toContain("Wallet R-1 · Usable");
  // What it opens takes its place: from there two more views have room.
  await ana.press("modal", buttons.newRailToIt);
  await stage.until(async () => (await topOf(ana)).startsWith("New Rail"), "the form");
  await ana.press("modal", buttons.addDestination);
  await stage.until(async () => (await topOf(ana)).startsWith("Add a destination"), "the form");
  await ana.fill(labels.address, addressOf("other"));
  await ana.fill(labels.name, "Other");
  await ana.fill(labels.reason, "More");
  await ana.submit();
  expect(await topOf(ana)).toContain("Review wallet");
  await ana.close("all");
  expect((await ana.direct()).map(reads)).toEqual([]);
  // Where it is too late for a view they are told all the same.
  stage.slack.faults.failNext("views.open", { error: "expired_trigger_id" }, 3);
  for (const [button, says] of [
    ["Help", "What /rail can do"],
    ["New Rail", "took longer than Slack allows"],
  ] as const) {
    await ana.press("home", button);
    await stage.settle();
    expect((await ana.direct()).map(reads).at(-1)).toContain(says);
  }
});

test("S87 guests and people who are not of the team see help, and nothing of the company", async () => {
  await using stage = await openTeam({ env: { TEAM: ANA } });
  await stage.register();
  await stage.askForRail();
  for (const by of [GUS, EVE]) {
    await stage.as(by).say(TREASURY, "/rail");
    for (const said of [await openHome(stage, by), await stage.told(by, TREASURY)]) {
      expect(said).toContain("What /rail can do");
      // None of it is for them.
      expect(said).toMatch(
        by === GUS ? /^Only full members/ : /^You are not on the Signalbox team/,
      );
      expect(said).not.toMatch(/Payroll|Treasury cold|R-\d\b|Acme|U0[BCD]/);
    }
  }
});

test("S87 Home stops all sending, says so, and what the command alone answers is the same", async () => {
  await using stage = await openRegistered();
  await stage.askForRail();
  await openHome(stage, ANA);
  const ana = stage.as(ANA);
  await ana.press("home", "Stop all sending");
  await stage.opened(ana);
  expect(await topOf(ana)).toContain("until approvers agree to resume");
  expect(await stopsOf(stage)).toEqual([]);
  await ana.fill(labels.reason, "Phishing.");
  await stage.submit(ana);
  expect(await topOf(ana)).toContain("Sending is stopped (R-3)");
  await ana.close("all");
  expect((await stopsOf(stage)).map(({ text }) => text).join()).toContain("Phishing.");

  const home = await openHome(stage, CAL);
  expect(home).toContain(`🛑 Sending is stopped (R-3) by <@${ANA}>`);
  expect(home).toContain("2 requests need your approval");
  await stage.as(CAL).say(TREASURY, "/rail");
  expect(await stage.told(CAL, TREASURY)).toBe(home);
  // Where the command was typed nothing else is posted.
  expect((await stage.as(CAL).messages(await directOf(stage, CAL))).map(reads)).toEqual([]);
});
