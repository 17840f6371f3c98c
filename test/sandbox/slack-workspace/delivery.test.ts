import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { startAcme } from "./bolt-app.ts";
import { type Heard, startListening } from "./listening-app.ts";
import { openSocket } from "./raw-socket.ts";

const retriesIn = (heard: readonly Heard[]) =>
  heard.map(({ headers }) => [headers["x-slack-retry-num"], headers["x-slack-retry-reason"]]);

const isEvent = ({ headers }: Heard) => headers["content-type"] === "application/json";
const eventIdIn = ({ body }: Heard) => JSON.parse(body).event_id;
/** How many deliveries were answered: from then on, and not from when they are heard, the next is waited for. */
async function answeredOf(workspaceUrl: string): Promise<number> {
  const answer = await fetch(`${workspaceUrl}/sandbox/traffic?after=0`);
  return traffic.parse(await answer.json()).filter(({ kind }) => kind === "delivery").length;
}

const traffic = z.array(z.object({ kind: z.string() }));

const typedIn = ({ body }: Heard) => new URLSearchParams(body).get("text");

describe("an event that the app does not take", () => {
  it("is sent again three times: at once, after a minute, and after five more", async () => {
    let ahead = 0;
    await using workspace = await startAcme({ now: () => Date.now() + ahead });
    await using app = await startListening(() => ({ status: 500 }));
    workspace.sendTo(app.url);

    await person(workspace.url, ANA).openHome();
    for (const [count, minutes] of [
      [2, 1],
      [3, 5],
      [4, 60],
    ] as const) {
      await expect.poll(() => answeredOf(workspace.url)).toBe(count);
      ahead += minutes * 60_000;
    }
    await person(workspace.url, ANA).command(TREASURY, "/rail");

    expect(retriesIn(app.heard.filter(isEvent))).toEqual([
      [undefined, undefined],
      ["1", "http_error"],
      ["2", "http_error"],
      ["3", "http_error"],
    ]);
    expect(new Set(app.heard.filter(isEvent).map(eventIdIn)).size).toBe(1);
  });

  it("is sent again over Socket Mode too, and no more once it is acknowledged", async () => {
    await using workspace = await startAcme({ ackWindowMs: 50 });
    const app = await openSocket(workspace);
    await app.next();

    void person(workspace.url, ANA).openHome();
    const first = await app.next();
    const second = await app.next();
    app.acknowledge(second);

    expect(first).toMatchObject({ retry_attempt: 0, retry_reason: "" });
    expect(second).toMatchObject({
      retry_attempt: 1,
      retry_reason: "timeout",
      payload: { event_id: first?.payload.event_id },
    });
  });

  it("is not sent again where the app asks for that", async () => {
    const assumptions = { delivery: { eventRetryDelaysMs: [0, 0, 0] } };
    await using workspace = await startAcme({ assumptions });
    await using app = await startListening((heard) =>
      isEvent(heard) ? { status: 503, headers: { "x-slack-no-retry": "1" } } : {},
    );
    workspace.sendTo(app.url);

    await person(workspace.url, ANA).openHome();
    await person(workspace.url, ANA).command(TREASURY, "/rail");

    expect(app.heard.map(isEvent)).toEqual([true, false]);
  });
});

describe("a command that the app does not take", () => {
  it("is never sent again", async () => {
    const assumptions = { delivery: { eventRetryDelaysMs: [0, 0, 0] } };
    await using workspace = await startAcme({ assumptions });
    await using app = await startListening(() => ({ status: 500 }));
    workspace.sendTo(app.url);
    const ana = person(workspace.url, ANA);

    await ana.command(TREASURY, "/rail one");
    await ana.command(TREASURY, "/rail two");

    expect(app.heard.map(typedIn)).toEqual(["one", "two"]);
  });
});

describe("losesNextAcknowledgement over HTTP", () => {
  it("lets the app do what it does, hears nothing of it, and sends it again", async () => {
    await using workspace = await startAcme();
    let answers = 0;
    await using app = await startListening(() => ({ body: `answer ${++answers}` }));
    workspace.sendTo(app.url);
    workspace.faults.losesNextAcknowledgement = true;
    const ana = person(workspace.url, ANA);

    await ana.command(TREASURY, "/rail");

    const [first, second] = app.heard;
    expect(second?.body).toBe(first?.body);
    expect(retriesIn(app.heard)).toEqual([
      [undefined, undefined],
      ["1", "timeout"],
    ]);
    expect(await ana.messages(TREASURY)).toMatchObject([{ text: "answer 2" }]);
  });
});
