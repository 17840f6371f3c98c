import { expect, test } from "vitest";
import { openStage } from "../harness/stage.ts";
import { approve, askForDestination, BEN, CAL, card } from "./team.ts";

test("S0 a wallet is asked for, approved by two and whitelisted", async () => {
  await using stage = await openStage();
  const number = await askForDestination(stage);
  expect((await card(stage, number)).state).toBe("Waiting");
  await approve(stage, BEN, number);
  console.log((await card(stage, number)).text);
  await approve(stage, CAL, number);
  const done = await card(stage, number);
  console.log(done.text);
  expect(done.state).toBe("Usable");
});
