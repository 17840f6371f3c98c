import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { description } from "./described.ts";
import { ANSWERS, ERRORS, NOT_SHOWN, OPERATIONS, REQUESTS, RESOURCES } from "./document.ts";
import { linesOf, schemaNames } from "./document-words.ts";
import {
  ACME,
  anAcme,
  aRailService,
  as,
  type Caller,
  createRails,
  ETHEREUM_ADDRESS,
  IBAN,
  idIn,
  offRamp,
  onRamp,
  SOLANA_ADDRESS,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

/** Every answer below is held against the description, too: see `as` in `support.ts`. */
describe("the description", () => {
  const tables = { ...RESOURCES, ...ANSWERS, ...ERRORS, ...REQUESTS };

  it.each(Object.entries(tables))("says of %s what the document says", (name, lines) => {
    expect(linesOf(name)).toEqual(lines);
  });

  it("names nothing else, but the number of a page", () => {
    expect(schemaNames().toSorted()).toEqual([...Object.keys(tables), "PageNumber"].sort());
  });

  it("has no field for a state", () => {
    const fields = Object.keys(tables).flatMap(linesOf);

    expect(fields.filter((line) => /stat(e|us)/i.test(line))).toEqual([]);
  });

  it.each(OPERATIONS)("has the operation %s", (line) => {
    expect(operationLines()).toContain(line);
  });

  it("has no other operations", () => {
    expect(operationLines()).toHaveLength(OPERATIONS.length);
  });

  it("takes any string or null as the Rail's id in the path", () => {
    expect(description.paths["/rails/{rail}"]?.get?.parameters).toMatchObject([
      { name: "rail", in: "path", required: true, schema: { type: ["string", "null"] } },
    ]);
  });

  it("asks for a bearer token for every operation", () => {
    expect(description.security).toEqual([{ bearer: [] }]);
    expect(description.components.securitySchemes).toEqual({
      bearer: { type: "http", scheme: "bearer" },
    });
  });

  it("has a version in the path, and one of its own", async () => {
    expect(description.servers).toEqual([{ url: "/api/v1" }]);
    expect(description.info.version).toBe("0.0.2");
    expect((await aRailService()).baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  });
});

/** The operations of the description in the words of `OPERATIONS`, without the 413 that the document does not show. */
function operationLines(): string[] {
  const nameIn = ({ $ref }: { $ref: string }) => $ref.split("/").at(-1);
  const shared = new Map(Object.entries(description.components.responses));

  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => {
      const taken = requestBody && nameIn(requestBody.content["application/json"].schema);
      const answers = Object.entries(responses)
        .filter(([status]) => status !== "413")
        .map(([status, answer]) => {
          const found = "$ref" in answer ? shared.get(nameIn(answer) ?? "") : answer;
          return `${status} ${found && nameIn(found.content["application/json"].schema)}`;
        });
      return (
        `${method.toUpperCase()} ${path}${operationId ? ` (${operationId})` : ""}` +
        `${taken ? ` of ${taken}` : ""}: ${answers.join(", ")}`
      );
    }),
  );
}

describe("the service answers, as the document says", () => {
  const wallet = { name: "Treasury", network_id: "ETHEREUM_SEPOLIA", address: ETHEREUM_ADDRESS };
  const account = { iban: IBAN, name: "Main account" };

  it.each<[string, number, (company: Caller, nobody: Caller) => ReturnType<Caller["get"]>]>([
    ["GET /rails", 200, (company) => company.get("/rails")],
    ["GET /rails", 401, (_, nobody) => nobody.get("/rails")],
    ["POST /rails", 200, async (c) => c.post("/rails", onRamp(await whitelistWallet(c)))],
    ["POST /rails", 200, async (c) => c.post("/rails", offRamp(await whitelistBankAccount(c)))],
    ["POST /rails", 401, (_, nobody) => nobody.post("/rails", onRamp("wa_1"))],
    ["POST /rails", 422, (company) => company.post("/rails", {})],
    ["GET /rails/{rail}", 200, async (c) => c.get(`/rails/${(await createRails(c, 1))[0]}`)],
    ["GET /rails/{rail}", 401, (_, nobody) => nobody.get("/rails/rail_1")],
    ["GET /rails/{rail}", 404, (company) => company.get("/rails/rail_1")],
    ["POST /wallets", 200, (company) => company.post("/wallets", wallet)],
    ["POST /wallets", 401, (_, nobody) => nobody.post("/wallets", wallet)],
    ["POST /wallets", 422, (company) => company.post("/wallets", {})],
    ["POST /bank-accounts", 200, (company) => company.post("/bank-accounts", account)],
    ["POST /bank-accounts", 401, (_, nobody) => nobody.post("/bank-accounts", account)],
    ["POST /bank-accounts", 422, (company) => company.post("/bank-accounts", {})],
  ])("%s with a %i", async (_, status, call) => {
    const { baseUrl } = await aRailService();

    expect((await call(as(ACME, baseUrl), as(null, baseUrl))).status).toBe(status);
  });
});

