import { describe, expect, it, test } from "vitest";
import { documented, railPage } from "./document.ts";
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

const WALLET = { name: "Treasury", network_id: "ETHEREUM_SEPOLIA", address: ETHEREUM_ADDRESS };
const ACCOUNT = { iban: IBAN, name: "Main account" };

type Call = (company: Caller, nobody: Caller) => ReturnType<Caller["get"]>;

it.each<[string, number, keyof typeof documented, Call]>([
  ["GET /rails", 200, "railPage", (company) => company.get("/rails")],
  ["GET /rails", 401, "message", (_, nobody) => nobody.get("/rails")],
  ["POST /rails", 200, "rail", async (c) => c.post("/rails", onRamp(await whitelistWallet(c)))],
  [
    "POST /rails",
    200,
    "rail",
    async (c) => c.post("/rails", offRamp(await whitelistBankAccount(c))),
  ],
  ["POST /rails", 401, "message", (_, nobody) => nobody.post("/rails", onRamp("wa_1"))],
  ["POST /rails", 422, "validation", (company) => company.post("/rails", {})],
  ["GET /rails/{rail}", 200, "rail", async (c) => c.get(`/rails/${(await createRails(c, 1))[0]}`)],
  ["GET /rails/{rail}", 401, "message", (_, nobody) => nobody.get("/rails/rail_1")],
  ["GET /rails/{rail}", 404, "message", (company) => company.get("/rails/rail_1")],
  ["POST /wallets", 200, "wallet", (company) => company.post("/wallets", WALLET)],
  ["POST /wallets", 401, "message", (_, nobody) => nobody.post("/wallets", WALLET)],
  ["POST /wallets", 422, "validation", (company) => company.post("/wallets", {})],
  ["POST /bank-accounts", 200, "bankAccount", (company) => company.post("/bank-accounts", ACCOUNT)],
  ["POST /bank-accounts", 401, "message", (_, nobody) => nobody.post("/bank-accounts", ACCOUNT)],
  ["POST /bank-accounts", 422, "validation", (company) => company.post("/bank-accounts", {})],
])("%s answers %i in the document's shape: %s", async (_, status, shape, call) => {
  const { baseUrl } = await aRailService();

  const answer = await call(as(ACME, baseUrl), as(null, baseUrl));

  expect(answer.status).toBe(status);
  documented[shape].parse(answer.body);
  if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
});

