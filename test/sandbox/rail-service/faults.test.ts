import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { railFaults } from "../../../src/sandbox/rail-faults.ts";
import type { FaultRule } from "../../../src/sandbox/rail-service/faults.ts";
import type { RailService } from "../../../src/sandbox/rail-service/server.ts";
import { data, onRampRail } from "./document-shapes.ts";
import { ACME, anAcme, aRailService, as, createRails, onRamp, whitelistWallet } from "./support.ts";

/** A service with a whitelisted wallet, and a way to post one Rail, whatever comes of it. */
async function arranged() {
  const { service, company } = await anAcme();
  const body = JSON.stringify(onRamp(await whitelistWallet(company)));
  const post = (signal?: AbortSignal) =>
    company.fetch("/rails", {
      method: "POST",
      signal: signal ?? null,
      headers: { "content-type": "application/json" },
      body,
    });
  return { service, company, post };
}

const railsOf = (service: RailService) => service.rails("Acme").length;
const lastStatus = (service: RailService) => service.calls().at(-1)?.status;

describe("a fault of POST /rails", () => {
  it("delay: the answer comes late, and the Rail is created late", async () => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "delay", ms: 150 } });
    const start = performance.now();

    const answer = post();
    await sleep(50);

    expect(railsOf(service)).toBe(0);
    expect((await answer).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(140);
    expect(railsOf(service)).toBe(1);
  });

  it("delay: a Rail is created also when its client has given up waiting", async () => {
    const { service, company, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "delay", ms: 300 } });
    const client = new AbortController();

    const answer = post(client.signal);
    // The call that meets it has arrived.
    await expect.poll(() => service.faults.waiting(), { interval: 5 }).toEqual([]);
    client.abort(new Error("given up"));

    await expect(answer).rejects.toThrow("given up");
    expect(railsOf(service)).toBe(0);
    await expect.poll(() => railsOf(service)).toBe(1);
    expect((await company.get("/rails")).body).toMatchObject({ meta: { total: 1 } });
    expect(service.calls().map(({ status }) => status)).toEqual([200, null, 200]);
  });

  it("delay after the commit: the Rail is there while the client still waits", async () => {
    const { service, post } = await arranged();
    service.faults.add({
      operation: "POST /rails",
      fault: { kind: "delay", ms: 60_000, when: "after-commit" },
    });

    const answer = post();
    answer.catch(() => {});

    await expect.poll(() => railsOf(service)).toBe(1);
    expect(lastStatus(service)).toBeNull();
    await service.stop();
    await expect(answer).rejects.toThrow();
  });

  it.each([
    ["drop-before-commit", 0],
    ["drop-after-commit", 1],
  ] as const)("%s: the connection closes, and there are %i Rails", async (kind, count) => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind } });

    await expect(post()).rejects.toThrow("fetch failed");

    expect(railsOf(service)).toBe(count);
    expect(lastStatus(service)).toBeNull();
  });

  it.each([
    ["500-before-commit", 0],
    ["500-after-commit", 1],
  ] as const)("%s: 500, and %i Rails", async (kind, count) => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind } });

    const answer = await post();

    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
    expect(railsOf(service)).toBe(count);
  });

  it("truncate: 200 with a length that the body does not reach", async () => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "truncate" } });

    const answer = await post();

    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(100);
    await expect(answer.text()).rejects.toThrow("terminated");
    expect(railsOf(service)).toBe(1);
    expect(lastStatus(service)).toBe(200);
  });

  it("cut-json: 200 whose JSON ends in the middle", async () => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "cut-json" } });

    const answer = await post();

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch("application/json");
    await expect(answer.json()).rejects.toThrow(SyntaxError);
    expect(railsOf(service)).toBe(1);
  });

  it.each([
    [undefined, null],
    [3600, "3600"],
    ["Wed, 21 Oct 2065 07:28:00 GMT", "Wed, 21 Oct 2065 07:28:00 GMT"],
  ])("429 with Retry-After %s: nothing was done", async (retryAfter, header) => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "429", retryAfter } });

    const answer = await post();

    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe(header);
    expect(railsOf(service)).toBe(0);
  });

  it("slow-drip: the headers come at once, the body in drops, and all of it", async () => {
    const { service, post } = await arranged();
    const fault = { kind: "slow-drip", everyMs: 5, bytes: 50 } as const;
    service.faults.add({ operation: "POST /rails", fault });

    const answer = await post();
    const chunks = [];
    for await (const chunk of answer.body ?? []) chunks.push(chunk);

    expect(chunks.length).toBeGreaterThan(5);
    const json: unknown = JSON.parse(Buffer.concat(chunks).toString());
    expect(data(onRampRail).parse(json).data).toEqual(service.rails("Acme")[0]);
  });

  it("metadata-not-echoed: external_id is null in the answer, and kept", async () => {
    const { service, company, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "metadata-not-echoed" } });

    const { data: rail } = data(onRampRail).parse(await (await post()).json());

    expect(rail.metadata).toEqual({ external_id: null });
    expect((await company.get(`/rails/${rail.id}`)).body).toMatchObject({
      data: { metadata: { external_id: ["R-1", "digest"] } },
    });
  });

  it("id-null: the answer does not tell the id, and the Rail has one", async () => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "id-null" } });

    expect(await (await post()).json()).toMatchObject({ data: { id: null, type: "ON_RAMP" } });
    expect(service.rails("Acme")).toMatchObject([{ id: expect.stringMatching(/^rail_/) }]);
  });

  it("shown-otherwise: the answer has another value at the path, and what is stored stays", async () => {
    const { service, company, post } = await arranged();
    for (const [path, value] of [
      ["source.bank_account.currency", "EUR"],
      ["metadata.external_id.1", "other words"],
      ["source.no_such_field", 1],
    ] as const) {
      const fault = { kind: "shown-otherwise", values: { [path]: value } } as const;
      service.faults.add({ operation: "POST /rails", fault });
    }

    const answers = [await post(), await post(), await post()];
    const [one, two, three] = await Promise.all(answers.map(async (each) => each.json()));

    expect(one).toMatchObject({
      data: { source: { asset: "GBP", bank_account: { currency: "EUR" } } },
    });
    expect(two).toMatchObject({ data: { metadata: { external_id: ["R-1", "other words"] } } });
    const { data: rail } = data(onRampRail).parse(three);
    expect((await company.get(`/rails/${rail.id}`)).body).toEqual({ data: rail });
  });

  it("token-revoked: 401 to a token that was good", async () => {
    const { service, post } = await arranged();
    service.faults.add({ operation: "POST /rails", fault: { kind: "token-revoked" } });

    const answer = await post();

    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: "Unauthenticated." });
    expect(railsOf(service)).toBe(0);
  });
});

