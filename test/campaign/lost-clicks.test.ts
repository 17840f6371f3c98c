import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { ask, cardReading } from "../e2e/steps.ts";
import { hasPostgres, postgresUrl } from "../support/postgres.ts";
import { query } from "../support/postgres-server.ts";
import { startCompany } from "./company.ts";

const GENEROUS_MS = 300_000;

it.runIf(hasPostgres)(
  "a bot killed between the acknowledgement of a command and its effect is answered for by the next",
  async () => {
    const company = await startCompany({
      postgresUrl: postgresUrl(),
      bots: 1,
      ackWindowMs: 30_000,
    });
    try {
      const [bot] = company.bots;
      const ana = company.as(ANA);
      await ask(ana, { name: "Float" });
      // A new process knows nobody: it asks Slack who Ana is, and waits for the answer.
      await bot?.kill();
      await bot?.start();
      await company.as(DEE).command(TREASURY, "/rail help");
      company.slack.faults.slowMs = 600_000;
      expect(await ana.command(TREASURY, "/rail withdraw R-1")).toMatchObject({
        acknowledged: true,
      });
      await bot?.kill();
      company.slack.faults.clear();
      // The next process starts a minute later: the former one is known to be dead.
      await query(
        company.databaseUrl ?? "",
        "update acknowledged_clicks set alive_at = alive_at - interval '1 minute'",
      );
      await bot?.start();

      const said = await ana.waitFor(
        async () =>
          (await ana.directMessages()).map(plainTextOf).find((text) => /restarted/.test(text)),
        "word of the lost click",
        { withinMs: 120_000 },
      );
      expect(said).toContain("Signalbox restarted before it saved your withdrawal.");
      await cardReading(ana, "Float", "WAITING 0 of 2", 60_000);

      await ana.command(TREASURY, "/rail withdraw R-1");
      await cardReading(ana, "Float", "WITHDRAWN", 60_000);
    } finally {
      await company.stop();
    }
  },
  GENEROUS_MS,
);
