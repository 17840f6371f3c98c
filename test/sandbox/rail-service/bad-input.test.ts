import { describe, expect, it } from "vitest";
import {
  ACME,
  anAcme,
  aRailService,
  as,
  createRails,
  fieldsIn,
  IBAN,
  onRamp,
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
    ["two objects", "{}{}"],
  ])("(%s) is a 422 that names the required fields", async (_, body) => {
    const { baseUrl } = await aRailService();

    const answer = await as(ACME, baseUrl).post(path, body);

    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      message: "The body must be a JSON object, sent as application/json.",
    });
    expect(fieldsIn(answer).sort()).toEqual(REQUIRED[path]?.toSorted());
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

    const { status } = await as(ACME, baseUrl).send(path, {
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
    const { company } = await anAcme();
    const rail = { ...onRamp(await whitelistWallet(company)), metadata: [""] };
    const room = 1024 * 1024 - JSON.stringify(rail).length;

    const answer = await company.post("/rails", { ...rail, metadata: ["x".repeat(room)] });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      data: { metadata: { external_id: [expect.toSatisfy((text) => text.length === room)] } },
    });
  });

  it.each([1024 * 1024 + 1, 20 * 1024 * 1024])("is a 413 when it has %i bytes", async (size) => {
    const { baseUrl } = await aRailService();

    expect((await as(ACME, baseUrl).post("/rails", " ".repeat(size))).status).toBe(413);
  });

  it("is a 413 on a kept connection, too, when it has 20 MiB", async () => {
    const company = as(ACME, (await aRailService()).baseUrl);
    const mib = " ".repeat(1024 * 1024);

    expect((await company.post("/wallets", mib.repeat(2))).status).toBe(413);
    expect((await company.get("/rails")).status).toBe(200);
    expect((await company.post("/wallets", mib.repeat(20))).status).toBe(413);
    expect((await company.get("/rails")).status).toBe(200);
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
  });
});

describe("a path", () => {
  it.each(["/", "/rail", "/rails/", "/rails/x/y", "/wallets/wa_1", "/%00"])(
    "that leads nowhere (%s) is a 404",
    async (path) => {
      const { baseUrl } = await aRailService();

      expect((await as(ACME, baseUrl).get(path)).status).toBe(404);
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
    const { company } = await anAcme();
    await createRails(company, 1);

    expect((await company.get(`/rails/${id}`)).status).toBe(404);
  });

  it.each([
    ["PUT", "/rails", "GET, HEAD, POST"],
    ["DELETE", "/rails/rail_1", "GET, HEAD"],
    ["GET", "/wallets", "POST"],
    ["PATCH", "/bank-accounts", "POST"],
  ])("that does not know the method (%s %s) is a 405 that says which it knows", async (...row) => {
    const [method, path, allowed] = row;
    const { baseUrl } = await aRailService();

    const { status, headers } = await as(ACME, baseUrl).send(path, { method });

    expect(status).toBe(405);
    expect(headers.get("allow")).toBe(allowed);
  });
});