describe("a fault of a list", () => {
  it("spoils each Rail on the page and leaves the pagination alone", async () => {
    const { service, company } = await anAcme();
    await createRails(company, 2);
    service.faults.add({ operation: "GET /rails", fault: { kind: "metadata-not-echoed" } });

    const { body } = await company.get("/rails");

    const spoiled = { metadata: { external_id: null } };
    expect(body).toMatchObject({ data: [spoiled, spoiled], meta: { total: 2 } });
  });
});

describe("the switchboard", () => {
  const revoked = { kind: "token-revoked" } as const;

  it.each<[string, number[], FaultRule[]]>([
    [
      "meets one call unless told, then the service is well again",
      [401, 200],
      [{ operation: "GET /rails", fault: revoked }],
    ],
    [
      "meets so many calls as told",
      [401, 401, 200],
      [{ operation: "GET /rails", times: 2, fault: revoked }],
    ],
    ["leaves other operations alone", [200], [{ operation: "POST /rails", fault: revoked }]],
    [
      "takes the rules in the order in which they were added, one for a call",
      [429, 500, 200],
      [
        { operation: "GET /rails", fault: { kind: "429" } },
        { operation: "*", fault: { kind: "500-before-commit" } },
      ],
    ],
  ])("%s: %j", async (_, statuses, rules) => {
    const service = await aRailService();
    for (const rule of rules) service.faults.add(rule);
    const seen: number[] = [];
    for (const _ of statuses) seen.push((await as(ACME, service.baseUrl).fetch("/rails")).status);

    expect(seen).toEqual(statuses);
  });

  it("is no help to a call without a token: that one does not use a fault up", async () => {
    const service = await aRailService();
    service.faults.add({ operation: "GET /rails", fault: { kind: "429" } });

    await as(null, service.baseUrl).get("/rails");

    expect((await as(ACME, service.baseUrl).fetch("/rails")).status).toBe(429);
  });
});

describe("the switchboard over HTTP", () => {
  const sandbox = ({ baseUrl }: RailService) => as(null, baseUrl.replace("/api/v1", "/sandbox"));

  it("adds rules and clears them", async () => {
    const { service, company } = await anAcme();

    const added = await sandbox(service).fetch("/faults", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ operation: "*", times: "always", fault: { kind: "429" } }),
    });
    const met = [await company.fetch("/rails"), await company.fetch("/rails")];
    const cleared = await sandbox(service).fetch("/faults", { method: "DELETE" });

    expect(added.status).toBe(204);
    expect(met.map(({ status }) => status)).toEqual([429, 429]);
    expect(cleared.status).toBe(204);
    expect((await company.get("/rails")).status).toBe(200);
  });

  it.each([
    ["an unknown kind", { operation: "*", fault: { kind: "fire" } }, "fault.kind"],
    ["an unknown operation", { operation: "PUT /rails", fault: { kind: "429" } }, "operation"],
    ["no time at all", { operation: "*", times: 0, fault: { kind: "429" } }, "times"],
    ["a delay of words", { operation: "*", fault: { kind: "delay", ms: "1" } }, "fault.ms"],
    [
      "a header that cannot be sent",
      { operation: "*", fault: { kind: "429", retryAfter: "1\r\nx: y" } },
      "fault.retryAfter",
    ],
  ])("refuses %s and names the field", async (_, rule, field) => {
    const service = await aRailService();

    const { status, body } = await sandbox(service).post("/faults", rule);

    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: { [field]: [expect.any(String)] } });
  });
});

it("the control room's faults: each is told until it is met, and a Rail is made elsewhere past them all", async () => {
  const { service, post } = await arranged();
  const room = railFaults(service, () => "Acme");

  for (const { name } of room.actions) room.run(name, "T0ACME001");
  expect(room.planned()).toEqual([
    "Lose the answer",
    "Make a Rail late",
    "Answer 500",
    "Answer slowly: 10 times",
    "Refuse the token",
  ]);
  room.run("refused", "T0ACME001");
  expect(room.planned()).toHaveLength(5);
  expect(railsOf(service)).toBe(1);
  await expect(post()).rejects.toThrow();
  expect(room.planned()[0]).toBe("Make a Rail late");
  room.clear();

  expect([room.planned(), railsOf(service)]).toEqual([[], 2]);
});
