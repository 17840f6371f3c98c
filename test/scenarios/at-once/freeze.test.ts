import { expect, test } from "vitest";
import { EVE, GUS } from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { MINUTE, resume, stopsOf } from "../creating.ts";
import { directOf, openSlackTeam } from "../slack/slack.ts";
import {
  ANA,
  APPROVALS,
  BEN,
  CAL,
  DEE,
  openRegistered,
  openTeam,
  type Team,
  TREASURY,
} from "../team.ts";
import { topOf } from "../top-of.ts";

const { states, buttons } = WORDS;

/** Stops sending by the command. What the person is told. */
async function freeze(stage: Team, by: string, reason = ""): Promise<string> {
  await stage.as(by).say(TREASURY, `/rail freeze ${reason}`);
  return stage.told(by, TREASURY);
}

test("S35 anyone of the team stops sending at once, and alone nobody goes on", async () => {
  await using stage = await openTeam({ env: { TEAM: `${ANA},${EVE}` } });
  await stage.register();
  const waiting = await stage.askForRail();
  stage.slack.faults.deliverTwice = true;
  const said = await freeze(stage, EVE, "Phishing.");
  expect(said).toContain("Sending is stopped (R-3). Approved requests wait.");
  stage.slack.faults.deliverTwice = false;

  const [notice, ...others] = await stopsOf(stage);
  expect(others).toEqual([]);
  expect(notice?.text).toContain(`<@${EVE}> stopped sending`);
  expect(notice?.text).toContain("Phishing.");

  await stage.approveAll(waiting);
  await stage.pass(10 * MINUTE);
  expect((await stage.card(waiting, states.ready)).text).toContain("Sending is stopped.");
  expect(stage.front.calls("POST /rails")).toEqual([]);

  await resume(stage);
  await stage.card(waiting, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S35 who stopped sending does not count, and cannot hold it up by saying it again", async () => {
  await using stage = await openTeam();
  await freeze(stage, BEN, "First");
  await stage.as(BEN).press(await stage.card("R-1"), buttons.reviewToResume);
  expect(await stage.told(BEN, APPROVALS)).toContain("You stopped sending. Another");
  await stage.submit(await stage.openFrom(CAL, "R-1", buttons.reviewToResume));
  expect(await freeze(stage, BEN, "Second")).toContain(
    "You have already stopped sending (R-1). Nothing was changed.",
  );
  expect((await stage.card("R-1")).text).toContain("1 of 2");
  await stage.submit(await stage.openFrom(DEE, "R-1", buttons.reviewToResume));
  await stage.card("R-1", states.done);

  // The same delivery again, after sending has resumed, stops nothing.
  for (const each of stage.entrance.requests.filter(({ body }) => body.includes("First"))) {
    await stage.entrance.replay(each);
  }
  await stage.settle();
  expect(await stopsOf(stage)).toEqual([]);
  expect(await stage.told(BEN, TREASURY)).not.toContain("Something went wrong");
});

test("S35 who stopped sending in a hurry can say why, once", async () => {
  await using stage = await openTeam();
  await freeze(stage, BEN);
  expect(await freeze(stage, BEN, "Phishing.")).toContain("It replaces R-1");
  expect((await stage.card("R-2", states.sendingStopped)).text).toContain("“Phishing.”");
  for (const reason of ["", "Another"]) {
    expect(await freeze(stage, BEN, reason)).toContain("You have already stopped sending (R-2).");
  }
});

test("S35 another person's freeze replaces the first, with all reasons and no agreement", async () => {
  await using stage = await openTeam();
  await freeze(stage, BEN, "First");
  await stage.submit(await stage.openFrom(CAL, "R-1", buttons.reviewToResume));
  const open = await stage.openFrom(DEE, "R-1", buttons.reviewToResume);
  // Pasted from a mail.
  const said = await freeze(stage, CAL, `Second\u202e\u0007 ${"x".repeat(1_500)}`);
  expect(said).toContain("It replaces R-1: agreements to resume start anew.");
  expect(said).toContain("Your reason was cut to 500 characters.");

  const { text } = await stage.card("R-2", states.sendingStopped);
  expect(text).toMatch(/Second[\s\S]+First/);
  expect(text).toContain("0 of 2");
  expect((await stage.card("R-1", states.closed)).text).toContain("See R-2.");
  // A review of the first freeze does not end the second.
  await stage.submit(open);
  expect(await topOf(open)).toContain("R-1 was replaced");
  await open.close("all");
  expect(await stopsOf(stage)).toHaveLength(1);
  for (const by of [BEN, DEE]) {
    await stage.submit(await stage.openFrom(by, "R-2", buttons.reviewToResume));
  }
  expect(await stopsOf(stage)).toEqual([]);
});

test("S35 guests and people who are not of the team stop nothing, and learn nothing", async () => {
  await using stage = await openTeam({ env: { TEAM: ANA } });
  expect(await freeze(stage, GUS)).toContain("Only full members");
  expect(await freeze(stage, EVE)).toContain("You are not on the Signalbox team");
  await stage.settle();
  expect(await stage.cards()).toEqual([]);
});

test("S36 a freeze after the claim names what was being sent, and sends nothing else", async () => {
  await using stage = await openRegistered();
  const [sent, next] = [await stage.askForRail(), await stage.askForRail({ name: "Second" })];
  await stage.approve(BEN, next);
  const claimed = Promise.withResolvers<void>();
  const frozen = Promise.withResolvers<void>();
  stage.front.meet("POST /rails", async (_, pass) => {
    claimed.resolve();
    await frozen.promise;
    return pass();
  });
  await stage.approve(BEN, sent);
  const submitted = stage.review(CAL, sent).then((cal) => cal.submit());
  await claimed.promise;
  const dee = stage.as(DEE);
  await dee.say(TREASURY, "/rail freeze Call from the bank");
  await stage.until(async () => {
    const said = (await dee.messages(TREASURY)).filter(({ ephemeral }) => ephemeral).map(reads);
    return said.at(-1)?.includes(`Already sent, cannot be stopped: ${sent}`);
  }, "the answer");
  for (const each of stage.processes()) await each.workOnce();
  const { text } = await stage.card("R-4", states.sendingStopped);
  expect(text).toContain(`Already sent, cannot be stopped: ${sent}`);
  frozen.resolve();
  await submitted;
  await stage.card(sent, states.payable);
  await stage.approve(CAL, next);
  await stage.card(next, states.ready);
  await stage.pass(10 * MINUTE);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S37 a freeze works while Slack limits look-ups and the channel is gone", async () => {
  await using stage = await openSlackTeam();
  const waiting = await stage.askForRail();
  await stage.approve(BEN, waiting);
  const review = await stage.review(CAL, waiting);
  await stage.jump(2 * MINUTE);
  stage.channel(APPROVALS).isArchived = true;
  stage.slack.faults.failNext("users.info", { retryAfterSeconds: 600 }, 1_000);
  expect(await freeze(stage, ANA, "Phishing.")).toContain("Sending is stopped (R-3)");

  // Each approver is told directly.
  for (const by of [BEN, CAL, DEE]) {
    const direct = (await stage.as(by).messages(await directOf(stage, by))).map(reads);
    expect(direct.join()).toContain("R-3 · Sending stopped");
  }
  // What closes a way is done in spite of it, and what opens one is not.
  await stage.submit(review);
  expect(await topOf(review)).toContain("Slack is not responding");
  stage.slack.faults.clear();
  await stage.pass(10 * MINUTE);
  expect(stage.front.calls("POST /rails")).toEqual([]);
});
