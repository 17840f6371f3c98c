import { describe, expect, it, test } from "vitest";
import { railFaults } from "../../../src/sandbox/rail-faults.ts";
import type { Fault, FaultRule } from "../../../src/sandbox/rail-service/interface/faults.ts";
import { ACME, anAcme, as, createRails, onRamp, whitelistWallet } from "./support.ts";

/** A service with a whitelisted wallet, and a way to post one Rail, whatever comes of it. */
async function arranged() {
  const { service, company } = await anAcme();
  const body = JSON.stringify(onRamp(await whitelistWallet(company)));
  const headers = { "content-type": "application/json" };
  return {
    service,
    company,
    post: (signal: AbortSignal | null = null) =>
      company.send("/rails", { method: "POST", signal, headers, body }),
    made: () => service.rails("Acme"),
    status: () => service.calls().at(-1)?.status,
    plan: (fault: Fault) => service.faults.add({ operation: "POST /rails", fault }),
  };
}

/** What a client sees: the status and the body, or how reading it fails. */
async function seenBy(asking: Promise<Response>) {
  const answer = await asking.catch((error: unknown) => String(error));
  if (typeof answer === "string") return answer;
  const body = await answer.json().catch((error: unknown) => String(error));
  return { status: answer.status, retry: answer.headers.get("retry-after"), body };
}

const ERROR = { status: 500, body: { message: "Server Error" } };
const LIMITED = { status: 429, body: { message: "Too Many Attempts." } };
const FAILED = expect.stringContaining("fetch failed");

it.each<[fault: Fault, rails: number, told: number | null, seen: unknown]>([
  [{ kind: "drop-before-commit" }, 0, null, FAILED],
  [{ kind: "drop-after-commit" }, 1, null, FAILED],
  [{ kind: "500-before-commit" }, 0, 500, ERROR],
  [{ kind: "500-after-commit" }, 1, 500, ERROR],
  [{ kind: "delay", ms: 1 }, 1, 200, { status: 200 }],
  [{ kind: "delay", ms: 1, when: "after-commit" }, 1, 200, { status: 200 }],
  [{ kind: "truncate" }, 1, 200, { body: expect.stringContaining("terminated") }],
  [{ kind: "cut-json" }, 1, 200, { status: 200, body: expect.stringContaining("JSON") }],
  [{ kind: "slow-drip", everyMs: 1, bytes: 50 }, 1, 200, { body: { data: { type: "ON_RAMP" } } }],
  [{ kind: "429" }, 0, 429, { ...LIMITED, retry: null }],
  [{ kind: "429", retryAfter: 3600 }, 0, 429, { ...LIMITED, retry: "3600" }],
  [{ kind: "429", retryAfter: "Wed, 21 Oct 2065" }, 0, 429, { retry: "Wed, 21 Oct 2065" }],
  [{ kind: "token-revoked" }, 0, 401, { status: 401, body: { message: "Unauthenticated." } }],
  [{ kind: "id-null" }, 1, 200, { body: { data: { id: null, type: "ON_RAMP" } } }],
  [
    { kind: "metadata-not-echoed" },
    1,
    200,
    { body: { data: { metadata: { external_id: null } } } },
  ],
  [
    { kind: "shown-otherwise", values: { "source.bank_account.currency": "EUR" } },
    1,
    200,
    { body: { data: { source: { asset: "GBP", bank_account: { currency: "EUR" } } } } },
  ],
  [
    { kind: "shown-otherwise", values: { "metadata.external_id.1": "other", "source.none": 1 } },
    1,
    200,
    { body: { data: { metadata: { external_id: ["R-1", "other"] } } } },
  ],
])("%j: %i Rails", async (fault, rails, told, seen) => {
  const { plan, post, made, status, company } = await arranged();
  plan(fault);

  const result = await seenBy(post());

  expect({ result }).toMatchObject({ result: seen });
  expect(made()).toHaveLength(rails);
  expect(status()).toBe(told);
  // What was shown otherwise is stored as it was.
  for (const { id, metadata, source } of made()) {
    expect(metadata.external_id).toEqual(["R-1", "digest"]);
    expect((await company.get(`/rails/${id}`)).body).toMatchObject({ data: { id, source } });
  }
});

