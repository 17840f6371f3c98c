import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, get, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type {
  FaultAction,
  FaultName,
} from "../../../src/sandbox/slack-workspace/control/fault-switches.ts";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { modal, startAcme } from "./bolt-app.ts";
import { control } from "./control.ts";
import { imageOf, PNG, upload } from "./files.ts";
import { openSocket } from "./raw-socket.ts";
import { useAcme } from "./use-acme.ts";

const DAY = 86_400_000;

const workspace = useAcme();
let room: ReturnType<typeof control>;
beforeAll(() => {
  room = control(workspace.url);
});
afterEach(async () => {
  await room.clear();
  await room.post("/clock", { reset: true });
});

const set = (faults: object) => room.post("/faults", { set: faults });
const post = (text = "hello") => workspace.client.chat.postMessage({ channel: TREASURY, text });
const type = (line = "/rail new") => person(workspace.url, ANA).command(TREASURY, line);

/** A connected app, which is gone at the end of the test. */
async function connected() {
  const app = await openSocket(workspace);
  await app.next();
  return Object.assign(app, { [Symbol.dispose]: () => app.socket.terminate() });
}

/** The trigger of a command that was just typed. */
async function trigger(): Promise<string> {
  using app = await connected();
  const typing = type();
  const envelope = await app.next();
  app.acknowledge(envelope);
  await typing;
  return String(envelope?.payload.trigger_id);
}

const open = (trigger_id: string) =>
  workspace.client.views.open({ trigger_id, view: modal("New Rail", []) });

