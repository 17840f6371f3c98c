import { createRailApi } from "../../src/rail-api/client.ts";
import { openDatabase } from "../../src/sandbox/rail-service/open-database.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { ACME } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Address } from "../support/address.ts";
import { openAddress } from "../support/address.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { prepare } from "./prepared.ts";
import type { WithProduction } from "./with-production.ts";
import { withProduction } from "./with-production.ts";

export interface WithManyRails extends Omit<WithProduction, "rails"> {
  /** Of Acme's Rails, in pages as large as the sandbox has them. */
  count: number;
  /** How much later everything that the bot sends to Slack and to the Rail service arrives. */
  setLatency(ms: number): void;
}

/** What a bot in production needs, on a database of its own, where the Rail service has so many Rails already. */
export async function withManyRails(
  postgresUrl: string,
  count: number,
): Promise<WithManyRails & AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const directory = await temporaryDirectory();
  opening.defer(directory.remove);
  const addresses: Address[] = [];
  const production = await withProduction(postgresUrl, {
    railsDir: directory.path,
    async changeEnv(env) {
      for (const name of ["SLACK_API_URL", "RAIL_API_URL"]) {
        const url = new URL(env[name] ?? "");
        const address = await openAddress(Number(url.port));
        opening.defer(() => address.stop());
        addresses.push(address);
        url.port = String(address.port);
        env[name] = url.href;
      }
    },
  });
  opening.use(production);
  const { databaseUrl } = production;

  const { baseUrl } = production.rails;
  const companies = [{ name: "Acme", token: "acme-token" }];
  await using prepared = await prepare(databaseUrl, ACME);
  await createRailApi({ baseUrl, token: "acme-token" }).createRail(prepared.spec, ["elsewhere"]);
  await production.rails.stop();
  copyTheFirst(directory.path, count - 1);
  const port = Number(new URL(baseUrl).port);
  const rails = await startRailService({ port, dataDir: directory.path, companies });
  opening.defer(() => rails.stop());

  const open = opening.move();
  return {
    ...production,
    count,
    setLatency(ms) {
      for (const address of addresses) address.delay(ms);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** In one transaction: one by one, as the interface would have it, takes minutes. */
function copyTheFirst(dataDir: string, times: number): void {
  const database = openDatabase(dataDir);
  try {
    database
      .prepare(
        `WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ?)
         INSERT INTO rails
           (id, company, type, fiat, bank_account_id, stablecoin, wallet_id, metadata, created_at)
         SELECT id || n, company, type, fiat, bank_account_id, stablecoin, wallet_id, metadata,
           '2026-01-01T00:00:00.000000Z'
         FROM rails, nth WHERE number = 1`,
      )
      .run(times);
  } finally {
    database.close();
  }
}
