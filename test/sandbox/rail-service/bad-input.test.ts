import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { data, messageOnly, onRampRail, validationError } from "./document-shapes.ts";
import {
  ACME,
  aRailService,
  as,
  type Caller,
  createRails,
  IBAN,
  offRamp,
  onRamp,
  SOLANA_ADDRESS,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

const POSTS = ["/rails", "/wallets", "/bank-accounts"];

const REQUIRED: Record<string, string[]> = {
  "/rails": ["type", "source", "destination"],
  "/wallets": ["name", "network_id", "address"],
  "/bank-accounts": ["iban", "name"],
};

describe.each(POSTS)("a body that is no JSON object, sent to %s", (path) => {
  it.each([
    ["nothing", ""],
    ["half of an object", '{"name": '],
    ["a form", "name=Main"],
    ["an array", "[]"],
    ["a string", '"Main"'],
    ["null", "null"],
    ["a number", "1e999"],
    ["deep nesting", "[".repeat(200_000)],
    ["two objects", "{}{}"],
  ])("(%s) is a 422 that names the required fields", async (_, body) => {
    const { baseUrl } = await aRailService();

    const answer = await as(ACME, baseUrl).post(path, body);

    expect(answer.status).toBe(422);
    const { message, errors } = validationError.parse(answer.body);
    expect(message).toBe("The body must be a JSON object, sent as application/json.");
    expect(Object.keys(errors).sort()).toEqual(REQUIRED[path]?.toSorted());
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "a; b", "json"])(
    "(%s by its content type) is one too",
    async (contentType) => {
      const { baseUrl } = await aRailService();

      expect((await as(ACME, baseUrl).post(path, "{}", contentType)).status).toBe(422);
    },
  );

  it("(bytes that are not UTF-8) is one too", async () => {
    const { baseUrl } = await aRailService();

    const { status } = await as(ACME, baseUrl).fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from('{"name": "\xff"}', "latin1"),
    });

    expect(status).toBe(422);
  });
});

describe("a JSON body", () => {
  it("may say its character set", async () => {
    const { baseUrl } = await aRailService();
    const account = { name: "Main", iban: IBAN };

    const answer = await as(ACME, baseUrl).post(
      "/bank-accounts",
      account,
      "application/json; charset=utf-8",
    );

    expect(answer.status).toBe(200);
  });

  it("may be nested deeply in a field that nobody reads", async () => {
    const { baseUrl } = await aRailService();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

    const answer = await as(ACME, baseUrl).post("/rails", `{"type":${deep},"x":${deep}}`);

    expect(answer.status).toBe(422);
  });

  it("may be one MiB", async () => {
    const { baseUrl } = await aRailService();
    const company = as(ACME, baseUrl);
    const rail = { ...onRamp(await whitelistWallet(company)), metadata: [""] };
    const room = 1024 * 1024 - JSON.stringify(rail).length;

    const answer = await company.post("/rails", { ...rail, metadata: ["x".repeat(room)] });

    expect(answer.status).toBe(200);
    expect(data(onRampRail).parse(answer.body).data.metadata.external_id?.[0]).toHaveLength(room);
  });

  it.each([1024 * 1024 + 1, 20 * 1024 * 1024])("of %i bytes is a 413", async (size) => {
    const { baseUrl } = await aRailService();

    const { status, body } = await as(ACME, baseUrl).post("/rails", " ".repeat(size));

    expect(status).toBe(413);
    expect(messageOnly.safeParse(body).success).toBe(true);
  });

  it.each([
    [2, 200],
    [20, 413],
  ])("that does not tell its length (%i times 64 KiB) is a %i", async (count, status) => {
    const { baseUrl } = await aRailService();
    const account = new TextEncoder().encode(JSON.stringify({ name: "Main", iban: IBAN }));
    const chunks = Array.from({ length: count }, () => new Uint8Array(64 * 1024).fill(32));

    const response = await as(ACME, baseUrl).fetch("/bank-accounts", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: ReadableStream.from([...chunks, account]),
      duplex: "half",
    });

    expect(response.status).toBe(status);
    expect(messageOnly.safeParse(await response.json()).success).toBe(status === 413);
  });
});

