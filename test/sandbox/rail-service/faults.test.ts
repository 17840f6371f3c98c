import { expect, it, test } from "vitest";
import type { Fault } from "../../../src/sandbox/rail-service/interface/faults.ts";
import { railFaults } from "../../../src/sandbox/rail-service/rail-faults.ts";
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
    plan: (fault: Fault) => service.faults.add({ operation: "POST /rails", fault }),
  };
}

/** What a client sees: status, Retry-After and body in one line, or how it fails. */
const seenBy = async (asking: Promise<Response>): Promise<string> => {
  const answer = await asking.catch(String);
  if (typeof answer === "string") return answer;
  const body = await answer.json().then(JSON.stringify, String);
  return `${answer.status} ${answer.headers.get("retry-after")} ${body}`;
};

const FAILED = /fetch failed/;
const values = { "metadata.external_id.1": "other", "source.asset": "EUR", "source.none": 1 };

it.each<[fault: Fault, rails: number, seen: RegExp]>([
  [{ kind: "drop-before-commit" }, 0, FAILED],
  [{ kind: "drop-after-commit" }, 1, FAILED],
  [{ kind: "500-before-commit" }, 0, /^500 .*Server Error/],
  [{ kind: "500-after-commit" }, 1, /^500 .*Server Error/],
  [{ kind: "delay", ms: 1 }, 1, /^200 .*"ON_RAMP"/],
  [{ kind: "truncate" }, 1, /^200 .*terminated/],
  [{ kind: "cut-json" }, 1, /^200 .*SyntaxError/],
  [{ kind: "slow-drip", everyMs: 1, bytes: 50 }, 1, /^200 .*"ON_RAMP"/],
  [{ kind: "429" }, 0, /^429 null .*Too Many/],
  [{ kind: "429", retryAfter: "Wed, 21 Oct 2065" }, 0, /^429 Wed, 21 Oct 2065 /],
  [{ kind: "token-revoked" }, 0, /^401 .*Unauthenticated/],
  [{ kind: "id-null" }, 1, /^200 .*"data":\{"id":null,"type":"ON_RAMP"/],
  [{ kind: "metadata-not-echoed" }, 1, /^200 .*"external_id":null/],
  [{ kind: "shown-otherwise", values }, 1, /"source":\{"asset":"EUR".*\["R-1","other"\]/],
])("%j: %i Rails", async (fault, rails, seen) => {
  const { plan, post, made, company } = await arranged();
  plan(fault);

  expect(await seenBy(post())).toMatch(seen);
  expect(made()).toHaveLength(rails);
  // What was shown otherwise is stored as it was.
  for (const { id, metadata, source } of made()) {
    expect(metadata.external_id).toEqual(["R-1", "digest"]);
    expect((await company.get(`/rails/${id}`)).body).toMatchObject({ data: { id, source } });
  }
});

test("a delay before the commit lets nothing happen yet, and the Rail is made also for nobody", async () => {
  const { plan, post, made, service } = await arranged();
  plan({ kind: "delay", ms: 300 });
  const client = new AbortController();

  const answer = post(client.signal);
  await expect.poll(service.faults.waiting, { interval: 5 }).toEqual([]);
  client.abort(new Error("given up"));

  await expect(answer).rejects.toThrow("given up");
  expect(made()).toEqual([]);
  await expect.poll(made).toHaveLength(1);
});

test("a delay after the commit shows the Rail while the client waits; the stop ends it", async () => {
  const { plan, post, made, service } = await arranged();
  plan({ kind: "delay", ms: 60_000, when: "after-commit" });

  const answer = seenBy(post());

  await expect.poll(made).toHaveLength(1);
  await service.stop();
  expect(await answer).toMatch(FAILED);
});

test("a fault of a list spoils each Rail on the page, and leaves its numbers alone", async () => {
  const { service, company } = await anAcme();
  await createRails(company, 2);
  service.faults.add({ operation: "GET /rails", fault: { kind: "metadata-not-echoed" } });

  const spoiled = { metadata: { external_id: null } };
  const list = { data: [spoiled, spoiled], meta: { total: 2 } };
  expect((await company.get("/rails")).body).toMatchObject(list);
});

const fault = { kind: "429" } as const;

test("a call meets the first rule for it, as often as the rule says; one without a token none", async () => {
  const { service, company } = await anAcme();
  service.faults.add({ operation: "POST /rails", fault });
  service.faults.add({ operation: "GET /rails", times: 2, fault });
  service.faults.add({ operation: "*", fault: { kind: "500-before-commit" } });
  await as(null, service.baseUrl).get("/rails");

  const statuses: number[] = [];
  while (statuses.length < 4) statuses.push((await company.send("/rails")).status);
  expect(statuses).toEqual([429, 429, 500, 200]);
});

test("rules come over HTTP too; what is none is refused by its field", async () => {
  const { company, baseUrl } = await anAcme();
  const url = new URL("/sandbox/faults", baseUrl);
  const headers = { "content-type": "application/json" };
  const add = (rule: object) => fetch(url, { method: "POST", headers, body: JSON.stringify(rule) });

  for (const [rule, field] of [
    [{ operation: "*", fault: { kind: "fire" } }, "fault.kind"],
    [{ operation: "PUT /rails", fault }, "operation"],
    [{ operation: "*", fault: { kind: "delay", ms: "1" } }, "fault.ms"],
    [{ operation: "*", fault: { ...fault, retryAfter: "1\r\nx: y" } }, "fault.retryAfter"],
  ] as const) {
    const body = await (await add(rule)).json();
    expect(body).toMatchObject({ errors: { [field]: [expect.any(String)] } });
  }
  expect((await add({ operation: "*", times: "always", fault })).status).toBe(204);
  for (const _ of ["one", "two"]) expect((await company.send("/rails")).status).toBe(429);
  expect((await fetch(url, { method: "DELETE" })).status).toBe(204);
  expect((await company.get("/rails")).status).toBe(200);
});

test("the control room shows each fault until it is met, and makes a Rail past them all", async () => {
  const { service, post, made } = await arranged();
  const room = railFaults(service, ACME.name);

  for (const { name } of room.actions) room.run(name);
  for (const name of ["refused", "unknown"]) room.run(name);
  const planned = ["Lose the answer", "Make a Rail late", "Answer 500", "Answer slowly: 10 times"];
  expect(room.planned()).toEqual([...planned, "Refuse the token"]);
  await expect(post()).rejects.toThrow();
  expect(room.planned()[0]).toBe("Make a Rail late");
  room.clear();

  expect([room.planned(), made().length]).toEqual([[], 2]);
});
