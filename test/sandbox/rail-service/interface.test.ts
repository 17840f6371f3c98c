import { expect, test } from "vitest";
import { railPage } from "./document.ts";
import {
  ACME,
  anAcme,
  as,
  type Caller,
  createRails,
  IBAN,
  idIn,
  offRamp,
  onRamp,
  SOLANA_ADDRESS,
  whitelistBankAccount,
  whitelistWallet,
} from "./support.ts";

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

test("GET /rails lists the oldest first, each Rail once, along the next links, and nothing beyond", async () => {
  const { baseUrl, company } = await anAcme({ pageSize: 2 });
  const [first, none] = [`${baseUrl}/rails?page=1`, { from: null, to: null }];
  const empty = await page(company);
  expect([empty.data, empty.links]).toEqual([[], { first, last: first, prev: null, next: null }]);
  expect(empty.meta).toMatchObject({ ...none, last_page: 1, per_page: 2, total: 0 });
  const ids = await createRails(company, 5);

  const seen: (string | null)[] = [];
  for (let next: string | null = "/rails"; next !== null; ) {
    const { data, links } = await page(company, next.slice("/rails".length));
    seen.push(...data.map(({ id }) => id));
    next = links.next?.slice(baseUrl.length) ?? null;
  }

  expect(seen).toEqual(ids);
  // Links go by the name that the client has for the service.
  const byName = baseUrl.replace("127.0.0.1", "localhost");
  const { meta, links } = await page(as(ACME, byName), "?page=2");
  expect(meta).toMatchObject({ current_page: 2, from: 3, to: 4, last_page: 3, total: 5 });
  expect(meta.links.filter(({ active }) => active)).toMatchObject([{ label: "2" }]);
  const path = `${byName}/rails`;
  const [one, three] = [`${path}?page=1`, `${path}?page=3`];
  expect([meta.path, links]).toEqual([path, { first: one, last: three, prev: one, next: three }]);
  const beyond = await page(company, "?page=4");
  expect(beyond.data).toEqual([]);
  expect(beyond.meta).toMatchObject({ ...none, current_page: 4, last_page: 3 });
  expect(beyond.links).toMatchObject({ prev: beyond.links.last, next: null });
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
