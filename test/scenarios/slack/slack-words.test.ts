import { expect, test } from "vitest";
import { GUS } from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, BEN, openRegistered, openTeam, TREASURY } from "../team.ts";
import { directOf } from "./slack.ts";

const { states } = WORDS;

const HELP = "What /rail can do";

test("S66 help, typos and numbers are answered, whatever keyboard they come from", async () => {
  await using stage = await openRegistered();
  await stage.askForRail();
  const lines: [line: string, says: string][] = [
    ["/rail help", HELP],
    ["/rail", "1 request needs your approval"],
    ["/rail xy", "All commands: /rail help"],
    ["/rail HELP", HELP],
    ["/rail hepl", "Did you mean /rail help?"],
    ["/rail lst", "Did you mean /rail list?"],
    ["/rail destination", "Did you mean /rail destinations?"],
    ["/rail stop", "Did you mean /rail freeze?"],
    ["/rail gibberish", "All commands: /rail help"],
    ["/rail R-2", "Rail R-2 · Waiting"],
    ["/rail r2", "Rail R-2 · Waiting"],
    ["/rail R\u20132", "Rail R-2 · Waiting"],
    ["/rail show “Payroll float”", "Rail R-2 · Waiting"],
    ["/rail \u00a0 r-2 ", "Rail R-2 · Waiting"],
    ["/rail R-99", "No match"],
    ["/rail resume", "Press Review to resume on the card of the stop"],
  ];
  for (const [line, says] of lines) {
    expect(await stage.as(BEN).say(TREASURY, line), line).toMatchObject({ acknowledged: true });
    expect(await stage.told(BEN, TREASURY), line).toContain(says);
  }

  // A guest gets help, and nothing that belongs to the company.
  const gus = stage.as(GUS);
  await gus.say(TREASURY, "/rail help");
  expect(await stage.told(GUS, TREASURY)).toContain(HELP);
  for (const words of ["list", "R-2", "pending", "destinations", "new", "freeze", "withdraw R-2"]) {
    await gus.say(TREASURY, `/rail ${words}`);
    const said = await stage.told(GUS, TREASURY);
    expect(said, words).toContain("Only full members");
    expect(said, words).not.toMatch(/Payroll|Treasury cold|U0[BCD]/);
  }
  expect(await gus.modal()).toBeUndefined();
});

test("S66 a direct message is answered with help, once though delivered twice", async () => {
  await using stage = await openTeam();
  stage.slack.faults.deliverTwice = true;
  const ana = stage.as(ANA);
  await ana.say(await directOf(stage, ANA), "Hello, how does this work?");
  await stage.settle();
  const answers = async () => (await ana.direct()).filter(({ user }) => user !== ANA).map(reads);
  expect(await answers()).toEqual([expect.stringContaining(HELP)]);
  // What is named there is shown.
  await stage.register();
  for (const words of ["r-1", "Cold wallet"]) {
    await ana.say(await directOf(stage, ANA), words);
    await stage.settle();
    expect((await answers()).at(-1)).toContain("Wallet R-1 · Usable");
  }
});

test("S66 withdraw by number opens the form of the requester, and says why for all else", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  const lines: [by: string, line: string, says: string][] = [
    [BEN, `withdraw ${number}`, "Only the requester can withdraw this"],
    [ANA, "withdraw", "for example /rail withdraw R-142"],
    [ANA, "withdraw payroll", "for example /rail withdraw R-142"],
    [ANA, "withdraw R-99", "No match"],
    [ANA, "withdraw R-1", "R-1 was completed"],
  ];
  for (const [by, line, says] of lines) {
    await stage.as(by).say(TREASURY, `/rail ${line}`);
    expect(await stage.told(by, TREASURY), line).toContain(says);
  }
  await stage.submit(await stage.fillIn("withdraw r2"));
  await stage.card(number, states.withdrawn);
  await stage.as(ANA).say(TREASURY, `/rail withdraw ${number}`);
  expect(await stage.told(ANA, TREASURY)).toContain(`${number} was withdrawn by`);
});
