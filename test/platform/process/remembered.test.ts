import { expect, it } from "vitest";
import { rememberedFor } from "../../../src/platform/process/remembered.ts";

it("asks once for all who come within the time, and remembers an error alike", async () => {
  let [now, asked] = [0, 0];
  const answer = rememberedFor(
    1_000,
    async () => {
      asked += 1;
      if (asked === 2) throw new Error("The database is away");
      return asked;
    },
    () => now,
  );

  expect(await Promise.all(Array.from({ length: 100 }, answer))).toEqual(Array(100).fill(1));
  now = 999;
  expect(await answer()).toBe(1);
  now = 1_000;
  await expect(answer()).rejects.toThrow("away");
  await expect(answer()).rejects.toThrow("away");
  now = 2_000;
  expect(await answer()).toBe(3);
  expect(asked).toBe(3);
});
