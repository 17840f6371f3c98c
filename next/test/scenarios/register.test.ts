import { expect, test } from "vitest";
import { reads } from "../harness/person.ts";
import { COMPANY, openStage, type Stage } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import {
  addressOf,
  answerStuck,
  approveBoth,
  countCalls,
  type FrontStage,
  HOUR,
  ibanOf,
  lost,
  MINUTE,
  openFrontStage,
  railsAt,
  unheard,
} from "./creating.ts";
import {
  ANA,
  answerQuestion,
  approve,
  askForDestination,
  askForRail,
  BEN,
  CAL,
  card,
  opened,
  register,
  sendForApproval,
  TREASURY,
  WALLET,
} from "./team.ts";

const { states, buttons, labels, options, command, commands } = WORDS;

test.for([
  ["POST /wallets", "never arrived", lost],
  ["POST /wallets", "was not answered", unheard],
  ["POST /bank-accounts", "never arrived", lost],
  ["POST /bank-accounts", "was not answered", unheard],
] as const)("S43 a %s that %s is never sent again unasked", async ([operation, , instead]) => {
  await using stage = await openFrontStage();
  const record = operation === "POST /wallets" ? WALLET : ibanOf(7);
  const number = await askForDestination(
    stage,
    operation === "POST /wallets" ? {} : { iban: record },
  );
  stage.front.meet(operation, instead);
  await approveBoth(stage, number, record);
  const { text } = await card(stage, number, states.needsReview);
  expect(text).toContain("Did the service register this destination?");

  await stage.pass(MINUTE);
  await stage.stop();
  await stage.start();
  await stage.jump(2 * HOUR);
  await stage.settle();
  await card(stage, number, states.needsReview);
  expect(stage.front.calls(operation)).toHaveLength(1);

  // People say so, all of them anew.
  await answerStuck(stage, number, { answer: options.approveAgain });
  await approve(stage, BEN, number, record);
  expect(stage.front.calls(operation)).toHaveLength(1);
  await approve(stage, CAL, number, record);
  await card(stage, number, states.usable);
  expect(stage.front.calls(operation)).toHaveLength(2);
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
async function fillInImport(stage: Stage, serviceId: string, name: string, address: string) {
  const ana = stage.as(ANA);
  await ana.say(TREASURY, `${command} ${commands.importDestination}`);
  await opened(stage, ana);
  await ana.fill(labels.address, address);
  await ana.fill(labels.serviceId, serviceId);
  await ana.fill(labels.name, name);
  await ana.fill(labels.reason, "The service has it already");
  return ana;
}

test("S44 an import takes the full quorum, sends nothing, and is then used by its id", async () => {
  await using stage = await openStage();
  const id = await whitelistElsewhere(stage, WALLET);
  const before = countCalls(stage, "POST /wallets");
  const ana = await fillInImport(stage, id, "Treasury cold wallet", WALLET);
  const number = await sendForApproval(stage, ana);
  await approve(stage, BEN, number);
  expect((await card(stage, number, states.waiting)).text).toContain("1 of 2");
  await approve(stage, CAL, number);
  await card(stage, number, states.usable);
  expect(countCalls(stage, "POST /wallets")).toBe(before);

  const rail = await askForRail(stage);
  await approveBoth(stage, rail);
  await card(stage, rail, states.payable);
  expect(railsAt(stage)[0]?.destination.wallet).toMatchObject({ id, address: WALLET });

  // The same id cannot become a second destination.
  const again = await fillInImport(stage, id, "Other", addressOf("other"));
  await again.submit();
  expect((await again.modal())?.errors).toEqual({
    serviceId: expect.stringContaining(`“Treasury cold wallet” (${number})`),
  });
});

test("S44 a Rail to an imported id that the service knows by another address is held", async () => {
  await using stage = await openStage();
  const id = await whitelistElsewhere(stage, addressOf("truth"));
  const ana = await fillInImport(stage, id, "Treasury cold wallet", WALLET);
  const number = await sendForApproval(stage, ana);
  await approveBoth(stage, number);
  await card(stage, number, states.usable);
  const rail = await askForRail(stage);
  await approveBoth(stage, rail);
  const { text } = await card(stage, rail, states.held);
  expect(text).toContain("Its destination address differs from its approval");
});

/** The service shows another address of this wallet, wherever it shows it. */
function showOtherAddress({ front }: FrontStage, address: string): void {
  const shown = async (pass: () => Promise<Response>) =>
    new Response((await (await pass()).text()).replaceAll(address, addressOf("thief")));
  for (const operation of ["GET /rails", "GET /rails/{rail}"]) {
    front.meet(operation, (_, pass) => shown(pass), Number.POSITIVE_INFINITY);
  }
}

test("S47 nothing more goes to a destination that a Rail shows with another value", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const [first, second, third] = [
    await askForRail(stage),
    await askForRail(stage, { name: "Second" }),
    await askForRail(stage, { name: "Third" }),
  ];
  await approveBoth(stage, first);
  await card(stage, first, states.payable);
  await approve(stage, BEN, second);
  await approve(stage, BEN, third);
  showOtherAddress(stage, WALLET);
  await stage.pass(5 * MINUTE);

  await card(stage, first, states.held);
  await approve(stage, CAL, second);
  const refused = await stage.as(CAL).modal();
  expect(refused && reads(refused)).toContain("another value for its destination");
  await stage.as(CAL).close("all");
  await stage.pass(HOUR);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);

  // Nobody can ask for another one either.
  const ana = stage.as(ANA);
  await ana.say(TREASURY, `${command} ${commands.newRail}`);
  expect(reads(await opened(stage, ana))).toContain(
    "Not usable yet: “Treasury cold wallet” (the Rail service shows another value)",
  );
});

test("S47 it is looked for between the last approval and the POST", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const number = await askForRail(stage);
  await approveBoth(stage, number);
  const next = await askForRail(stage, { name: "Next" });
  await approve(stage, BEN, next);
  await stage.pass(5 * MINUTE);
  showOtherAddress(stage, WALLET);
  await stage.jump(2 * MINUTE);
  await approve(stage, CAL, next);
  const { text } = await card(stage, next, states.closed);
  expect(text).toContain("another value for its destination");
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S42 the question shows no address, and only the right group leads on", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage);
  const ben = stage.as(BEN);
  await ben.press(await card(stage, number), buttons.review);
  const question = reads(await opened(stage, ben));
  for (let at = 0; at + 4 <= WALLET.length; at += 4) {
    expect(question).not.toContain(WALLET.slice(at, at + 4));
  }
  await ben.fill(labels.middleGroup, "0000");
  await ben.fill(labels.checkedIn, "Contract or invoice");
  const { errors } = await ben.submit();
  expect(Object.values(errors ?? {})).toEqual([expect.stringContaining("does not match")]);
  expect((await card(stage, number, states.waiting)).text).toContain("0 of 2");
  await answerQuestion(ben, WALLET);
  expect(reads(await opened(stage, ben))).toContain(`Approve ${number}`);
  // *Back* leads back to the question.
  await ben.close("top");
  expect(reads(await opened(stage, ben))).toContain(`Check ${number}`);
  await ben.close("all");
  await approve(stage, BEN, number);
  expect((await card(stage, number, states.waiting)).text).toContain("1 of 2");
});
