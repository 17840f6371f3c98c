import { describe, expect, it } from "vitest";
import { ANA, BOT, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { useAcme } from "./use-acme.ts";

const workspace = useAcme();

/** A message, and under it a quiet reply and one that is broadcast. */
async function aThread(name: string) {
  const { chat } = workspace.client;
  const channel = TREASURY;
  const { ts: root = "" } = await chat.postMessage({ channel, text: name });
  const ana = person(workspace.url, ANA);
  await chat.postMessage({ channel, text: `Quietly about ${name}`, thread_ts: root });
  const reply = await chat.postMessage({
    channel,
    text: `Aloud about ${name}`,
    thread_ts: root,
    reply_broadcast: true,
  });
  return { root, reply, ana, ts: reply.ts ?? "" };
}

describe("a reply that is broadcast", () => {
  it("says so to the app, with what it answers and how many did", async () => {
    const { root, reply, ts, ana } = await aThread("Payroll float");

    expect(reply.message).toMatchObject({
      subtype: "thread_broadcast",
      thread_ts: root,
      root: {
        ts: root,
        thread_ts: root,
        text: "Payroll float",
        reply_count: 2,
        reply_users_count: 1,
        reply_users: [BOT],
        latest_reply: ts,
        is_locked: false,
      },
    });
    const seen = (await ana.messages(TREASURY)).filter(({ thread_ts }) => thread_ts === root);
    expect(seen.map(({ subtype }) => subtype)).toEqual([undefined, "thread_broadcast"]);
  });

  it("is an ordinary message where it answers none", async () => {
    const answer = await workspace.client.apiCall("chat.postMessage", {
      channel: TREASURY,
      text: "To all",
      reply_broadcast: true,
    });

    expect(answer).toMatchObject({ message: { text: "To all" } });
    expect(answer).not.toHaveProperty("message.subtype");
  });
});
