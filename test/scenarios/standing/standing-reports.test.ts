import { expect, test } from "vitest";
import { EVE } from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { wordsAbout } from "../bytes.ts";
import { ALWAYS } from "../creating.ts";
import { ANA, APPROVALS, BEN, DEE, openRegistered, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";
import { askToTrust, messageWith, report, shown } from "./standing.ts";

const { states, buttons, labels } = WORDS;

test("S50 a report holds a Rail at once, also while the service is down; trust lifts it", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.approveAll(number);
  const iban = stage.madeRails()[0]?.source.bank_account?.iban ?? "none";

  stage.front.meet("GET /rails/{rail}", () => "silence", ALWAYS);
  await stage.as(DEE).say(TREASURY, `/rail show ${number}`);
  expect(await stage.told(DEE, TREASURY)).toContain(`[${buttons.report}]`);
  const before = stage.front.calls().length;
  await report(stage, DEE, number, "The bank called about this account.");

  const { text } = await stage.card(number, states.held);
  expect(text).toContain("reported a problem");
  expect(text).toContain("“The bank called about this account.”");
  expect(await stage.instructionsOf(number)).toEqual([]);
  expect(await wordsAbout(stage, number)).not.toContain(iban);
  expect(stage.front.calls()).toHaveLength(before);

  stage.front.clear();
  const trust = await askToTrust(stage, await messageWith(stage, "Do not pay into this Rail."));
  expect(await stage.instructionsOf(number)).toEqual([]);
  const review = await stage.review(BEN, trust);
  expect(await topOf(review)).toMatch(/1 report of a problem.*“The bank called.*SBOX/s);
  await review.close("all");
  await stage.approveAll(trust);
  await stage.card(number, states.payable);
  await stage.card(trust, states.payable);
  await messageWith(stage, `Rail ${trust} · Payable`);
  expect(await stage.instructionsOf(number)).toEqual([expect.stringContaining(`\n${iban}\n`)]);
  // What called people while it was held says what is so now, and where.
  const settled = await messageWith(stage, `${number}: Payable. See its card.`);
  const all = await stage.as(ANA).messages(TREASURY);
  expect(
    all
      .filter(({ ts }) => ts === settled.ts)
      .map(reads)
      .join(),
  ).toContain("[Open card");
  await stage.as(BEN).press(await stage.card(number), buttons.history);
  const history = await stage.told(BEN, APPROVALS);
  expect(history).toMatch(/Trusted as the service shows it \(R-3\)\n.*Reported by/);

  // From the instructions of the older request.
  const posted = await messageWith(stage, `into Rail ${number}`);
  await report(stage, ANA, posted, "Again");
  expect((await stage.card(number, states.held)).text).toContain("“Again”");
  await stage.card(trust, states.held);
  expect(await stage.instructionsOf(number)).toEqual([]);
  const form = await stage.openFrom(ANA, number, buttons.liftHold);
  expect((await form.modal())?.title.text).toBe("Lift the hold");
});

test("S50 a report that is made meanwhile ends a request to trust, and one that trust overtook is refused", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.approveAll(number);
  const dee = await stage.openFrom(DEE, number, buttons.report);
  await dee.fill(labels.reason, "Second");
  const eve = await stage.openFrom(EVE, number, buttons.report);
  await eve.fill(labels.reason, "Third");
  await report(stage, BEN, number, "First");
  const trust = await askToTrust(stage, number);
  await stage.approve(BEN, trust);

  await stage.submit(dee);

  const { text } = await stage.card(trust, states.closed);
  expect(text).toContain("Somebody reported a problem with this Rail meanwhile.");
  expect((await stage.card(number, states.held)).text).toMatch(/“Second”.*“First”/s);
  const again = await askToTrust(stage, number);
  await stage.approveAll(again);
  await stage.card(number, states.payable);
  await stage.submit(eve);
  expect(await topOf(eve)).toContain("This changed after you opened it.");
  await stage.card(number, states.payable);
});

test("S50 a private copy loses its details when somebody reports from it, who reads that it is done", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  await stage.approveAll(number);
  const iban = stage.madeRails()[0]?.source.bank_account?.iban ?? "none";
  const copy = await shown(stage, number);
  expect(await stage.told(ANA, TREASURY)).toContain(iban);

  const ana = await stage.openFrom(ANA, copy, buttons.report);
  expect(await stage.told(ANA, TREASURY)).toMatch(/^You pressed Report a problem on R-2\. Do not/);
  expect((await messageWith(stage, iban)).ts).not.toBe(copy.ts);
  await ana.fill(labels.reason, "The bank called.");
  await stage.submit(ana);
  expect(await topOf(ana)).toContain("This Rail is held.");
  await ana.close("all");
  await stage.card(number, states.held);
  await ana.press(copy, "Check again");
  expect(await stage.told(ANA, TREASURY)).toContain("Do not pay into this Rail.");
});

test("S54 who may not press a button of a call reads why below it, not in the card's thread", async () => {
  await using stage = await openRegistered({ env: { TEAM: ANA } });
  const number = await stage.askForRail();
  await stage.approveAll(number);
  await report(stage, DEE, number, "The bank called about this account.");
  await stage.card(number, states.held);
  const eve = stage.as(EVE);
  const call = (await eve.messages(APPROVALS)).findLast(({ thread_ts }) => thread_ts);
  await eve.press({ channel: APPROVALS, ts: call?.ts ?? "" }, buttons.liftHold);
  expect(await stage.told(EVE, APPROVALS)).toContain("You are not on the Signalbox team");
  expect((await eve.messages(APPROVALS)).at(-1)).not.toHaveProperty("thread_ts");
});