describe("a delay", () => {
  it("before the commit lets nothing happen yet, and the Rail is made also for nobody", async () => {
    const { plan, post, made, service } = await arranged();
    plan({ kind: "delay", ms: 300 });
    const client = new AbortController();

    const answer = post(client.signal);
    await expect.poll(service.faults.waiting, { interval: 5 }).toEqual([]);
    client.abort(new Error("given up"));

    await expect(answer).rejects.toThrow("given up");
    expect(made()).toEqual([]);
    await expect.poll(made).toHaveLength(1);
    expect(service.calls().map(({ status }) => status)).toEqual([200, null]);
  });

  it("after the commit shows the Rail while the client waits; the stop ends it", async () => {
    const { plan, post, made, service, status } = await arranged();
    plan({ kind: "delay", ms: 60_000, when: "after-commit" });

    const answer = seenBy(post());

    await expect.poll(made).toHaveLength(1);
    expect(status()).toBeNull();
    await service.stop();
    expect(await answer).toEqual(FAILED);
  });
});

test("a fault of a list spoils each Rail on the page, and leaves its numbers alone", async () => {
  const { service, company } = await anAcme();
  await createRails(company, 2);
  service.faults.add({ operation: "GET /rails", fault: { kind: "metadata-not-echoed" } });

  const spoiled = { metadata: { external_id: null } };
  expect((await company.get("/rails")).body).toMatchObject({
    ...{ data: [spoiled, spoiled], meta: { total: 2 } },
  });
  expect((await company.get("/rails")).body).not.toMatchObject({ data: [spoiled] });
});

describe("the switchboard", () => {
  const revoked = { kind: "token-revoked" } as const;

  it.each<[string, number[], FaultRule[]]>([
    ["one call unless told", [401, 200], [{ operation: "GET /rails", fault: revoked }]],
    ["so many as told", [401, 401, 200], [{ operation: "*", times: 2, fault: revoked }]],
    ["no other operation", [200], [{ operation: "POST /rails", fault: revoked }]],
    [
      "the rules in their order, one for a call",
      [429, 500, 200],
      [
        { operation: "GET /rails", fault: { kind: "429" } },
        { operation: "*", fault: { kind: "500-before-commit" } },
      ],
    ],
  ])("meets %s: %j", async (_, statuses, rules) => {
    const { service, company } = await anAcme();
    for (const rule of rules) service.faults.add(rule);
    // A call without a token uses no fault up.
    await as(null, service.baseUrl).get("/rails");

    for (const status of statuses) expect((await company.send("/rails")).status).toBe(status);
  });

  it("takes rules over HTTP, refuses what is none by its field, and clears them", async () => {
    const { company, baseUrl } = await anAcme();
    const sandbox = as(null, new URL("/sandbox", baseUrl).href);
    const fault = { kind: "429" };
    const add = (rule: object) =>
      sandbox.send("/faults", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(rule),
      });

    for (const [rule, field] of [
      [{ operation: "*", fault: { kind: "fire" } }, "fault.kind"],
      [{ operation: "PUT /rails", fault }, "operation"],
      [{ operation: "*", times: 0, fault }, "times"],
      [{ operation: "*", fault: { kind: "delay", ms: "1" } }, "fault.ms"],
      [{ operation: "*", fault: { ...fault, retryAfter: "1\r\nx: y" } }, "fault.retryAfter"],
    ] as const) {
      const refused = await add(rule);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } });
    }
    expect((await add({ operation: "*", times: "always", fault })).status).toBe(204);
    const limited = [await company.send("/rails"), await company.send("/rails")];
    expect(limited.map(({ status }) => status)).toEqual([429, 429]);
    expect((await sandbox.send("/faults", { method: "DELETE" })).status).toBe(204);
    expect((await company.get("/rails")).status).toBe(200);
  });

  it("shows the control room each fault until it is met, and makes a Rail past them all", async () => {
    const { service, post, made } = await arranged();
    const room = railFaults(service, () => ACME.name);

    for (const { name } of room.actions) room.run(name, "T0ACME001");
    room.run("refused", "T0ACME001");
    const planned = [
      "Lose the answer",
      "Make a Rail late",
      "Answer 500",
      "Answer slowly: 10 times",
    ];
    expect(room.planned()).toEqual([...planned, "Refuse the token"]);
    expect(made()).toHaveLength(1);
    await expect(post()).rejects.toThrow();
    expect(room.planned()[0]).toBe("Make a Rail late");
    room.clear();

    expect([room.planned(), made().length]).toEqual([[], 2]);
  });
});
