import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { ACME } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Address } from "../support/address.ts";
import { openAddress } from "../support/address.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { KEY } from "../support/seal.ts";
import { fillRails } from "./fill-rails.ts";
import { prepare } from "./prepared.ts";
import type { WithProduction } from "./with-production.ts";
import { withProduction } from "./with-production.ts";

export interface WithManyRails extends Omit<WithProduction, "rails"> {
  /** Acme's Rails, in pages as large as the sandbox has them. */
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
      // What is prepared beside the bot carries codes of the same key.
      env.ENCRYPTION_KEYS = KEY.toString("base64");
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
  const { wallet } = prepared.spec.destination;
  await production.rails.stop();
  fillRails({ dataDir: directory.path, company: "Acme", walletId: wallet.id, count });
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
