import { once } from "node:events";
import { expect, it } from "vitest";
import { createCore } from "../../../src/sandbox/rail-service/core.ts";
import { openDatabase } from "../../../src/sandbox/rail-service/open-database.ts";
import { auditSettled } from "./audit.ts";
import { anOffRamp, anOnRamp, bankOf } from "./bank.ts";
import { addressOf, startMain } from "./rail-service-process.ts";
import { aDirectory } from "./support.ts";

const COMPANY = { name: "Sandbox company", token: "sandbox-token" };
const ROUNDS = 3;
/** As many senders as this send one after the other, until the process is gone. */
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
        const sending = isPayment
          ? pay({ from: on.from, to: on.to, asset: "GBP", amount: AMOUNT })
          : transfer({ ...off, asset: "GBPA", amount: AMOUNT });
        const answer = await sending.catch(nobodyAnswers);
        if (answer === undefined) return;
        expect(answer.status).toBe(200);
        acknowledged.push(answer.body.data.id);
        if (acknowledged.length === enough) service.kill("SIGKILL");
      }
    };
    const exit = once(service, "exit");
    const senders = Array.from({ length: SENDERS }, (_, at) => keepSending(at % 2 === 0));
    await Promise.all([exit, ...senders]);

    service = startMain(env);
    baseUrl = await addressOf(service);
  }
  service.kill("SIGKILL");
  await once(service, "exit");

  using database = openDatabase(dataDir);
  const { settlement } = createCore(database, { clock: () => new Date().toISOString() });
  while (settlement.step());

  const { movements, deposits } = auditSettled(database);
  const kept = new Set([...movements.values()].map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(new Set(deposits.map(({ state }) => state))).toEqual(new Set(["delivered"]));
  expect(deposits.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(deposits.length).toBeLessThanOrEqual(acknowledged.length + ROUNDS * SENDERS);
});

/** What fetch throws, also for an answer that breaks off. */
function nobodyAnswers(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
