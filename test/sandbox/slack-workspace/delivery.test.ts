import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { type Heard, startListening } from "../support/listening-app.ts";
import { person } from "../support/person.ts";
import { openSocket } from "../support/raw-socket.ts";
import { startAcme } from "./bolt-app.ts";

const retriesIn = (heard: readonly Heard[]) =>
  heard.map(({ headers }) => [headers["x-slack-retry-num"], headers["x-slack-retry-reason"]]);

const isEvent = ({ headers }: Heard) => headers["content-type"] === "application/json";
const eventIdIn = ({ body }: Heard) => JSON.parse(body).event_id;
const typedIn = ({ body }: Heard) => new URLSearchParams(body).get("text");

describe("an event that the app does not take", () => {
  it("is sent again three times: at once, after a minute, and after five more", async () => {
    let ahead = 0;
    await using workspace = await startAcme({ now: () => Date.now() + ahead });
    await using app = await startListening(() => ({ status: 500 }));
    workspace.sendTo(app.url);

    await person(workspace.url, ANA).openHome();
    const times: number[] = [];
    await expect
      .poll(() => {
        const { length } = app.heard.filter(isEvent);
        while (times.length < length) times.push(ahead);
        if (length > 1) ahead += 10_000;
        return length;
      })
      .toBe(4);
    const [first = 0, second = 0, third = 0, fourth = 0] = times;
    expect(second - first).toBe(0);
    expect(third - second).toBeGreaterThanOrEqual(60_000);
    expect(fourth - third).toBeGreaterThanOrEqual(300_000);
    ahead += 3_600_000;
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
    await using workspace = await startAcme();
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
    await using workspace = await startAcme();
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
