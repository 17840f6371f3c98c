import { expect, it } from "vitest";
import { createPeople } from "../../../src/platform/slack/people.ts";
import { type Answered, cut, ok, refusal, slackOf } from "./slack-of.ts";

const user = (more: object = {}) => ok({ user: { id: "U1", team_id: "T1", ...more } });

function people(...answers: readonly Answered[]) {
  const clock = { now: 1_000_000 };
  const { calls, slack } = slackOf({ "users.info": answers });
  return { calls, clock, asked: createPeople({ slack, now: () => clock.now }) };
}

it.each([
  ["active", user()],
  ["guest", user({ is_restricted: true })],
  ["guest", user({ is_ultra_restricted: true })],
  ["bot", user({ is_bot: true })],
  ["bot", user({ id: "USLACKBOT" })],
  ["outsider", user({ is_stranger: true })],
  ["outsider", user({ team_id: "T2" })],
  ["deactivated", user({ deleted: true, is_bot: true })],
  ["stranger", refusal("user_not_found")],
  ["stranger", refusal("user_not_visible")],
  [undefined, refusal("missing_scope")],
  [undefined, cut],
])("a person is %s by Slack's word", async (standing, answer) => {
  const { asked } = people(answer);
  expect((await asked.standingsOf("T1", ["U1"], "fresh")).get("U1")).toBe(standing);
});

it("remembers an answer for a minute, and never for a claim", async () => {
  const { calls, clock, asked } = people(user(), user({ deleted: true }));
  const standing = async (age: "fresh" | "minute", passed = 0) => {
    clock.now += passed;
    return (await asked.standingsOf("T1", ["U1"], age)).get("U1");
  };

  expect(await standing("minute")).toBe("active");
  expect(await standing("minute", 59_999)).toBe("active");
  expect(calls).toHaveLength(1);
  expect(await standing("fresh")).toBe("deactivated");
  expect(await standing("minute")).toBe("deactivated");
  await standing("minute", 60_000);
  // A clock that is set back makes an answer no younger.
  await standing("minute", -30_000);
  expect(calls).toHaveLength(4);
});

it("keeps two workspaces apart", async () => {
  const { calls, asked } = people(user());
  await asked.standingsOf("T1", ["U1"], "minute");
  expect((await asked.standingsOf("T2", ["U1"], "minute")).get("U1")).toBe("outsider");
  expect(calls.map(({ token }) => token)).toEqual(["Bearer xoxb-T1", "Bearer xoxb-T2"]);
});

it("asks once for each person, ten at a time, and nobody else once Slack is silent", async () => {
  const ids = Array.from({ length: 100 }, (_, at) => `U${at}`);
  const talking = people(user());
  const silent = people({ status: 429, body: "" });
  const found = await talking.asked.standingsOf("T1", [...ids, ...ids], "fresh");
  expect([found.size, talking.calls.length]).toEqual([100, 100]);
  expect((await silent.asked.standingsOf("T1", ids, "fresh")).size).toBe(0);
  expect(silent.calls).toHaveLength(10);
});
