import { once } from "node:events";
import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { faultAction, faultSettings } from "../../../src/sandbox/slack-workspace/control/faults.ts";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { useRoom } from "../support/use-room.ts";
import { section, webClient } from "./bolt-app.ts";

const { workspace, room, set, post, type, open, connected } = useRoom();

/** The trigger of a command that was just typed. */
async function trigger(): Promise<string> {
  using app = await connected();
  const typing = type();
  const envelope = await app.next();
  app.acknowledge(envelope);
  await typing;
  return String(envelope?.payload.trigger_id);
}

/** What each switch is set to, and what is seen then. */
const SEEN: Record<string, { value: unknown; isSeen: () => Promise<void> }> = {
  isDown: {
    value: true,
    isSeen: async () => {
      await expect(workspace.client.auth.test()).rejects.toThrow("503");
    },
  },
  slowMs: {
    value: 60,
    isSeen: async () => {
      const start = performance.now();
      await webClient(workspace, "").blocks.validate({ blocks: [section("x")] });
      expect(performance.now() - start).toBeGreaterThan(55);
    },
  },
  tokensAreRevoked: {
    value: true,
    isSeen: async () => {
      await expect(workspace.client.auth.test()).rejects.toThrow("token_revoked");
      await webClient(workspace, "").blocks.validate({ blocks: [section("x")] });
    },
  },
  triggersExpire: {
    value: true,
    isSeen: async () => {
      await expect(open(await trigger())).rejects.toThrow("expired_trigger_id");
    },
  },
  postsAtOnce: {
    value: 1,
    isSeen: async () => {
      await expect(Promise.all([post(), post(), post()])).rejects.toThrow("rate");
    },
  },
  deliverTwice: {
    value: true,
    isSeen: async () => {
      using app = await connected();
      const typing = type();
      const first = await app.next();
      app.acknowledge(first);
      const second = await app.next();
      app.acknowledge(second);
      await typing;
      expect(second?.payload).toEqual(first?.payload);
    },
  },
  losesNextAcknowledgement: {
    value: true,
    isSeen: async () => {
      using before = await connected();
      const typing = type();
      const first = await before.next();
      expect(await before.next()).toBeUndefined();
      using after = await connected();
      const second = await after.next();
      after.acknowledge(second);
      await typing;
      expect(second?.payload).toEqual(first?.payload);
    },
  },
  reordersNext: {
    value: true,
    isSeen: async () => {
      using app = await connected();
      const first = type("/rail first");
      await expect.poll(() => workspace.faults.reordersNext).toBe(false);
      const second = type("/rail second");
      for (const text of ["second", "first"]) {
        const envelope = await app.next();
        app.acknowledge(envelope);
        expect(envelope?.payload).toMatchObject({ text });
      }
      await Promise.all([first, second]);
    },
  },
};

const ACTS: Record<string, () => Promise<void>> = {
  disconnectSockets: async () => {
    using app = await connected();
    await room().post("/faults/disconnectSockets");
    expect(await app.next()).toMatchObject({ type: "disconnect", reason: "refresh_requested" });
  },
  cutSockets: async () => {
    using app = await connected();
    await room().post("/faults/cutSockets");
    expect(await app.next()).toBeUndefined();
  },
  limitEvents: async () => {
    using app = await connected();
    await room().post("/faults/limitEvents");
    expect(await app.next()).toMatchObject({ payload: { type: "app_rate_limited" } });
  },
};

describe("the faults", () => {
  it("are all tried here, and none is on", async () => {
    expect(Object.keys(faultSettings.shape).sort()).toEqual(Object.keys(SEEN).sort());
    expect([...faultAction.options].sort()).toEqual(Object.keys(ACTS).sort());
    expect((await room().state()).answer.on).toEqual([]);
  });

  it.each(Object.entries(SEEN))(
    "%s acts once it is set, and is off again when cleared",
    async (name, { value, isSeen }) => {
      const { status, answer } = await set({ [name]: value });
      expect([status, ...answer.on]).toEqual([200, name]);

      await isSeen();

      expect((await room().clear()).answer.on).toEqual([]);
      await workspace.client.auth.test();
    },
  );

  it.each(Object.entries(ACTS))("%s acts at once", (_, isSeen) => isSeen());

  it("can be planned for the next calls of a method, which have no effect", async () => {
    const known = await person(workspace.url, ANA).messages(TREASURY);
    const fault = { error: "not_in_channel" };
    const { answer } = await room().post("/faults", {
      plan: { method: "chat.postMessage", fault, times: 2 },
    });
    expect(answer.planned).toEqual([{ method: "chat.postMessage", fault, left: 2 }]);

    await expect(post()).rejects.toThrow("not_in_channel");

    const { answer: later } = await room().state();
    expect(later.planned).toEqual([{ method: "chat.postMessage", fault, left: 1 }]);
    await expect(post()).rejects.toThrow("not_in_channel");
    const { ts } = await post("well again");
    const shown = await person(workspace.url, ANA).messages(TREASURY);
    expect(shown.slice(known.length)).toMatchObject([{ ts }]);
  });

  it.each([
    [{ set: { isDwon: true } }, "isDwon"],
    [{ set: { slowMs: "long" } }, "slowMs"],
    [{ set: { slowMs: -1 } }, "slowMs"],
    [{ plan: { method: "chat.postMessge", fault: { error: "a" } } }, "method"],
    [{ plan: { method: "auth.test", fault: {} } }, "retryAfterSeconds"],
  ])("refuses %j and says what is wrong", async (body, words) => {
    const { status, answer } = await room().refusal("/faults", body);

    expect(status).toBe(422);
    expect(answer.message).toContain(words);
    expect((await room().state()).answer.on).toEqual([]);
  });

  it("refuses an action that there is not", async () => {
    expect(await room().post("/faults/toString")).toMatchObject({ status: 422 });
  });
});

describe("the control room", () => {
  const statusFor = async (headers: Record<string, string>) => {
    const [response] = await once(get(`${workspace.url}/sandbox/state`, { headers }), "response");
    response.resume();
    return response.statusCode;
  };

  it("answers only to this machine, and only to its own page", async () => {
    expect(await statusFor({})).toBe(200);
    expect(await statusFor({ origin: workspace.url })).toBe(200);
    expect(await statusFor({ host: "evil.example" })).toBe(403);
    expect(await statusFor({ origin: "https://evil.example" })).toBe(403);
  });

  it.each([{ host: "evil.example" }, { origin: "https://evil.example" }])(
    "no socket is opened for %j",
    async (headers) => {
      const { url = "" } = await workspace.client.apps.connections.open({
        token: workspace.appToken,
      });

      const [request, response] = await once(
        new WebSocket(url, { headers }),
        "unexpected-response",
      );

      expect(response.statusCode).toBe(403);
      request.destroy();
    },
  );
});
