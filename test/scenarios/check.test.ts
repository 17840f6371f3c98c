import { expect, test } from "vitest";
import { EVE, GUS, RANDOM } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../harness/person.ts";
import { COMPANY } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { ALWAYS, MINUTE } from "./creating.ts";
import { ANA, BEN, IBAN, openRegistered, QUICK, type Team, TREASURY, WALLET } from "./team.ts";
import { topOf } from "./top-of.ts";

const { states } = WORDS;

const inFours = (value: string, between = " ") => value.match(/.{1,4}/g)?.join(between) ?? "";

async function readAndClose(person: Person): Promise<string> {
  const shown = await topOf(person);
  await person.close("all");
  return shown;
}

/** What Ana reads after `/rail check`, without title and foot. */
async function check(stage: Team, text: string): Promise<string> {
  const ana = stage.as(ANA);
  await ana.say(TREASURY, `/rail check ${text}`);
  await stage.opened(ana);
  const [title, ...lines] = (await readAndClose(ana)).split("\n");
  expect([title, lines.at(-1)]).toEqual(["Check payment details", "Acme · SANDBOX"]);
  return lines
    .slice(
      0,
      lines.findIndex((line) => line.startsWith("Checked against")),
    )
    .join("\n");
}

test("S46 a destination that was removed from the register is said to be, not unknown", async () => {
  await using stage = await openRegistered();
  const ben = await stage.openFrom(BEN, "R-1", WORDS.buttons.removeFromRegister);
  await ben.fill(WORDS.labels.reason, "The custodian moved us");
  await stage.submit(ben);
  const said = await check(stage, WALLET);
  expect(said).toContain("⚪️ R-1 · Removed · “Treasury cold wallet”");
  expect(said).toContain("It was removed from the register. New Rails cannot use it.");
  expect(said).not.toContain("Not known here");
});

/** A team with a Rail in use; `entry`: the IBAN into which people pay. */
async function openTeamWithRail() {
  const stage = await openRegistered(QUICK);
  const rail = await stage.askForRail();
  await stage.approveAll(rail);
  await stage.card(rail, states.payable);
  return { stage, rail, entry: stage.madeRails()[0]?.source.bank_account?.iban ?? "none" };
}

test("S46 each IBAN and address of a text is what the register and the Rails make of it", async () => {
  const { stage, rail, entry } = await openTeamWithRail();
  await using _ = stage;
  const waiting = await stage.askForDestination({ name: "Supplier", iban: IBAN });
  const cases: [text: string, ...lines: string[]][] = [
    [
      `Pay ${inFours(entry)}, thanks`,
      `✅ ${rail} · Payable · “Payroll float”`,
      `Deposits go here. How to pay: /rail show ${rail}`,
    ],
    [
      `wallet: ${WALLET}`,
      "✅ R-1 · Usable · Treasury cold wallet",
      "Approved for Rails: wallet on Solana (devnet)",
    ],
    [
      inFours(IBAN, "\u202f"),
      `⏳ ${waiting} · Waiting · “Supplier”`,
      "Not approved yet: bank account, United Kingdom",
    ],
    [WALLET.replace("W87d", "K31m"), "🔴 Looks like “Treasury cold wallet”: only group 3 differs"],
    [
      `${entry.slice(0, -1)}${(Number(entry.at(-1)) + 1) % 10}`,
      `🔴 Looks like “Deposits of ${rail}”: only group 6 differs`,
      "🔴 Cannot be paid",
    ],
    ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "🔴 This address is a token contract"],
    ["1".repeat(32), "🔴 Cannot be paid", "This is Solana's system program, not a wallet."],
    [
      "DE89-3704-0044-0532-0130-00",
      "Not known here",
      "Valid IBAN (Germany). This does not confirm who owns it.",
    ],
    // As it was typed: what foldings take for a space is no space.
    [`${WALLET.slice(0, 9)}\ufeff${WALLET.slice(9)}`, "✅ R-1 · Usable", "U+FEFF"],
    ["nothing to see", "No IBAN or address found"],
  ];
  for (const [text, ...lines] of cases) {
    const shown = await check(stage, text);
    for (const line of lines) expect(shown, text).toContain(line);
  }
});

test("S46 what a held Rail takes is red, comes first and is not repeated", async () => {
  const { stage, rail, entry } = await openTeamWithRail();
  await using _ = stage;
  stage.rails.makeRail(COMPANY.name);
  const outside = stage.madeRails().at(-1);
  const outsideEntry = outside?.source.bank_account?.iban ?? "none";
  const changed = "GB33BUKB20201555555555";
  const change = async (pass: () => Promise<Response>) =>
    new Response((await (await pass()).text()).replaceAll(entry, changed));
  for (const operation of ["GET /rails", "GET /rails/{rail}"]) {
    stage.front.meet(operation, (_, pass) => change(pass), ALWAYS);
  }
  await stage.pass(6 * MINUTE);

  const unknown = "DE89370400440532013000";
  const shown = await check(stage, [unknown, entry, changed, outsideEntry].join("\n"));
  const held = [
    `🔴 ${rail} · Held · “Payroll float”`,
    "Do not pay into this Rail. Its deposit IBAN differs from its approval.",
  ];
  expect(shown.split("\n")).toEqual([
    ...[...held, `GB${entry.slice(2, 4)} … ${entry.slice(-4)}`],
    ...[...held, "GB33 … 5555"],
    `🔴 Rail · Held · “${outside?.id}”`,
    "Do not pay into this Rail. It was not approved in Signalbox.",
    `GB${outsideEntry.slice(2, 4)} … ${outsideEntry.slice(-4)}`,
    "Not known here",
    "Valid IBAN (Germany). This does not confirm who owns it.",
    inFours(unknown),
  ]);
});

test("S46 the shortcut reads any message, also where the app is not, hidden characters too", async () => {
  await using stage = await openRegistered({ env: { TEAM: ANA } });
  const ben = stage.as(BEN);
  const lines = [
    "New wallet!",
    `> ${inFours(WALLET, "\u00a0")}`,
    `\`${IBAN.replace("9N", "9\u200bN")}\``,
    ...Array.from({ length: 20 }, (_, at) => `0x${String(at + 10).repeat(20)}`),
  ];
  await ben.say(RANDOM, lines.join("\n"));
  const { ts = "" } = (await ben.messages(RANDOM)).at(-1) ?? {};
  const use = (by: string) =>
    stage.as(by).call("/shortcut", { channel: RANDOM, ts, callbackId: "check_payment_details" });
  expect(await use(ANA)).toEqual({ acknowledged: true });
  const ana = stage.as(ANA);
  expect((await stage.opened(ana)).close?.text).toBe("Close");
  const shown = await readAndClose(ana);
  expect(shown).toContain("⚠️ 2 more were found and not checked.");
  expect(shown).toContain("✅ R-1 · Usable · Treasury cold wallet");
  expect(shown).toMatch(/Not known here\n⚠️ Has hidden characters: U\+200B\n/);
  await use(EVE);
  expect(await stage.told(EVE, RANDOM)).toContain("You are not on the Signalbox team.");
  await use(GUS);
  expect(await stage.told(GUS, RANDOM)).toContain("Only full members of this workspace");

  await ana.say(TREASURY, "/rail check");
  expect(await stage.told(ANA, TREASURY)).toMatch(/^Paste an IBAN, an address or a whole text/);
  await stage.as(GUS).say(TREASURY, `/rail check ${WALLET}`);
  expect(await stage.told(GUS, TREASURY)).toContain("Only full members");
});
