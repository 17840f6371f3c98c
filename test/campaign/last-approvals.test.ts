import { expect, it } from "vitest";
import { hasPostgres, postgresUrl } from "../support/postgres.ts";
import { lastApprovals } from "./last-approvals.ts";

it.runIf(hasPostgres)(
  "takes one of two last approvals at once, sends one POST, and tells the other the truth",
  async () => {
    const figures = await lastApprovals(6, postgresUrl());

    expect(figures.faults).toEqual([]);
    expect(figures.rounds).toBe(6);
  },
  120_000,
);
