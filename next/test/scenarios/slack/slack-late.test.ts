import { expect, test } from "vitest";
import { EVE } from "../../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import type { Stage } from "../../harness/stage.ts";
import { openStage } from "../../harness/stage.ts";
import { createSuspension } from "../../harness/suspension.ts";
import { WORDS } from "../../harness/words.ts";
import { HOUR, MINUTE } from "../creating.ts";
import {
  ANA,
  APPROVALS,
  answerQuestion,
  approve,
  askForRail,
  BEN,
  CAL,
  card,
  cards,
  DEE,
  register,
  WALLET,
} from "../team.ts";
import { answerIn, deny, openFrom } from "./slack.ts";

const { buttons, labels, states } = WORDS;

async function withdraw(stage: Stage, number: string): Promise<void> {
  const ana = await openFrom(stage, ANA, await card(stage, number), buttons.withdraw);
  await ana.submit();
  await stage.settle();
}

const ENDS: Record<string, [end: (stage: Stage, number: string) => Promise<void>, says: RegExp]> = {
  Denied: [(stage, number) => deny(stage, CAL, number), /was denied by <@U0CAL0001>, \d{4}-/],
  Withdrawn: [withdraw, /was withdrawn by <@U0ANA0001>, \d{4}-/],
  Expired: [
    async (stage) => {
      await stage.jump(80 * HOUR);
      await stage.settle();
    },
    /expired, \d{4}-/,
  ],
  Payable: [
    async (stage, number) => {
      await approve(stage, CAL, number);
      await approve(stage, EVE, number);
    },
    /was completed, \d{4}-/,
  ],
};

test.for(Object.keys(ENDS))(
  "S54 a late approval, denial and click learn how it ended: %s",
  async (state) => {
    await using stage = await openStage({ env: { APPROVERS: [BEN, CAL, DEE, EVE].join(",") } });
    await register(stage);
    const number = await askForRail(stage);
    const shown = await card(stage, number);
    // Ben has read the review, and Dee has written a reason.
    const ben = await openFrom(stage, BEN, shown, buttons.review);
    await answerQuestion(ben, WALLET);
    const dee = await openFrom(stage, DEE, shown, buttons.deny);
    await dee.fill(labels.reason, "Too late");
    const [end, says] = ENDS[state] ?? [];
    await end?.(stage, number);
    await card(stage, number, state);

    for (const late of [ben, dee]) {
      expect(await late.submit()).toMatchObject({ acknowledged: true, closed: false });
      const modal = await late.modal();
      expect(modal && reads(modal)).toMatch(new RegExp(`${number} ${says?.source}`));
    }
    await card(stage, number, state);
  },
);

test("S54 a click on a card that Slack has not redrawn yet learns who decided", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage);
  stage.slack.faults.failNext("chat.update", { error: "internal_error" }, 100);
  await deny(stage, CAL, number);
  const stale = await card(stage, number, states.waiting);
  for (const button of [buttons.review, buttons.deny]) {
    await stage.as(BEN).press(stale, button);
    expect(await answerIn(stage, BEN, APPROVALS)).toMatch(/was denied by <@U0CAL0001>, \d{4}-/);
  }
  expect(await stage.as(BEN).modal()).toBeUndefined();
});

test("S60 a process that stood still before it posted a card draws no second one", async () => {
  const { start, suspendAt, resume } = createSuspension();
  await using stage = await openStage({ start });
  await register(stage);
  await stage.pass(2 * MINUTE);
  const stands = suspendAt("place");
  const asking = askForRail(stage);
  await stands;
  const second = await stage.start(1);
  await stage.jump(2 * MINUTE);
  while ((await second.workOnce()) > 0) await second.idle();

  resume();
  const number = await asking;

  await deny(stage, CAL, number);
  await stage.pass(2 * MINUTE);
  const shown = await cards(stage.as(BEN));
  expect(shown.filter((each) => each.number === number)).toMatchObject([{ state: "Denied" }]);
});
