import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { WORDS } from "../harness/words.ts";
import { HOUR, MINUTE, sendLate } from "./creating.ts";
import { APPROVALS, BEN, DEE, openRegistered, QUICK } from "./team.ts";

const { states, options } = WORDS;

test.for(["Denied", "Closed"] as const)(
  "S20 a Rail that turns up for a request that is %s is announced once with its number, and held",
  async (ending) => {
    await using stage = await openRegistered(QUICK);
    const { number, make } = await sendLate(stage);
    await stage.pass(HOUR);
    if (ending === "Closed") await stage.answerStuck(number, options.close);
    else {
      await stage.answerStuck(number, options.approveAgain);
      await stage.deny(DEE, number);
    }
    await stage.card(number, ending);

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
    await stage.card(number, ending);
    expect(await stage.instructionsOf(number)).toEqual([]);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);

    await stage.as(BEN).say(APPROVALS, `${WORDS.command} list`);
    expect(await stage.told(BEN, APPROVALS)).toContain(`${states.held} · “${data.id}”`);
  },
);
