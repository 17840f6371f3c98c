import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  data,
  messageOnly,
  offRampRail,
  onRampRail,
  railPage,
  validationError,
  whitelistedBankAccount,
  whitelistedWallet,
} from "./document-shapes.ts";
import {
  ACME,
  aRailService,
  as,
  type Caller,
  createRails,
  ETHEREUM_ADDRESS,
  IBAN,
  offRamp,
  onRamp,
  SOLANA_ADDRESS,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

interface Row {
  operation: string;
  status: number;
  shape: z.ZodType;
  call(company: Caller, nobody: Caller): ReturnType<Caller["get"]>;
}

/** Every operation with every status of it, in the document's order. */
const SHOWN: Row[] = [
  {
    operation: "GET /rails",
    status: 200,
    shape: railPage,
    call: async (company) => {
      await createRails(company, 2);
      return company.get("/rails");
    },
  },
  {
    operation: "GET /rails",
    status: 401,
    shape: messageOnly,
    call: (_, nobody) => nobody.get("/rails"),
  },
  {
    operation: "POST /rails (ON_RAMP)",
    status: 200,
    shape: data(onRampRail),
    call: async (company) => company.post("/rails", onRamp(await whitelistWallet(company))),
  },
  {
    operation: "POST /rails (OFF_RAMP)",
    status: 200,
    shape: data(offRampRail),
    call: async (company) => company.post("/rails", offRamp(await whitelistBankAccount(company))),
  },
  {
    operation: "POST /rails",
    status: 401,
    shape: messageOnly,
    call: (_, nobody) => nobody.post("/rails", onRamp("wa_1")),
  },
  {
    operation: "POST /rails",
    status: 422,
    shape: validationError,
    call: (company) => company.post("/rails", {}),
  },
  {
    operation: "GET /rails/{rail}",
    status: 200,
    shape: data(onRampRail),
    call: async (company) => company.get(`/rails/${(await createRails(company, 1))[0]}`),
  },
  {
    operation: "GET /rails/{rail}",
    status: 401,
    shape: messageOnly,
    call: (_, nobody) => nobody.get("/rails/rail_1"),
  },
  {
    operation: "GET /rails/{rail}",
    status: 404,
    shape: messageOnly,
    call: (company) => company.get("/rails/rail_1"),
  },
  {
    operation: "POST /wallets",
    status: 200,
    shape: data(whitelistedWallet),
    call: (company) =>
      company.post("/wallets", {
        name: "Treasury",
        network_id: "ETHEREUM_SEPOLIA",
        address: ETHEREUM_ADDRESS,
      }),
  },
];

/** What the document does not show, and this service has to answer somehow: in the shapes it does show. */
const CHOSEN: Row[] = [
  {
    operation: "POST /bank-accounts",
    status: 200,
    shape: data(whitelistedBankAccount),
    call: (company) => company.post("/bank-accounts", { iban: IBAN, name: "Main account" }),
  },
  {
    operation: "POST /wallets",
    status: 401,
    shape: messageOnly,
    call: (_, nobody) => nobody.post("/wallets", {}),
  },
  {
    operation: "POST /wallets",
    status: 422,
    shape: validationError,
    call: (company) => company.post("/wallets", {}),
  },
  {
    operation: "POST /bank-accounts",
    status: 401,
    shape: messageOnly,
    call: (_, nobody) => nobody.post("/bank-accounts", {}),
  },
  {
    operation: "POST /bank-accounts",
    status: 422,
    shape: validationError,
    call: (company) => company.post("/bank-accounts", {}),
  },
];

describe.each([
  ["what the document shows", SHOWN],
  ["what the document leaves open", CHOSEN],
])("%s", (_, rows) => {
  it.each(rows)("$operation answers $status with these fields only", async (row) => {
    const { baseUrl } = await aRailService();

    const { status, body, headers } = await row.call(as(ACME, baseUrl), as(null, baseUrl));

    expect(status).toBe(row.status);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(row.shape.safeParse(body).error?.issues).toBeUndefined();
  });
});

describe("the values of a resource", () => {
  it("of a wallet are those that were submitted", async () => {
    const { baseUrl } = await aRailService();
    const wallet = { name: " Cold – Größe ", network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS };

    const { body } = await as(ACME, baseUrl).post("/wallets", wallet);

    expect(body).toMatchObject({
      data: {
        display_name: " Cold – Größe ",
        network: "SOLANA_DEVNET",
        address: SOLANA_ADDRESS,
        is_custodial: false,
      },
    });
  });

  it("of a bank account are those that were submitted", async () => {
    const { baseUrl } = await aRailService();

    const { body } = await as(ACME, baseUrl).post("/bank-accounts", { iban: IBAN, name: "Main" });

    expect(body).toMatchObject({ data: { display_name: "Main", iban: IBAN } });
  });

  it("of an on-ramp end in the whitelisted wallet", async () => {
    const { baseUrl } = await aRailService();
    const company = as(ACME, baseUrl);
    const walletId = await whitelistWallet(company);

    const { body } = await company.post("/rails", onRamp(walletId));

    expect(body).toMatchObject({
      data: {
        destination: { wallet: { id: walletId, address: SOLANA_ADDRESS } },
        metadata: { external_id: ["R-1", "digest"] },
      },
    });
  });

  it("of an off-ramp end in the whitelisted bank account", async () => {
    const { baseUrl } = await aRailService();
    const company = as(ACME, baseUrl);
    const accountId = await whitelistBankAccount(company);

    const { body } = await company.post("/rails", offRamp(accountId, "ETHEREUM_SEPOLIA"));

    expect(body).toMatchObject({
      data: {
        source: { wallet: { network: "ETHEREUM_SEPOLIA" } },
        destination: { bank_account: { id: accountId, iban: IBAN } },
        metadata: { external_id: ["R-2"] },
      },
    });
  });

  it.each([
    ["absent", undefined, null],
    ["null", null, null],
    ["an empty array", [], []],
    ["an array with empty strings", ["", ""], ["", ""]],
  ])("of metadata that is %s come back as sent", async (_, metadata, echoed) => {
    const { baseUrl } = await aRailService();
    const company = as(ACME, baseUrl);

    const { body } = await company.post("/rails", {
      ...onRamp(await whitelistWallet(company)),
      metadata,
    });

    expect(body).toMatchObject({ data: { metadata: { external_id: echoed } } });
  });

  it("are the same when a Rail is created, read and listed", async () => {
    const service = await aRailService();
    const company = as(ACME, service.baseUrl);
    const created = await company.post("/rails", offRamp(await whitelistBankAccount(company)));
    const { data: rail } = data(offRampRail).parse(created.body);

    expect((await company.get(`/rails/${rail.id}`)).body).toEqual({ data: rail });
    expect((await company.get("/rails")).body).toMatchObject({ data: [rail] });
    expect(service.rails("Acme")).toEqual([rail]);
  });
});
