import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { openRailFront } from "../harness/rail-front.ts";
import { COMPANY, type Stage } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { ALWAYS, addressOf, HOUR, ibanOf, lost, MINUTE, unheard } from "./creating.ts";
import { directOf } from "./slack/slack.ts";
import { ANA, BEN, CAL, openRegistered, openTeam, QUICK, type Team, WALLET } from "./team.ts";
import { answerQuestion, topOf } from "./top-of.ts";

const { states, buttons, labels, options, commands } = WORDS;

test("S43 a POST for a destination whose outcome is unknown is never sent again unasked", async () => {
  await using stage = await openTeam();
  const posts = () => stage.front.calls().filter(({ operation }) => operation.startsWith("POST"));
  const asked: { number: string; record: string }[] = [];
  for (const [operation, instead] of [
    ["POST /wallets", lost],
    ["POST /wallets", unheard],
    ["POST /bank-accounts", lost],
    ["POST /bank-accounts", unheard],
  ] as const) {
    const name = `Place ${asked.length}`;
    const isWallet = operation === "POST /wallets";
    const record = isWallet ? addressOf(name) : ibanOf(asked.length);
    const value = isWallet ? { wallet: record } : { iban: record };
    const number = await stage.askForDestination({ name, ...value });
    stage.front.meet(operation, instead);
    await stage.approveAll(number, record);
    const { text } = await stage.card(number, states.needsReview);
    expect(text).toContain("Did the service register this destination?");
    asked.push({ number, record });
  }
  await stage.pass(MINUTE);
  await stage.stop();
  await stage.start();
  await stage.jump(2 * HOUR);
  await stage.settle();
  expect(posts()).toHaveLength(4);

  // People say so, all of them anew.
  for (const [index, { number, record }] of asked.entries()) {
    await stage.card(number, states.needsReview);
    await stage.answerStuck(number, options.approveAgain);
    await stage.approve(BEN, number, record);
    expect(posts()).toHaveLength(4 + index);
    await stage.approve(CAL, number, record);
    await stage.card(number, states.usable);
  }
  expect(posts()).toHaveLength(8);
});

