import { onTestFinished } from "vitest";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { openTemporary } from "../support/embedded.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";

/** An empty database on each engine, which goes with the test. */
export const EMPTY_DATABASES = [
  {
    engine: "the embedded engine",
    isHere: true,
    async open(): Promise<OpenDatabase> {
      const database = await openTemporary();
      onTestFinished(() => database.close());
      return database;
    },
  },
  {
    engine: "PostgreSQL",
    isHere: hasPostgres,
    async open(): Promise<OpenDatabase> {
      const { url, drop } = await createDatabase();
      const database = openPostgres(url, () => {});
      onTestFinished(async () => {
        await database.close();
        await drop();
      });
      return database;
    },
  },
];