describe("a path", () => {
  it.each(["/", "/rail", "/rails/", "/rails/x/y", "/wallets/wa_1", "/%00"])(
    "that leads nowhere (%s) is a 404",
    async (path) => {
      const { baseUrl } = await aRailService();

      const { status, body } = await as(ACME, baseUrl).get(path);

      expect(status).toBe(404);
      expect(messageOnly.safeParse(body).success).toBe(true);
    },
  );

  it.each([
    "%00",
    "%ff",
    "%",
    "null",
    "'%20OR%201=1",
    "%F0%9F%9A%82",
    "x".repeat(8000),
    "__proto__",
  ])("with a Rail id of nobody (%s) is a 404", async (id) => {
    const { baseUrl } = await aRailService();
    const company = as(ACME, baseUrl);
    await createRails(company, 1);

    const { status, body } = await company.get(`/rails/${id}`);

    expect(status).toBe(404);
    expect(messageOnly.safeParse(body).success).toBe(true);
  });

  it.each([
    ["PUT", "/rails", "GET, HEAD, POST"],
    ["DELETE", "/rails/rail_1", "GET, HEAD"],
    ["GET", "/wallets", "POST"],
    ["PATCH", "/bank-accounts", "POST"],
  ])("that does not know the method (%s %s) is a 405 that says which it knows", async (...row) => {
    const [method, path, allowed] = row;
    const { baseUrl } = await aRailService();

    const response = await as(ACME, baseUrl).fetch(path, { method });

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allowed);
    expect(messageOnly.safeParse(await response.json()).success).toBe(true);
  });
});

describe("whatever body is sent", () => {
  const FIELDS: Record<string, RegExp> = {
    "/rails":
      /^(type|metadata(\.\d+)?|source(\.asset|\.network_id)?|destination(\.asset|\.wallet_id|\.bank_account_id)?)$/,
    "/wallets": /^(name|network_id|address)$/,
    "/bank-accounts": /^(name|iban)$/,
  };

  /** Right and nearly right values for every field, among values that are nothing of the kind. */
  function bodies(known: readonly string[]) {
    const value = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
      { weight: 1, arbitrary: fc.constantFrom("\ud800", "\0", "__proto__", "constructor") },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const end = fc.record(
      { asset: value, network_id: value, wallet_id: value, bank_account_id: value },
      { requiredKeys: [] },
    );
    return fc.record(
      {
        type: value,
        metadata: fc.oneof(fc.array(value), value),
        source: fc.oneof({ weight: 4, arbitrary: end }, { weight: 1, arbitrary: value }),
        destination: fc.oneof({ weight: 4, arbitrary: end }, { weight: 1, arbitrary: value }),
        name: value,
        network_id: value,
        address: value,
        iban: value,
      },
      { requiredKeys: [] },
    );
  }

  async function isAnswered(company: Caller, path: string, body: unknown): Promise<void> {
    const { status, body: answer } = await company.post(path, body);
    if (status === 200) return;
    expect(status).toBe(422);
    for (const field of Object.keys(validationError.parse(answer).errors)) {
      expect(field).toMatch(FIELDS[path] ?? /^$/);
    }
  }

  it("the answer is a 200, or a 422 that names fields of the document", async () => {
    const service = await aRailService();
    const company = as(ACME, service.baseUrl);
    const known = [
      ...["ON_RAMP", "OFF_RAMP", "GBP", "GBPA", "USDC", "SOLANA_DEVNET", "ETHEREUM_SEPOLIA"],
      ...[await whitelistWallet(company), await whitelistBankAccount(company)],
      ...[SOLANA_ADDRESS, IBAN],
    ];

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...POSTS), bodies(known), (path, body) =>
        isAnswered(company, path, body),
      ),
      { numRuns: 500 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...POSTS), fc.string({ unit: "binary" }), (path, body) =>
        isAnswered(company, path, body),
      ),
      { numRuns: 100 },
    );
  });

  it("only what was answered with a 200 was created", async () => {
    const service = await aRailService();
    const company = as(ACME, service.baseUrl);
    const ids = [await whitelistWallet(company), await whitelistBankAccount(company)] as const;
    const right = [onRamp(ids[0]), offRamp(ids[1])];
    let created = 0;

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...right),
        fc.constantFrom("type", "source", "destination", "metadata", "other"),
        fc.oneof(fc.jsonValue(), fc.constant(undefined)),
        async (body, field, value) => {
          const { status } = await company.post("/rails", { ...body, [field]: value });
          if (status === 200) created += 1;
          expect(service.rails("Acme")).toHaveLength(created);
        },
      ),
      { numRuns: 100 },
    );
    expect(created).toBeGreaterThan(0);
  });
});
