import { expect, it } from "vitest";
import { createDeliveryClient } from "../../../../src/platform/slack/intake/delivery-client.ts";
import type { InNameOf } from "../../../../src/platform/slack/web-client.ts";

const ACME: InNameOf = { token: "xoxb-acme", team_id: "T0ACME001" };
const GLOBEX: InNameOf = { token: "xoxb-globex", team_id: "T0GLOBEX1" };

/** Slack, which answers one call after the other and notes whose name each carried. */
function slow() {
  const heard: { channel: string | null; as: string; team: string | null }[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    const said = new URLSearchParams(String(init.body));
    const as = new Headers(init.headers).get("authorization") ?? "nobody";
    heard.push({ channel: said.get("channel"), as, team: said.get("team_id") });
    await new Promise((resolve) => setTimeout(resolve, 1));
    return Response.json({ ok: true });
  };
  return { heard, fetch };
}

it("each call carries the name of its own delivery, also one that waits behind another's", async () => {
  const { heard, fetch } = slow();
  // One call at a time: the others wait, and each is begun when the one before has ended.
  const { client, within } = createDeliveryClient({ fetch, maxRequestConcurrency: 1 });
  const say = (text: string) => client.chat.postMessage({ channel: text, text });

  await Promise.all(
    [ACME, GLOBEX, ACME, GLOBEX].map((name) =>
      within(name, async () => {
        await say(name.team_id);
        await say(name.team_id);
      }),
    ),
  );

  expect(heard).toHaveLength(8);
  for (const { channel, as, team } of heard) {
    expect({ as, team }).toEqual({
      as: `Bearer ${channel === ACME.team_id ? ACME.token : GLOBEX.token}`,
      team: channel,
    });
  }
});

it("a call takes no other name, and none is made where there is no delivery", async () => {
  const { heard, fetch } = slow();
  const { client, within } = createDeliveryClient({ fetch });

  await within(ACME, () => client.auth.test({ ...GLOBEX }));
  await expect(client.auth.test()).rejects.toThrow("outside of a delivery");

  expect(heard).toEqual([{ channel: null, as: "Bearer xoxb-acme", team: "T0ACME001" }]);
});
