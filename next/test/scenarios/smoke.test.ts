import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { openStage } from "../harness/stage.ts";
import { ANA, approve, askForRail, BEN, CAL, card, register, TREASURY } from "./team.ts";

test("S0 an on-ramp Rail", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage);
  console.log((await card(stage, number)).text);
  await approve(stage, BEN, number);
  await approve(stage, CAL, number);
  const done = await card(stage, number);
  console.log(done.text);
  for (const each of await stage.as(ANA).messages(TREASURY)) console.log(reads(each), "\n------");
  for (const each of await stage.as(ANA).direct()) console.log(reads(each), "\n------");
  expect(done.state).toBe("Payable");
});