/** What the document leaves open (null or not, there or not) is settled here, with the ids and their prefixes. */
describe("the values", () => {
  const text = expect.stringMatching(/./);
  const whitelistedWallet = {
    id: expect.stringMatching(/^wa_[0-9a-f]+$/),
    display_name: "Treasury",
    is_custodial: false,
    network: "SOLANA_DEVNET",
    address: SOLANA_ADDRESS,
  };
  const whitelistedAccount = {
    id: expect.stringMatching(/^bka_[0-9a-f]+$/),
    display_name: "Main account",
    currency: "GBP",
    iban: IBAN,
    reference: null,
  };
  const rail = {
    id: expect.stringMatching(/^rail_[0-9a-f]+$/),
    human: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  };
  const onRampRail = {
    ...rail,
    type: "ON_RAMP",
    source: {
      asset: "GBP",
      type: "fiat",
      bank_account: {
        ...whitelistedAccount,
        display_name: text,
        iban: expect.stringMatching(/^GB\d\d/),
        account_number: expect.stringMatching(/^\d{8}$/),
        sort_code: expect.stringMatching(/^\d{6}$/),
        bic_swift: text,
        reference: text,
      },
    },
    destination: { asset: "GBPA", type: "crypto", wallet: whitelistedWallet },
    metadata: { external_id: ["R-1", "digest"] },
  };
  const offRampRail = {
    ...rail,
    type: "OFF_RAMP",
    source: {
      asset: "GBPA",
      type: "crypto",
      wallet: {
        ...whitelistedWallet,
        display_name: text,
        is_custodial: true,
        network: "ETHEREUM_SEPOLIA",
        address: expect.stringMatching(/^0x/),
      },
    },
    destination: { asset: "GBP", type: "fiat", bank_account: whitelistedAccount },
    metadata: { external_id: ["R-2"] },
  };

  it("come back for a whitelisted wallet as they were submitted", async () => {
    const company = as(ACME, (await aRailService()).baseUrl);
    const wallet = { name: " Cold – Größe ", network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS };

    const { body } = await company.post("/wallets", wallet);

    expect(body).toStrictEqual({ data: { ...whitelistedWallet, display_name: wallet.name } });
  });

  it("come back for a whitelisted bank account as they were submitted", async () => {
    const company = as(ACME, (await aRailService()).baseUrl);

    const { body } = await company.post("/bank-accounts", { iban: IBAN, name: "Main account" });

    expect(body).toStrictEqual({ data: whitelistedAccount });
  });

  it("are the same when a Rail is created, read and listed", async () => {
    const { service, company } = await anAcme();
    const created = [
      await company.post("/rails", onRamp(await whitelistWallet(company))),
      await company.post(
        "/rails",
        offRamp(await whitelistBankAccount(company), "ETHEREUM_SEPOLIA"),
      ),
    ];
    const rails = service.rails("Acme");

    expect(rails).toStrictEqual([onRampRail, offRampRail]);
    expect(created.map(({ body }) => body)).toEqual(rails.map((data) => ({ data })));
    expect((await company.get("/rails")).body).toMatchObject({ data: rails });
    for (const data of rails) {
      expect((await company.get(`/rails/${idIn({ body: { data } })}`)).body).toEqual({ data });
    }
  });

  it("show the very destination that the Rail's id named", async () => {
    const company = as(ACME, (await aRailService()).baseUrl);
    const [, walletId] = [await whitelistWallet(company), await whitelistWallet(company)];
    const [, accountId] = [
      await whitelistBankAccount(company),
      await whitelistBankAccount(company),
    ];

    expect(await company.post("/rails", onRamp(walletId))).toMatchObject({
      body: { data: { destination: { wallet: { id: walletId } } } },
    });
    expect(await company.post("/rails", offRamp(accountId))).toMatchObject({
      body: { data: { destination: { bank_account: { id: accountId } } } },
    });
  });

  it.each([
    ["absent", undefined, null],
    ["null", null, null],
    ["an empty array", [], []],
    ["an array with empty strings", ["", ""], ["", ""]],
  ])("come back as sent for metadata that is %s", async (_, metadata, echoed) => {
    const company = as(ACME, (await aRailService()).baseUrl);
    const asked = { ...onRamp(await whitelistWallet(company)), metadata };

    expect(await company.post("/rails", asked)).toMatchObject({
      body: { data: { metadata: { external_id: echoed } } },
    });
  });
});

describe("the README says what was chosen where the document is silent", () => {
  const readme = readFileSync(
    new URL("../../../src/sandbox/rail-service/README.md", import.meta.url),
    "utf8",
  );
  const [, table = ""] = readme.split("## Where the document is silent");
  const listed = new Map(
    [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, what = "", chosen]) => [
      what,
      chosen,
    ]),
  );

  it.each(NOT_SHOWN)("about %s", (_, lines) => {
    for (const line of lines) expect(listed.get(line), line).toMatch(/\w/);
  });
});
