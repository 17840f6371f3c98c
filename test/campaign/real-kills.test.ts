import { expect, it } from "vitest";
import { hasPostgres, postgresUrl } from "../support/postgres.ts";
import { realKills } from "./real-kills.ts";

const GENEROUS_MS = 300_000;

it.runIf(hasPostgres)(
  "accounts for every request when bots on PostgreSQL are killed",
  async () => {
    const figures = await realKills({ kills: 2, seed: 7, postgresUrl: postgresUrl() });

    expect(figures.faults).toEqual([]);
    expect(figures).toMatchObject({ kills: 2, approved: 4 });
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
