import { expect, it } from "vitest";
import { hasPostgres } from "../support/postgres.ts";
import { findPrograms, startPostgres } from "../support/postgres-server.ts";
import { realKills } from "./real-kills.ts";

const GENEROUS_MS = 300_000;

it.runIf(hasPostgres)(
  "accounts for every request when bots are killed and replaced, and their PostgreSQL crashes",
  async () => {
    await using server = await startPostgres(findPrograms() ?? "", { survives: true });
    const figures = await realKills({
      kills: 3,
      seed: 7,
      postgresUrl: server.url,
      database: server,
      strikes: ["kill", "stop", "outage"],
    });

    expect(figures.faults).toEqual([]);
    expect(figures).toMatchObject({ kills: 3, approved: 6 });
  },
  GENEROUS_MS,
);

it(
  "accounts for every request when the bot on the embedded engine is killed",
  async () => {
    const figures = await realKills({ kills: 1, seed: 7 });

    expect(figures.faults).toEqual([]);
    expect(figures).toMatchObject({ kills: 1, killsOfAll: 1, approved: 2 });
  },
  GENEROUS_MS,
);
