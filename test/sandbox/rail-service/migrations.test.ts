import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { issueVirtualAccount } from "../../../src/sandbox/rail-service/issue-entry-points.ts";
import { MIGRATIONS } from "../../../src/sandbox/rail-service/migrations.ts";
import { railPage } from "./document-shapes.ts";
import {
  ACME,
  aDirectory,
  aRailService,
  as,
  BIRCH,
  createRails,
  SOLANA_ADDRESS,
} from "./support.ts";

it("keeps the Rails of the first version in their order, each company's on its own pages", async () => {
  const dataDir = await aDirectory();
  const add = ofFirstVersion(dataDir);
  for (const nth of [1, 2, 3, 4, 5]) {
    add("Acme", `rail_a${nth}`);
    if (nth !== 3) add("Birch", `rail_b${nth}`);
  }
  add.close();

  const { baseUrl } = await aRailService({ dataDir, pageSize: 2 });

  const [acme, birch] = [as(ACME, baseUrl), as(BIRCH, baseUrl)];
  const [added] = await createRails(birch, 1);
  const page = async (company: typeof acme, number: number) => {
    const { data, meta } = railPage.parse((await company.get(`/rails?page=${number}`)).body);
    return [meta.total, ...data.map(({ id }) => id)];
  };
  expect(await page(acme, 1)).toEqual([5, "rail_a1", "rail_a2"]);
  expect(await page(acme, 3)).toEqual([5, "rail_a5"]);
  expect(await page(birch, 2)).toEqual([5, "rail_b4", "rail_b5"]);
  expect(await page(birch, 3)).toEqual([5, added]);
});

/** A database as the first version left it; returns what adds an on-ramp Rail to it. */
function ofFirstVersion(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, "rail-service.sqlite"));
  database.exec(`${MIGRATIONS[0]} PRAGMA user_version = 1`);
  const wallet = database.prepare(
    "INSERT INTO wallets VALUES (?, ?, 'Treasury', 0, 'SOLANA_DEVNET', ?)",
  );
  const account = database.prepare("INSERT INTO bank_accounts VALUES (?, ?, ?, 'GBP', ?, ?)");
  const rail = database.prepare(
    `INSERT INTO rails (id, company, type, fiat, stablecoin, wallet_id, bank_account_id, created_at)
     VALUES (?, ?, 'ON_RAMP', 'GBP', 'GBPA', ?, ?, '2026-03-02T10:00:00.000Z')`,
  );

  function add(company: string, id: string): void {
    const { iban, virtual, ...entry } = issueVirtualAccount(company, "GBP");
    wallet.run(`wa_${id}`, company, SOLANA_ADDRESS);
    account.run(entry.id, company, company, iban, JSON.stringify(virtual));
    rail.run(id, company, `wa_${id}`, entry.id);
  }
  return Object.assign(add, { close: () => database.close() });
}
