import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { WORDS } from "../harness/words.ts";
import { answerStuck, HOUR, instructionsOf, MINUTE, openFrontStage, send } from "./creating.ts";
import { APPROVALS, BEN, card, DEE, opened, register } from "./team.ts";

const { states, buttons, options, labels } = WORDS;

test.for(["Denied", "Closed"] as const)(
  "S20 a Rail that turns up for a request that is %s is announced once with its number, and held",
  async (ending) => {
    await using stage = await openFrontStage();
    await register(stage);
    let make = async () => new Response();
    const number = await send(stage, (_, pass) => {
      make = pass;
      return "cut";
    });
    await stage.pass(HOUR);
    if (ending === "Closed") await answerStuck(stage, number, { answer: options.close });
    else {
      await answerStuck(stage, number, { answer: options.approveAgain });
      const dee = stage.as(DEE);
      await dee.press(await card(stage, number, states.waiting), buttons.deny);
      await opened(stage, dee);
      await dee.fill(labels.reason, "Nobody needs it now");
      await dee.submit();
      await stage.settle();
    }
    await card(stage, number, ending);

    const { data } = (await (await make()).json()) as { data: { id: string } };
    await stage.pass(10 * MINUTE);

    const notices = async () =>
      (await stage.as(BEN).messages(APPROVALS)).map(reads).filter((text) => text.includes(data.id));
    const [notice, ...more] = await notices();
    expect(notice).toContain(number);
    expect(notice).toContain("Do not pay into");
    expect(more).toEqual([]);
    await stage.pass(HOUR);
    expect(await notices()).toHaveLength(1);
    await card(stage, number, ending);
    expect(await instructionsOf(stage, number)).toEqual([]);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);

    await stage.as(BEN).say(APPROVALS, `${WORDS.command} list`);
    const list = await stage.until(async () => {
      const own = (await stage.as(BEN).messages(APPROVALS)).filter(({ ephemeral }) => ephemeral);
      return own.map(reads).find((text) => text.includes(states.held));
    }, "the list");
    expect(list).toContain(`${states.held} · “${data.id}”`);
  },
);
