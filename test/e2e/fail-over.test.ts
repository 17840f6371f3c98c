import { describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { hasPostgres } from "../support/postgres.ts";
import { startPostgresPair } from "../support/postgres-pair.ts";
import { createDatabaseOn, findPrograms } from "../support/postgres-server.ts";
import { startProduction } from "../support/production.ts";
import { approve, ask, cardReading } from "./steps.ts";

const GENEROUS_MS = 300_000;
const LONG_MS = 90_000;
const programs = findPrograms() ?? "";

describe.runIf(hasPostgres)("when the primary is lost and its standby promoted", () => {
  it(
    "sending is frozen where the standby had not yet got what was sent",
    async () => {
      await using pair = await startPostgresPair(programs);
      const database = await createDatabaseOn(pair.url);
      await using opened = new AsyncDisposableStack();
      const production = await startProduction(database.url);
      opened.defer(() => production.stop());
      const app = await production.start();
      opened.defer(() => app.stop());
      const [ana, ben, cal] = [production.as(ANA), production.as(BEN), production.as(CAL)];
      await approve(ben, await ask(ana, { name: "Known to both" }));
      await cardReading(ana, "Known to both", "WAITING 1 of 2", LONG_MS);

      await pair.cutReplication();
      const card = await ask(ana, { name: "Lost" });
      await approve(ben, card);
      await approve(cal, card);
      await cardReading(ana, "Lost", "DONE", LONG_MS);
      await pair.endPrimary();
      await pair.failOver();

      const frozen = await cardReading(ana, "Known to both", "sending is frozen", LONG_MS);
      expect(plainTextOf(frozen)).toMatch(
        /by Signalbox itself since .*: “The database was restored to an earlier moment: it has lost entry \d+ of the audit\.”/,
      );
      await approve(cal, frozen);
      await cardReading(ana, "Known to both", "APPROVED", LONG_MS);
      expect(production.rails.rails("Acme")).toHaveLength(1);
    },
    GENEROUS_MS,
  );
});
