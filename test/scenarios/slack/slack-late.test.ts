import { expect, test } from "vitest";
import { createSuspension } from "../../harness/suspension.ts";
import { WORDS } from "../../harness/words.ts";
import { HOUR, MINUTE } from "../creating.ts";
import { APPROVALS, BEN, CAL, DEE, openRegistered, QUICK, type Team } from "../team.ts";
import { topOf } from "../top-of.ts";

const { buttons, labels, states } = WORDS;

/** How a request ends, and what is said of it afterwards. The last one takes days. */
const ENDS: Record<string, [end: (stage: Team, number: string) => Promise<unknown>, says: RegExp]> =
  {
    Denied: [(stage, number) => stage.deny(CAL, number), /was denied by <@U0CAL0001>, \d{4}-/],
    Withdrawn: [(stage, number) => stage.withdraw(number), /was withdrawn by <@U0ANA0001>, \d{4}-/],
    Payable: [(stage, number) => stage.approve(CAL, number), /was completed, \d{4}-/],
    Expired: [(stage) => stage.jump(80 * HOUR).then(stage.settle), /expired, \d{4}-/],
  };

test("S54 a late approval and a late denial learn how it ended", async () => {
  await using stage = await openRegistered(QUICK);
  for (const [state, [end, says]] of Object.entries(ENDS)) {
    const number = await stage.askForRail({ name: state });
    const shown = await stage.card(number);
    // Ben has read the review, and Dee has written a reason.
    const ben = await stage.review(BEN, shown);
    const dee = await stage.openFrom(DEE, shown, buttons.deny);
    await dee.fill(labels.reason, "Too late");
    await end(stage, number);
    await stage.card(number, state);

    if (state === states.denied) {
      // The button in the review says so over it.
      await ben.press("modal", buttons.deny);
      await stage.settle();
      expect(await topOf(ben)).toMatch(new RegExp(`${number} ${says.source}`));
      await ben.close();
    }
    for (const late of [ben, dee]) {
      expect(await late.submit()).toMatchObject({ acknowledged: true, closed: false });
      expect(await topOf(late)).toMatch(new RegExp(`${number} ${says.source}`));
      await late.close("all");
    }
    await stage.card(number, state);
  }
});

test("S54 a click on a card that Slack has not redrawn yet learns who decided", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  stage.slack.faults.failNext("chat.update", { error: "internal_error" }, 100);
  await stage.deny(CAL, number);
  const stale = await stage.card(number, states.waiting);
  for (const button of [buttons.review, buttons.deny]) {
    await stage.as(BEN).press(stale, button);
    expect(await stage.told(BEN, APPROVALS)).toMatch(/was denied by <@U0CAL0001>, \d{4}-/);
  }
  expect(await stage.as(BEN).modal()).toBeUndefined();
});

test("S60 a process that stood still before it posted a card draws no second one", async () => {
  const { start, suspendAt, resume } = createSuspension();
  await using stage = await openRegistered({ start });
  await stage.pass(2 * MINUTE);
  const stands = suspendAt("place");
  const asking = stage.askForRail();
  await stands;
  const second = await stage.start(1);
  await stage.jump(2 * MINUTE);
  while ((await second.workOnce()) > 0) await second.idle();

  resume();
  const number = await asking;

  await stage.deny(CAL, number);
  await stage.pass(2 * MINUTE);
  const shown = await stage.cards();
  expect(shown.filter((each) => each.number === number)).toMatchObject([{ state: "Denied" }]);
});
