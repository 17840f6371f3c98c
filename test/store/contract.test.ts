import { afterAll, beforeAll, describe } from "vitest";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { openTemporary } from "../support/embedded.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import { companiesContract } from "./contract/companies.ts";
import { destinationsContract } from "./contract/destinations.ts";
import { everyQueryContract } from "./contract/every-query.ts";
import { findingContract } from "./contract/finding.ts";
import { jobsContract } from "./contract/jobs.ts";
import { paceContract } from "./contract/pace.ts";
import { requestsContract } from "./contract/requests.ts";
import { resealingContract } from "./contract/resealing.ts";
import { seenRailsContract } from "./contract/seen-rails.ts";
import { setupsContract } from "./contract/setups.ts";
import { slackInstallationsContract } from "./contract/slack-installations.ts";
import type { Subject } from "./contract/subject.ts";
import { startSubject } from "./contract/subject.ts";
import { transactionsContract } from "./contract/transactions.ts";
import { wallContract } from "./contract/wall.ts";

const ENGINES = [
  { engine: "the embedded engine", isHere: true, open: openTemporary },
  { engine: "PostgreSQL", isHere: hasPostgres, open: openDatabaseOfItsOwn },
];

describe.each(ENGINES)("the store on $engine", ({ isHere, open }) => {
  describe.runIf(isHere)("keeps its contract:", () => {
    let subject: Subject | undefined;
    beforeAll(async () => {
      subject = await startSubject(await open(), 2);
    });
    afterAll(() => subject?.stop());

    const onSubject = () => {
      if (!subject) throw new Error("The engine did not start");
      return subject;
    };
    describe("requests", () => requestsContract(onSubject));
    describe("set-ups", () => setupsContract(onSubject));
    describe("transactions", () => transactionsContract(onSubject));
    describe("jobs", () => jobsContract(onSubject));
    describe("finding", () => findingContract(onSubject));
    describe("destinations", () => destinationsContract(onSubject));
    describe("Rails that the service has shown", () => seenRailsContract(onSubject));
    describe("companies", () => companiesContract(onSubject));
    describe("installations in Slack", () => slackInstallationsContract(onSubject));
    describe("turns", () => paceContract(onSubject));
    describe("sealed tokens", () => resealingContract(onSubject));
    describe("the wall between companies", () => wallContract(onSubject));
    describe("behind the wall nobody is found by", () => everyQueryContract(onSubject));
  });
});

async function openDatabaseOfItsOwn(): Promise<OpenDatabase> {
  const { url, drop } = await createDatabase();
  const database = openPostgres(url, () => {});
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}
