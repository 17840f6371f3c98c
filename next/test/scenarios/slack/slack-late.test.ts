import { expect, test } from "vitest";
import { EVE } from "../../../../src/sandbox/slack-workspace/seed.ts";
import { createSuspension } from "../../harness/suspension.ts";
import { WORDS } from "../../harness/words.ts";
import { HOUR, MINUTE } from "../creating.ts";
import { APPROVALS, BEN, CAL, DEE, openTeam, type Team, topOf } from "../team.ts";

const { buttons, labels, states } = WORDS;

const ENDS: Record<string, [end: (stage: Team, number: string) => Promise<void>, says: RegExp]> = {
  Denied: [(stage, number) => stage.deny(CAL, number), /was denied by <@U0CAL0001>, \d{4}-/],
  Withdrawn: [(stage, number) => stage.withdraw(number), /was withdrawn by <@U0ANA0001>, \d{4}-/],
  Expired: [
    async (stage) => {
      await stage.jump(80 * HOUR);
      await stage.settle();
    },
    /expired, \d{4}-/,
  ],
  Payable: [
    async (stage, number) => {
      await stage.approve(CAL, number);
      await stage.approve(EVE, number);
    },
    /was completed, \d{4}-/,
  ],
};

test.for(Object.keys(ENDS))(
  "S54 a late approval, denial and click learn how it ended: %s",
  async (state) => {
    await using stage = await openTeam({ env: { APPROVERS: [BEN, CAL, DEE, EVE].join(",") } });
    await stage.register();
    const number = await stage.askForRail();
    const shown = await stage.card(number);
    // Ben has read the review, and Dee has written a reason.
    const ben = await stage.review(BEN, shown);
    const dee = await stage.openFrom(DEE, shown, buttons.deny);
    await dee.fill(labels.reason, "Too late");
    const [end, says] = ENDS[state] ?? [];
    await end?.(stage, number);
    await stage.card(number, state);

    for (const late of [ben, dee]) {
      expect(await late.submit()).toMatchObject({ acknowledged: true, closed: false });
      expect(await topOf(late)).toMatch(new RegExp(`${number} ${says?.source}`));
    }
    // What was typed is still there.
    await dee.close();
    expect(JSON.stringify((await dee.modal())?.state.values)).toContain("Too late");
    await stage.card(number, state);
  },
);

test("S54 a click on a card that Slack has not redrawn yet learns who decided", async () => {
  await using stage = await openTeam();
  await stage.register();
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
  await using stage = await openTeam({ start });
  await stage.register();
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
