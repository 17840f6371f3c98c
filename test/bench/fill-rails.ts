import { createCore } from "../../src/sandbox/rail-service/core.ts";
import { newRail } from "../../src/sandbox/rail-service/new-rail.ts";
import { openDatabase } from "../../src/sandbox/rail-service/open-database.ts";

interface Filling {
  /** No service may be using it. */
  dataDir: string;
  company: string;
  /** The id of a wallet that the company has whitelisted. */
  walletId: string;
  count: number;
}

/**
 * Adds so many on-ramp Rails, each with its own entry point, as the service itself would, but without waiting for the disk
 * at each: one by one over the interface it takes minutes.
 */
export function fillRails({ dataDir, company, walletId, count }: Filling): void {
  using database = openDatabase(dataDir);
  database.exec("PRAGMA synchronous = OFF");
  const at = "2026-01-01T00:00:00.000Z";
  const { state } = createCore(database, { clock: () => at });
  const wallet = state.findWhitelistedWallet(company, walletId);
  if (!wallet) throw new Error(`${company} has no wallet ${walletId}`);
  for (let nth = 1; nth <= count; nth += 1) {
    const asked = {
      type: "ON_RAMP" as const,
      metadata: ["elsewhere"],
      source: { asset: "GBP" as const },
      destination: { asset: "GBPA" as const, wallet_id: wallet.id },
      wallet,
    };
    state.addRail(company, newRail(company, asked, at));
  }
}