describe("the values", () => {
  const text = expect.stringMatching(/./);
  const wallet = {
    id: expect.stringMatching(/^wa_[0-9a-f]+$/),
    display_name: "Treasury",
    is_custodial: false,
    network: "SOLANA_DEVNET",
    address: SOLANA_ADDRESS,
  };
  const account = {
    id: expect.stringMatching(/^bka_[0-9a-f]+$/),
    display_name: "Main account",
    currency: "GBP",
    iban: IBAN,
    reference: null,
  };
  const virtual = {
    ...{ ...account, display_name: "Acme", iban: expect.stringMatching(/^GB\d\dSBOX/) },
    account_number: expect.stringMatching(/^\d{8}$/),
    sort_code: expect.stringMatching(/^\d{6}$/),
    ...{ bic_swift: text, reference: text },
  };
  const dedicated = {
    ...{ ...wallet, display_name: text, is_custodial: true },
    ...{ network: "ETHEREUM_SEPOLIA", address: expect.stringMatching(/^0x/) },
  };
  const rail = {
    id: expect.stringMatching(/^rail_[0-9a-f]+$/),
    human: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  };

  it("are the same when a Rail is created, read and listed", async () => {
    const { service, company } = await anAcme();
    const bodies = [
      onRamp(await whitelistWallet(company)),
      offRamp(await whitelistBankAccount(company), "ETHEREUM_SEPOLIA"),
    ];
    const created: unknown[] = [];
    for (const body of bodies) created.push((await company.post("/rails", body)).body);
    const rails = service.rails("Acme");

    expect(rails).toStrictEqual([
      {
        ...{ ...rail, type: "ON_RAMP", metadata: { external_id: ["R-1", "digest"] } },
        source: { asset: "GBP", type: "fiat", bank_account: virtual },
        destination: { asset: "GBPA", type: "crypto", wallet },
      },
      {
        ...{ ...rail, type: "OFF_RAMP", metadata: { external_id: ["R-2"] } },
        source: { asset: "GBPA", type: "crypto", wallet: dedicated },
        destination: { asset: "GBP", type: "fiat", bank_account: account },
      },
    ]);
    expect(created).toEqual(rails.map((data) => ({ data })));
    expect((await company.get("/rails")).body).toMatchObject({ data: rails });
    for (const data of rails) {
      expect((await company.get(`/rails/${data.id}`)).body).toEqual({ data });
    }
  });

  it("come back of a wallet and of an account as they were sent, and each Rail shows its own", async () => {
    const { company } = await anAcme();
    const name = " Cold – Größe ";
    const sent = { name, network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS };

    const { body } = await company.post("/wallets", sent);
    const [walletId, accountId] = [idIn({ body }), await whitelistBankAccount(company)];
    await whitelistWallet(company);

    expect(body).toStrictEqual({ data: { ...wallet, display_name: name } });
    expect(await company.post("/rails", onRamp(walletId))).toMatchObject({
      body: { data: { destination: { wallet: { id: walletId, display_name: name } } } },
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
    const { company } = await anAcme();
    const asked = { ...onRamp(await whitelistWallet(company)), metadata };

    expect(await company.post("/rails", asked)).toMatchObject({
      body: { data: { metadata: { external_id: echoed } } },
    });
  });
});

describe("GET /rails", () => {
  const page = async (company: Caller, query = "") =>
    railPage.parse((await company.get(`/rails${query}`)).body);

  it("gives fifteen to a page, and a company without Rails one empty page", async () => {
    const { baseUrl, company } = await anAcme();
    const first = `${baseUrl}/rails?page=1`;

    expect(await page(company)).toEqual({
      data: [],
      meta: {
        ...{ current_page: 1, from: null, last_page: 1, per_page: 15, to: null, total: 0 },
        path: `${baseUrl}/rails`,
        links: [
          { url: null, label: "&laquo; Previous", active: false },
          { url: first, label: "1", active: true },
          { url: null, label: "Next &raquo;", active: false },
        ],
      },
      links: { first, last: first, prev: null, next: null },
    });
    await createRails(company, 16);
    expect((await page(company)).data).toHaveLength(15);
    expect((await page(company, "?page=2")).data).toHaveLength(1);
  });

  it("lists the oldest first, each Rail once, along the next links, and nothing beyond", async () => {
    const { baseUrl, company } = await anAcme({ pageSize: 2 });
    const ids = await createRails(company, 5);

    const seen: (string | null)[] = [];
    for (let next: string | null = "/rails"; next !== null; ) {
      const { data, links } = await page(company, next.slice("/rails".length));
      seen.push(...data.map(({ id }) => id));
      next = links.next?.slice(baseUrl.length) ?? null;
    }

    expect(seen).toEqual(ids);
    const url = (number: number) => `${baseUrl}/rails?page=${number}`;
    const { meta, links } = await page(company, "?page=2");
    expect(meta).toMatchObject({ current_page: 2, from: 3, to: 4, last_page: 3, total: 5 });
    expect(links).toEqual({ first: url(1), last: url(3), prev: url(1), next: url(3) });
    const beyond = await page(company, "?page=4");
    expect(beyond.data).toEqual([]);
    expect(beyond.meta).toMatchObject({ current_page: 4, from: null, to: null, last_page: 3 });
    expect(beyond.links).toMatchObject({ prev: url(3), next: null });
  });

  it("takes what is no number for the first page", async () => {
    const { company } = await anAcme({ pageSize: 1 });
    await createRails(company, 2);
    const wrong = ["0", "-1", "1.5", "two", "", "%00", "1e3", "99999999999999999999", "2;drop"];

    for (const query of wrong) {
      expect((await page(company, `?page=${query}`)).meta.current_page).toBe(1);
    }
  });

  it("leaves out far pages among many, and links by the name that the client uses", async () => {
    const { baseUrl, company } = await anAcme({ pageSize: 1 });
    await createRails(company, 20);
    const byName = baseUrl.replace("127.0.0.1", "localhost");

    const { meta } = await page(as(ACME, byName), "?page=10");

    const pages = ["1", "2", "...", "7", "8", "9", "10", "11", "12", "13", "...", "19", "20"];
    const labels = ["&laquo; Previous", ...pages, "Next &raquo;"];
    expect(meta.links.map(({ label }) => label)).toEqual(labels);
    expect(meta.links.filter(({ active }) => active)).toMatchObject([{ label: "10" }]);
    expect(meta.path).toBe(`${byName}/rails`);
  });
});

test("a company's things are as unknown to another as nobody's, and a new token reads its own", async () => {
  const { service, baseUrl, company } = await anAcme();
  const tokens = new URL("/sandbox", baseUrl).href;
  const { body } = await as(null, tokens).post("/tokens", { company: "Globex" });
  const issued = (body as { data: { token: string } }).data;
  const others = [as({ token: "birch-token" }, baseUrl), as(issued, baseUrl)];
  const [wallet, account] = [await whitelistWallet(company), await whitelistBankAccount(company)];
  const rail = idIn(await company.post("/rails", onRamp(wallet)));
  const nobodys = (id: string) => id.replace(/.{24}$/, "0123456789abcdef01234567");

  for (const other of others) {
    const told = async (id: string) => {
      const answers = [
        await other.get(`/rails/${id}`),
        await other.post("/rails", onRamp(id)),
        await other.post("/rails", offRamp(id)),
      ];
      return answers.map(({ status, body }) => ({ status, body }));
    };
    for (const id of [wallet, account, rail]) {
      expect(await told(id)).toEqual(await told(nobodys(id)));
      expect((await told(id)).map(({ status }) => status)).toEqual([404, 422, 422]);
    }
    expect((await other.get("/rails")).body).toMatchObject({ data: [], meta: { total: 0 } });
    await createRails(other, 1);
    expect((await other.get("/rails")).body).toMatchObject({ meta: { total: 1 } });
  }
  expect(service.rails("Acme")).toHaveLength(1);
  expect(service.rails("Globex")).toHaveLength(1);
});