/** What each switch is set to, and what is seen then. */
const SEEN: Record<FaultName, { value: unknown; isSeen: () => Promise<void> }> = {
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
      await workspace.client.api.test();
      expect(performance.now() - start).toBeGreaterThan(55);
    },
  },
  tokensAreRevoked: {
    value: true,
    isSeen: async () => {
      await expect(workspace.client.auth.test()).rejects.toThrow("token_revoked");
      await workspace.client.api.test();
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
  filesLagMs: {
    value: 600_000,
    isSeen: async () => {
      const { id } = await upload(workspace, { file: PNG, filename: "a.png" });
      const blocks = [imageOf({ id })];
      const posting = workspace.client.chat.postMessage({ channel: TREASURY, text: "", blocks });
      await expect(posting).rejects.toThrow("invalid_blocks");
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

const ACTS: Record<FaultAction, () => Promise<void>> = {
  disconnectSockets: async () => {
    using app = await connected();
    await room.post("/faults/disconnectSockets");
    expect(await app.next()).toMatchObject({ type: "disconnect", reason: "refresh_requested" });
  },
  cutSockets: async () => {
    using app = await connected();
    await room.post("/faults/cutSockets");
    expect(await app.next()).toBeUndefined();
  },
  limitEvents: async () => {
    using app = await connected();
    await room.post("/faults/limitEvents");
    expect(await app.next()).toMatchObject({ payload: { type: "app_rate_limited" } });
  },
};

describe("the faults", () => {
  it("are all described, and none is on", async () => {
    const { answer } = await room.state();

    expect(names(answer.switches).sort()).toEqual(Object.keys(SEEN).sort());
    expect(names(answer.actions).sort()).toEqual(Object.keys(ACTS).sort());
    expect(on(answer)).toEqual([]);
  });

  it.each(Object.entries(SEEN))(
    "%s acts once it is set, and is off again when cleared",
    async (name, { value, isSeen }) => {
      const { status, answer } = await set({ [name]: value });
      expect([status, ...on(answer)]).toEqual([200, name]);

      await isSeen();

      expect(on((await room.clear()).answer)).toEqual([]);
      await workspace.client.auth.test();
    },
  );

  it.each(Object.entries(ACTS))("%s acts at once", (_, isSeen) => isSeen());

  it("can be planned for the next calls of a method, which have no effect", async () => {
    const known = await person(workspace.url, ANA).messages(TREASURY);
    const fault = { error: "not_in_channel" };
    const { answer } = await room.post("/faults", {
      plan: { method: "chat.postMessage", fault, times: 2 },
    });
    expect(answer.planned).toEqual([{ method: "chat.postMessage", fault, left: 2 }]);

    await expect(post()).rejects.toThrow("not_in_channel");

    const { answer: later } = await room.state();
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
    const { status, answer } = await room.refusal("/faults", body);

    expect(status).toBe(422);
    expect(answer.message).toContain(words);
    expect(on((await room.state()).answer)).toEqual([]);
  });

  it("refuses an action that there is not", async () => {
    expect(await room.post("/faults/toString")).toMatchObject({ status: 422 });
  });
});

describe("the clock", () => {
  it("ends triggers and response_urls, and dates what comes after", async () => {
    using app = await connected();
    const typing = type();
    const envelope = await app.next();
    app.acknowledge(envelope);
    await typing;
    const respond = () =>
      fetch(String(envelope?.payload.response_url), {
        method: "POST",
        body: JSON.stringify({ text: "later" }),
      });
    expect((await respond()).status).toBe(200);

    const { answer } = await room.post("/clock", { advanceMs: DAY });

    expect(answer.clock.aheadMs).toBe(DAY);
    expect(Math.abs(answer.clock.now - Date.now() - DAY)).toBeLessThan(60_000);
    await expect(open(String(envelope?.payload.trigger_id))).rejects.toThrow("expired_trigger_id");
    expect((await respond()).status).toBe(404);
    const { ts: tomorrow } = await post();
    expect(Number(tomorrow) * 1000).toBeGreaterThan(Date.now() + DAY - 60_000);

    await room.post("/clock", { reset: true });

    const { ts } = await post();
    expect(Number(ts)).toBeGreaterThan(Number(tomorrow));
  });

  it("ends a wait for the next message", async () => {
    await set({ postsAtOnce: 1 });
    await expect(Promise.all([post(), post(), post()])).rejects.toThrow("rate");

    await room.post("/clock", { advanceMs: 60_000 });

    await post();
  });

  it("moves the time of signed requests: the app in the sandbox is as far ahead", async () => {
    const heard: IncomingHttpHeaders[] = [];
    const server = createServer(({ headers }, response) => {
      heard.push(headers);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    await using other = await startAcme();
    other.sendTo(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);

    other.clock.advance(DAY);
    await person(other.url, ANA).command(TREASURY, "/rail");

    server.close();
    const signedAt = Number(heard[0]?.["x-slack-request-timestamp"]) * 1000;
    expect(Math.abs(signedAt - Date.now() - DAY)).toBeLessThan(60_000);
  });

  it("is as far ahead after a restart", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "slack-workspace-"));
    {
      await using before = await startAcme({ dataDir });
      before.clock.advance(DAY);
    }
    {
      await using after = await startAcme({ dataDir });
      expect(after.clock.aheadMs()).toBe(DAY);
      expect(after.clock.now()).toBeGreaterThan(Date.now() + DAY - 60_000);
    }
    await rm(dataDir, { recursive: true });
  });

  it.each([{ advanceMs: -1 }, { advanceMs: 1.5 }, { reset: false }, { back: true }])(
    "refuses %j",
    async (body) => {
      expect(await room.post("/clock", body)).toMatchObject({ status: 422 });
    },
  );
});

describe("the traffic", () => {
  it("holds both ways, in order, with the outcome, and from a number on", async () => {
    const { answer: before } = await room.traffic();
    const last = before.at(-1)?.number ?? 0;
    await trigger();
    await post("after the command");

    const { answer } = await room.traffic(last);

    expect(answer).toMatchObject([
      { kind: "call", call: { method: "apps.connections.open", ok: true } },
      {
        kind: "delivery",
        delivery: {
          appId: "A0SIGNAL1",
          transport: "socket",
          envelope: { type: "slash_commands", payload: { command: "/rail", text: "new" } },
          receipt: { isAcknowledged: true, answer: {} },
          tookMs: expect.any(Number),
        },
      },
      {
        kind: "call",
        call: {
          method: "chat.postMessage",
          token: "xoxb-…me",
          args: { text: "after the command" },
        },
      },
    ]);
    expect(answer[0]?.number).toBe(last + 1);
  });

  it("says why something was not taken", async () => {
    await type();

    const { answer } = await room.traffic();

    const receipt = { isAcknowledged: false, reason: "dispatch_failed" };
    expect(answer.at(-1)).toMatchObject({ kind: "delivery", delivery: { receipt } });
  });

  it("shows no secret, however deep it stands", async () => {
    const canary = "c4n4ry";
    const secrets = {
      token: canary,
      client_secret: canary,
      code: canary,
      refresh_token: canary,
      said: `xoxb-1-${canary} token_xoxb-1-${canary} xoxe.xoxp-1-${canary} xapp-1-${canary}`,
      at: `http://127.0.0.1/response/${canary} http://127.0.0.1/upload/v1/${canary} ?ticket=${canary}`,
    };
    await fetch(`${workspace.apiUrl}oauth.v2.access`, {
      method: "POST",
      headers: { authorization: `Bearer xoxb-1-2-${canary}-3` },
      body: new URLSearchParams({
        ...secrets,
        nested: JSON.stringify({ deep: [secrets], deeper: JSON.stringify(secrets) }),
      }),
    });
    using app = await connected();
    const typing = type();
    const envelope = await app.next();
    app.acknowledge(envelope, { text: secrets.said, ...secrets });
    await typing;

    const { answer } = await room.traffic();

    const shown = JSON.stringify(answer);
    expect(shown).toContain("oauth.v2.access");
    expect(shown).not.toContain(canary);
    const [, issued = "?"] = /response\/(\w+)/.exec(String(envelope?.payload.response_url)) ?? [];
    expect(shown).not.toContain(issued);
    expect(shown).not.toContain(workspace.botToken);
    expect(shown).not.toContain(workspace.appToken);
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

const names = (described: readonly { name: string }[]) => described.map(({ name }) => name);

const on = (state: { switches: readonly { name: string; isOn: boolean }[] }) =>
  names(state.switches.filter(({ isOn }) => isOn));
