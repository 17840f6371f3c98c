import { expect, it } from "vitest";
import { hasPostgres, postgresUrl } from "../support/postgres.ts";
import { rollingRestart } from "./rolling.ts";

it.runIf(hasPostgres)(
  "nobody notices that each bot is replaced, one after the other",
  async () => {
    const figures = await rollingRestart({
      postgresUrl: postgresUrl(),
      bots: 2,
      rounds: 1,
      seed: 7,
      // What is lost stays lost; what is late on a loaded machine is not.
      ackWindowMs: 10_000,
    });

    expect(figures).toMatchObject({ faults: [], restarts: 2 });
    expect(figures.approved).toBeGreaterThan(0);
  },
  300_000,
);
