import { describe, expect, it } from "vitest";
import { createPeople } from "../../../src/platform/slack/people.ts";
import { type Answered, ok, refusal, slackServer } from "./slack-server.ts";

const user = (more: object = {}) => ok({ user: { id: "U1", team_id: "T1", ...more } });

async function people(...answers: readonly Answered[]) {
  const clock = { now: 1_000_000 };
  const { calls, slack } = await slackServer({ "users.info": answers });
  return { calls, clock, asked: createPeople({ slack, now: () => clock.now }) };
}

describe("Slack's word on a person", () => {
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
    [undefined, { body: "cut" }],
  ])("is %s", async (standing, answer) => {
    const { asked } = await people(answer);
    expect((await asked.standingsOf("T1", ["U1"], "fresh")).get("U1")).toBe(standing);
  });

  it.each([
    [true, user({ is_admin: true })],
    [true, user({ is_owner: true })],
    [false, user()],
    [false, user({ is_admin: true, is_restricted: true })],
    [null, refusal("internal_error")],
  ])("makes an administrator: %s", async (isOne, answer) => {
    const { asked } = await people(answer);
    expect(await asked.isAdministrator("T1", "U1", "fresh")).toBe(isOne);
  });

  it("has a name for texts, if Slack says one", async () => {
    const named = user({ real_name: "Ana Flores", profile: { display_name: "" } });
    expect(await (await people(named)).asked.nameOf("T1", "U1")).toBe("Ana Flores");
    expect(await (await people(user())).asked.nameOf("T1", "U1")).toBeNull();
  });
});

describe("asking about people", () => {
  const ids = Array.from({ length: 100 }, (_, at) => `U${at}`);

  it("remembers an answer for a minute, and never for a claim", async () => {
    const { calls, clock, asked } = await people(user(), user({ deleted: true }));
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
    const { calls, asked } = await people(user());
    await asked.standingsOf("T1", ["U1"], "minute");
    expect((await asked.standingsOf("T2", ["U1"], "minute")).get("U1")).toBe("outsider");
    expect(calls.map(({ token }) => token)).toEqual(["Bearer xoxb-T1", "Bearer xoxb-T2"]);
  });

  it("asks once for each, ten at a time, and nobody else once Slack is silent", async () => {
    const talking = await people(user());
    const silent = await people({ status: 429, body: "" });
    const found = await talking.asked.standingsOf("T1", [...ids, ...ids], "fresh");
    expect([found.size, talking.calls.length]).toEqual([100, 100]);
    expect((await silent.asked.standingsOf("T1", ids, "fresh")).size).toBe(0);
    expect(silent.calls).toHaveLength(10);
  });
});
