import { expect, it, test } from "vitest";
import { documented, railPage } from "./document.ts";
import {
  ACME,
  anAcme,
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

type Call = (company: Caller) => ReturnType<Caller["get"]>;

it.each<[string, number, keyof typeof documented, Call]>([
  ["GET /rails", 200, "railPage", (company) => company.get("/rails")],
  ["POST /rails", 200, "rail", async (c) => c.post("/rails", onRamp(await whitelistWallet(c)))],
  [
    "POST /rails",
    200,
    "rail",
    async (c) => c.post("/rails", offRamp(await whitelistBankAccount(c))),
  ],
  ["POST /rails", 422, "validation", (company) => company.post("/rails", {})],
  ["GET /rails/{rail}", 200, "rail", async (c) => c.get(`/rails/${(await createRails(c, 1))[0]}`)],
  ["GET /rails/{rail}", 404, "message", (company) => company.get("/rails/rail_1")],
  ["POST /wallets", 200, "wallet", (company) => company.post("/wallets", WALLET)],
  ["POST /bank-accounts", 200, "bankAccount", (company) => company.post("/bank-accounts", ACCOUNT)],
])("%s answers %i in the document's shape: %s", async (_, status, shape, call) => {
  const answer = await call((await anAcme()).company);

  expect(answer.status).toBe(status);
  documented[shape].parse(answer.body);
});

test("metadata come back as they were sent, and absent is null", async () => {
  const { service, company } = await anAcme();
  const right = onRamp(await whitelistWallet(company));

  for (const metadata of [undefined, null, [], ["", ""]]) {
    await company.post("/rails", { ...right, metadata });
  }

  const shown = service.rails("Acme").map(({ metadata }) => metadata.external_id);
  expect(shown).toEqual([null, null, [], ["", ""]]);
});

test("a Rail is the same when it is created, read and listed, and shows what it was asked for", async () => {
  const { service, company } = await anAcme();
  const name = " Cold – Größe ";
  const sent = { name, network_id: "SOLANA_DEVNET", address: SOLANA_ADDRESS };
  const { body } = await company.post("/wallets", sent);
  const [wallet, account] = [idIn({ body }), await whitelistBankAccount(company)];
  await whitelistWallet(company);
  const bodies = [onRamp(wallet), offRamp(account, "ETHEREUM_SEPOLIA")];

  const created: unknown[] = [];
  for (const each of bodies) created.push((await company.post("/rails", each)).body);

  const rails = service.rails("Acme");
  expect(created).toEqual(rails.map((data) => ({ data })));
  expect((await company.get("/rails")).body).toMatchObject({ data: rails });
  for (const data of rails) {
    expect((await company.get(`/rails/${data.id}`)).body).toEqual({ data });
    const { source } = data;
    const body =
      source.type === "fiat" ? offRamp(source.bank_account.id) : onRamp(source.wallet.id);
    expect((await company.post("/rails", body)).status).toBe(422);
    expect(data.id).toMatch(/^rail_[0-9a-f]+$/);
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  const iban = expect.stringMatching(/^GB\d\dSBOX/);
  const address = expect.stringMatching(/^0x/);
  const account_number = expect.stringMatching(/^\d{8}$/);
  const sort_code = expect.stringMatching(/^\d{6}$/);
  const reference = expect.stringMatching(/./);
  expect(rails).toMatchObject([
    {
      metadata: { external_id: ["R-1", "digest"] },
      source: {
        type: "fiat",
        bank_account: { display_name: "Acme", iban, account_number, sort_code, reference },
      },
      destination: {
        type: "crypto",
        wallet: { id: wallet, display_name: name, is_custodial: false, address: SOLANA_ADDRESS },
      },
    },
    {
      metadata: { external_id: ["R-2"] },
      source: { wallet: { is_custodial: true, network: "ETHEREUM_SEPOLIA", address } },
      destination: {
        bank_account: { id: account, display_name: "Main account", iban: IBAN, reference: null },
      },
    },
  ]);
});

const page = async (company: Caller, query = "") =>
  railPage.parse((await company.get(`/rails${query}`)).body);

test("GET /rails gives fifteen to a page, and a company without Rails one empty page", async () => {
  const { baseUrl, company } = await anAcme();
  const first = `${baseUrl}/rails?page=1`;

  const { data, meta, links } = await page(company);
  expect([data, links]).toEqual([[], { first, last: first, prev: null, next: null }]);
  expect(meta).toMatchObject({ from: null, to: null, last_page: 1, per_page: 15, total: 0 });
  await createRails(company, 16);
  expect((await page(company)).data).toHaveLength(15);
  expect((await page(company, "?page=2")).data).toHaveLength(1);
});

test("GET /rails lists the oldest first, each Rail once, along the next links, and nothing beyond", async () => {
  const { baseUrl, company } = await anAcme({ pageSize: 2 });
  const ids = await createRails(company, 5);

  const seen: (string | null)[] = [];
  for (let next: string | null = "/rails"; next !== null; ) {
    const { data, links } = await page(company, next.slice("/rails".length));
    seen.push(...data.map(({ id }) => id));
    next = links.next?.slice(baseUrl.length) ?? null;
  }

  expect(seen).toEqual(ids);
  const { meta, links } = await page(company, "?page=2");
  expect(meta).toMatchObject({ current_page: 2, from: 3, to: 4, last_page: 3, total: 5 });
  expect(links).toMatchObject({ prev: links.first, next: links.last });
  const beyond = await page(company, "?page=4");
  expect(beyond.data).toEqual([]);
  expect(beyond.meta).toMatchObject({ current_page: 4, from: null, to: null, last_page: 3 });
  expect(beyond.links).toMatchObject({ prev: links.last, next: null });
});

test("GET /rails leaves out far pages, links by the client's name for it, and takes junk for page 1", async () => {
  const { baseUrl, company } = await anAcme({ pageSize: 1 });
  await createRails(company, 20);
  const byName = baseUrl.replace("127.0.0.1", "localhost");

  const { meta } = await page(as(ACME, byName), "?page=10");

  const pages = ["1", "2", "...", "7", "8", "9", "10", "11", "12", "13", "...", "19", "20"];
  const labels = ["&laquo; Previous", ...pages, "Next &raquo;"];
  expect(meta.links.map(({ label }) => label)).toEqual(labels);
  expect(meta.links.filter(({ active }) => active)).toMatchObject([{ label: "10" }]);
  expect(meta.path).toBe(`${byName}/rails`);
  for (const query of ["0", "-1", "1.5", "two", "", "%00", "1e3", "9".repeat(20), "2;drop"]) {
    expect((await page(company, `?page=${query}`)).meta.current_page).toBe(1);
  }
});

test("a company's things are as unknown to another as nobody's, and a new token reads its own", async () => {
  const { service, baseUrl, company } = await anAcme();
  const sandbox = as(null, new URL("/sandbox", baseUrl).href);
  const { body } = await sandbox.post("/tokens", { company: "Globex" });
  const globex = as((body as { data: { token: string } }).data, baseUrl);
  const [wallet, account] = [await whitelistWallet(company), await whitelistBankAccount(company)];
  const rail = idIn(await company.post("/rails", onRamp(wallet)));
  const told = async (id: string) => [
    await globex.get(`/rails/${id}`),
    await globex.post("/rails", onRamp(id)),
    await globex.post("/rails", offRamp(id)),
  ];

  for (const id of [wallet, account, rail]) {
    const answers = (await told(id)).map(({ status, body }) => ({ status, body }));
    expect(await told(id.replace(/.{24}$/, "0123456789abcdef01234567"))).toMatchObject(answers);
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 422]);
  }
  expect((await globex.get("/rails")).body).toMatchObject({ data: [], meta: { total: 0 } });
  const ids = await createRails(globex, 1);
  expect(service.rails("Globex").map(({ id }) => id)).toEqual(ids);
});