/** The service knows a wallet by another way. Its id there. */
async function whitelistElsewhere({ rails }: Stage, address: string): Promise<string> {
  const answer = await fetch(`${rails.baseUrl}/wallets`, {
    method: "POST",
    headers: { authorization: `Bearer ${COMPANY.token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Elsewhere", network_id: "SOLANA_DEVNET", address }),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** Opens the import, filled in. */
const fillInImport = (stage: Team, serviceId: string, name: string, address: string) =>
  stage.fillIn(commands.importDestination, {
    [labels.address]: address,
    [labels.serviceId]: serviceId,
    [labels.name]: name,
    [labels.reason]: "The service has it already",
  });

test("S44 an import takes the full quorum, sends nothing, and is then used by its id", async () => {
  await using stage = await openTeam();
  const id = await whitelistElsewhere(stage, WALLET);
  const before = stage.countCalls("POST /wallets");
  const ana = await fillInImport(stage, id, "Treasury cold wallet", WALLET);
  const number = await stage.sendForApproval(ana);
  await stage.approve(BEN, number);
  expect((await stage.card(number, states.waiting)).text).toContain("1 of 2");
  await stage.approve(CAL, number);
  await stage.card(number, states.usable);
  expect(stage.countCalls("POST /wallets")).toBe(before);

  const rail = await stage.askForRail();
  await stage.approveAll(rail);
  await stage.card(rail, states.payable);
  expect(stage.madeRails()[0]?.destination.wallet).toMatchObject({ id, address: WALLET });

  // The same id cannot become a second destination.
  const again = await fillInImport(stage, id, "Other", addressOf("other"));
  await again.submit();
  expect((await again.modal())?.errors).toEqual({
    serviceId: expect.stringContaining(`“Treasury cold wallet” (${number})`),
  });
});

test("S44 a Rail to an imported id that the service knows by another address is held", async () => {
  await using stage = await openTeam(QUICK);
  const id = await whitelistElsewhere(stage, addressOf("truth"));
  const ana = await fillInImport(stage, id, "Treasury cold wallet", WALLET);
  const number = await stage.sendForApproval(ana);
  await stage.approveAll(number);
  await stage.card(number, states.usable);
  const rail = await stage.askForRail();
  await stage.approveAll(rail);
  const { text } = await stage.card(rail, states.held);
  expect(text).toContain("Its destination address differs from its approval");
});

/** The service shows another address of this wallet, wherever it shows it. */
function showOtherAddress({ front }: Team, address: string): void {
  const shown = async (pass: () => Promise<Response>) =>
    new Response((await (await pass()).text()).replaceAll(address, addressOf("thief")));
  for (const operation of ["GET /rails", "GET /rails/{rail}"]) {
    front.meet(operation, (_, pass) => shown(pass), ALWAYS);
  }
}

test("S47 nothing more goes to a destination that a Rail shows with another value", async () => {
  await using stage = await openRegistered(QUICK);
  const [first, second] = [await stage.askForRail(), await stage.askForRail({ name: "Second" })];
  await stage.approve(BEN, first);
  await stage.card(first, states.payable);
  showOtherAddress(stage, WALLET);
  await stage.pass(5 * MINUTE);

  await stage.card(first, states.held);
  const wallet = await stage.card("R-1", states.held);
  expect(wallet.text).toContain("the Rail service shows another value");
  await stage.approve(BEN, second);
  expect(await topOf(stage.as(BEN))).toContain("another value for its destination");
  await stage.pass(HOUR);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);

  // Nobody can ask for another one either.
  expect(await topOf(await stage.fillIn(commands.newRail))).toContain(
    "Not usable yet: “Treasury cold wallet” (The Rail service shows another value)",
  );
  stage.front.clear();
  await stage.pass(5 * MINUTE);
  await stage.card("R-1", states.usable);
});

test("S47 nothing of the register is offered at another Rail service", async () => {
  await using stage = await openRegistered();
  await using other = await openRailFront();
  other.passTo(stage.rails.baseUrl);
  await stage.stop();
  stage.env.RAIL_API_URL = other.baseUrl;
  await stage.start();
  expect(await topOf(await stage.fillIn(commands.newRail))).toContain("Add a wallet first");
});

test("S47 it is looked for between the last approval and the POST", async () => {
  await using stage = await openRegistered(QUICK);
  await stage.approve(BEN, await stage.askForRail());
  const next = await stage.askForRail({ name: "Next" });
  await stage.pass(5 * MINUTE);
  showOtherAddress(stage, WALLET);
  await stage.jump(2 * MINUTE);
  await stage.approve(BEN, next);
  const { text } = await stage.card(next, states.closed);
  expect(text).toContain("another value for its destination");
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S41 a destination is added from New Rail, and told when it can be used", async () => {
  await using stage = await openTeam({ env: { COOL_DOWN_HOURS: "2" } });
  const ana = await stage.fillIn(commands.newRail);
  await ana.press("modal", buttons.addDestination);
  await ana.fill(labels.address, WALLET);
  await ana.fill(labels.name, "Treasury cold wallet");
  await ana.fill(labels.reason, "For the campaign of spring");
  const number = await stage.sendForApproval(ana);
  await stage.approveAll(number);
  await stage.card(number, states.done);
  const told = async () =>
    (await ana.direct()).filter((each) => reads(each).includes(`✅ Wallet ${number} ·`));
  await stage.pass(HOUR);
  expect(await told()).toEqual([]);
  expect(await topOf(await stage.fillIn(commands.newRail))).toContain(
    "Not usable yet: “Treasury cold wallet” (Usable from ",
  );
  await ana.close("all");

  await stage.pass(HOUR + MINUTE);
  const [news, ...others] = await told();
  expect(others).toEqual([]);
  await ana.press({ channel: await directOf(stage, ANA), ts: news?.ts ?? "" }, buttons.newRailToIt);
  await stage.opened(ana);
  await ana.fill(labels.name, "Payroll float");
  await ana.fill(labels.reason, "Funds the payroll run.");
  const rail = await stage.sendForApproval(ana);
  expect((await stage.card(rail)).text).toContain("Treasury cold wallet");
});

test("S42 the question shows no address, and only the right group leads on", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  const ben = await stage.openFrom(BEN, number, buttons.review);
  const question = await topOf(ben);
  for (let at = 0; at + 4 <= WALLET.length; at += 4) {
    expect(question).not.toContain(WALLET.slice(at, at + 4));
  }
  await ben.fill(labels.middleGroup, "0000");
  await ben.fill(labels.checkedIn, "Contract or invoice");
  const { errors } = await ben.submit();
  expect(Object.values(errors ?? {})).toEqual([expect.stringContaining("does not match")]);
  expect((await stage.card(number, states.waiting)).text).toContain("0 of 2");
  await answerQuestion(ben, WALLET);
  expect(await topOf(ben)).toContain(`Approve ${number}`);
  // *Back* leads back to the question.
  await ben.close("top");
  expect(await topOf(ben)).toContain(`Check ${number}`);
  await ben.close("all");
  await stage.approve(BEN, number);
  expect((await stage.card(number, states.waiting)).text).toContain("1 of 2");
});

test("S44 two destinations that the service gave one id at once get no Rail", async () => {
  await using stage = await openTeam(QUICK);
  const [first, second] = [
    await stage.askForDestination(),
    await stage.askForDestination({ name: "Reserve", wallet: addressOf("second") }),
  ];
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const { resolve } of arrived) {
    stage.front.meet("POST /wallets", async (_, pass) => {
      const answer = await (await pass()).text();
      resolve();
      await Promise.all(arrived.map(({ promise }) => promise));
      return new Response(answer.replace(/"id":"[^"]+"/, '"id":"wa_1"'));
    });
  }
  await (await stage.review(BEN, first)).submit();
  await (await stage.review(BEN, second, addressOf("second"))).submit();
  await Promise.all(arrived.map(({ promise }) => promise));
  await stage.settle();
  const { state } = await stage.card(second);
  // Whose answer is read later may find the other's registered already.
  if (state === states.needsReview) return;
  await stage.card(second, states.usable);

  const ana = await stage.fillInRail({ destination: "Reserve" });
  await ana.submit();
  expect(await topOf(ana)).toContain("another value for its destination");
});
