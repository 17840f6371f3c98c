import { once } from "node:events";
import { expect, it } from "vitest";
import { createMemory } from "../../../src/sandbox/rail-service/memory.ts";
import { openDatabase } from "../../../src/sandbox/rail-service/open-database.ts";
import { auditSettled } from "./audit.ts";
import { anOffRamp, anOnRamp, bankOf } from "./bank.ts";
import { addressOf, startMain } from "./rail-service-process.ts";
import { aDirectory } from "./support.ts";

const COMPANY = { name: "Sandbox company", token: "sandbox-token" };
const ROUNDS = 3;
/** So many send one after the other, until the process is gone. */
const SENDERS = 6;
const AMOUNT = "1.01";

it("keeps every payment that it acknowledged, and converts each once, however often it is killed", async () => {
  const dataDir = await aDirectory();
  const env = { PORT: "0", DATA_DIR: dataDir, DEPOSIT_REPORTS: "2" };
  const acknowledged: string[] = [];
  let service = startMain(env);
  let baseUrl = await addressOf(service);
  const on = await anOnRamp({ baseUrl }, COMPANY);
  const off = await anOffRamp({ baseUrl }, COMPANY);

  for (let round = 0; round < ROUNDS; round += 1) {
    const { pay, transfer } = bankOf({ baseUrl }, COMPANY.name);
    const enough = acknowledged.length + 10;
    const keepSending = async (isPayment: boolean) => {
      for (;;) {
        const { body } = isPayment
          ? await pay({ from: on.from, to: on.to, asset: "GBP", amount: AMOUNT })
          : await transfer({ ...off, asset: "GBPA", amount: AMOUNT });
        acknowledged.push(body.data.id);
        if (acknowledged.length === enough) service.kill("SIGKILL");
      }
    };
    const exit = once(service, "exit");
    await Promise.allSettled(Array.from({ length: SENDERS }, (_, at) => keepSending(at % 2 === 0)));
    await exit;

    service = startMain(env);
    baseUrl = await addressOf(service);
  }
  service.kill("SIGKILL");
  await once(service, "exit");

  using database = openDatabase(dataDir);
  const { settlement } = createMemory(database, { clock: () => new Date().toISOString() });
  while (settlement.step());

  const { movements, deposits } = auditSettled(database);
  const kept = new Set([...movements.values()].map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(new Set(deposits.map(({ state }) => state))).toEqual(new Set(["delivered"]));
  expect(deposits.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(deposits.length).toBeLessThanOrEqual(acknowledged.length + ROUNDS * SENDERS);
});
