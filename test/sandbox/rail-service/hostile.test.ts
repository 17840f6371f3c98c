import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendRaw } from "./raw-http.ts";
import { namedFields, spoiledFields, spoiledJson } from "./spoiled-bodies.ts";
import {
  ACME,
  anAcme,
  aRailService,
  as,
  type Caller,
  fieldsIn,
  IBAN,
  offRamp,
  onRamp,
  SOLANA_ADDRESS,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

/** Half surrogates, U+0000 and all else that 16 bits can hold; fast-check's own units take a second to build. */
const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Fields that nobody reads, as JSON between braces. */
const STRANGERS = [
  "",
  '"amount":1e400',
  '"__proto__":{"type":"OFF_RAMP","name":7},"constructor":{"prototype":{"iban":7}}',
  `"x":${"[".repeat(3000)}${"]".repeat(3000)}`,
  '"toString":null,"hasOwnProperty":1,"":{},"0":0,"\\u0000":[]',
];

async function rightBodies(company: Caller) {
  return {
    wallet: {
      path: "/wallets",
      body: { name: "Treasury", network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS },
    },
    account: { path: "/bank-accounts", body: { iban: IBAN, name: "Main" } },
    onRamp: { path: "/rails", body: onRamp(await whitelistWallet(company)) },
    offRamp: {
      path: "/rails",
      body: { ...offRamp(await whitelistBankAccount(company)), metadata: ["a", "b"] },
    },
  };
}

describe.each(["wallet", "account", "onRamp", "offRamp"] as const)(
  "a right body (%s) of which fields were spoiled",
  (kind) => {
    it("is refused, names exactly those, and does nothing", async () => {
      const { service, company } = await anAcme();
      const { path, body } = (await rightBodies(company))[kind];

      await fc.assert(
        fc.asyncProperty(
          spoiledFields(kind),
          fc.constantFrom(...STRANGERS),
          async (spoiled, strangers) => {
            const answer = await company.post(path, spoiledJson(body, spoiled, strangers));

            expect(answer.status).toBe(422);
            expect(fieldsIn(answer).sort()).toEqual(namedFields(spoiled));
          },
        ),
        { numRuns: kind.endsWith("Ramp") ? 200 : 100 },
      );
      expect(service.rails("Acme")).toEqual([]);
    });

    it("is accepted when only fields were added that nobody reads", async () => {
      const company = as(ACME, (await aRailService()).baseUrl);
      const { path, body } = (await rightBodies(company))[kind];

      for (const strangers of STRANGERS) {
        expect((await company.post(path, spoiledJson(body, [], strangers))).status).toBe(200);
      }
    });
  },
);

/** Together its heads stay below the 16 KiB that Node reads: above them it answers by itself. */
describe("a request made of anything", () => {
  const words = fc.constantFrom(
    ...["rails", "wallets", "bank-accounts", "rail_1", "wa_1", "", "%00", "%ff", "%2F", "%"],
    ...["__proto__", "null", "*", "{rail}", "x".repeat(2000), "\u{1f682}", "' OR 1=1"],
  );
  const paths = fc.oneof(
    fc.constantFrom("/rails", "/wallets", "/bank-accounts", "/rails/rail_1"),
    fc.array(words, { maxLength: 3 }).map((parts) => `/${parts.join("/")}`),
  );
  const queries = fc.oneof(
    fc.constant(""),
    fc
      .oneof(
        fc.constantFrom(
          ..."-1 0 1e9 99999999999 999999999999 9e99 0x10 +1 1,2 NaN %00 %".split(" "),
        ),
        fc.string(),
      )
      .map((page) => `?page=${page.replaceAll("#", "")}&page[]=2&__proto__[page]=3`),
  );
  const headers = fc.record(
    {
      "content-type": fc.constantFrom(
        "application/json",
        "application/json; charset=utf-16",
        "APPLICATION/JSON ;",
        "text/json",
        "application/json, text/plain",
        "multipart/form-data; boundary=x",
        "x".repeat(2000),
        "",
      ),
      "content-encoding": fc.constantFrom("gzip", "br", "identity", "nonsense"),
      accept: fc.constantFrom("text/html", "*/*;q=0", ""),
      "accept-language": fc.string({ unit: "grapheme-ascii" }),
    },
    { requiredKeys: [] },
  );
  const authorizations = fc.option(
    fc.constantFrom(
      ...["Bearer", "Bearer ", "Bearer acme-token x", "Basic YWNtZTp0b2tlbg==", "acme-token", ""],
      ...["Bearer\tacme-token", "Bearer acme-token,birch-token", `Bearer ${"x".repeat(4000)}`],
      ...["Bearer __proto__", "Bearer constructor", "Bearer \u00ff", "Bearer null"],
    ),
    { freq: 5, nil: undefined },
  );
  const right = JSON.stringify({ name: "Main", iban: IBAN });
  const bodies = fc.oneof(
    fc.nat({ max: right.length }).map((end) => right.slice(0, end)),
    fc.uint8Array({ maxLength: 60 }),
    fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
    fc.string({ unit: codeUnit }).map((name) => JSON.stringify({ name, iban: IBAN })),
  );

  it("gets an answer that the description knows, and never a 5xx", async () => {
    const { baseUrl } = await aRailService();
    const methods = fc.constantFrom(
      "GET",
      "HEAD",
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "QUERY",
    );
    const company = as(ACME, baseUrl);
    const nobody = as(null, baseUrl);

    await fc.assert(
      fc.asyncProperty(
        methods,
        paths,
        queries,
        headers,
        bodies,
        authorizations,
        async (method, ...rest) => {
          const [path, query, sent, body, authorization] = rest;
          const hasBody = method !== "GET" && method !== "HEAD";
          const init = {
            method,
            headers: { ...sent, ...(authorization !== undefined && { authorization }) },
            ...(hasBody && { body: Buffer.from(body) }),
          };

          const caller = authorization === undefined ? company : nobody;
          const { status } = await caller.send(`${path}${query}`, init);

          if (authorization !== undefined) expect(status).toBe(401);
        },
      ),
      { numRuns: 250 },
    );
  });
});

describe("what is hardly HTTP", () => {
  const post = (headers: string, body: string) =>
    `POST /api/v1/rails HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ACME.token}\r\n` +
    `Content-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  const get = (target: string, host: string) =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${ACME.token}\r\n\r\n`;

  it.each([
    ["a body shorter than its length", post("Content-Length: 200", "{}"), "400"],
    ["a body longer than its length", post("Content-Length: 2", "{}{}{}"), "4(00|22)"],
    ["two lengths", post("Content-Length: 2\r\nContent-Length: 3", "{}"), "400"],
    ["a length below nothing", post("Content-Length: -1", "{}"), "400"],
    ["a length that is never sent", post("Content-Length: 99999999999999", "{}"), "413"],
    ["chunks that are none", post("Transfer-Encoding: chunked", "zz\r\n{}\r\n"), "400"],
    ["chunks that break off", post("Transfer-Encoding: chunked", "5\r\n{}"), "400"],
    ["an expectation", post("Expect: 100-continue\r\nContent-Length: 2", "{}"), "100"],
    ["a host that is no name", get("/api/v1/rails", "["), "400"],
    ["a host with a port that is none", get("/api/v1/rails", "a:99999999"), "400"],
    ["an address of another origin", get("http://[/api/v1/rails", "a"), "400"],
    ["a path of two slashes", get("//[", "a"), "404"],
    ["bytes that are not ASCII in the path", get("/api/v1/rails/\xff", "a"), "400"],
    ["a header of 20 kB", get(`/api/v1/rails?${"x".repeat(20_000)}`, "a"), "431"],
    ["another protocol", "EHLO rails\r\n\r\n", "400"],
  ])("(%s) is answered at once, and the service stays well", async (_, bytes, status) => {
    const service = await aRailService();

    expect(await sendRaw(service.baseUrl, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));

    expect((await as(ACME, service.baseUrl).get("/rails")).status).toBe(200);
    expect(service.rails("Acme")).toEqual([]);
  });
});
