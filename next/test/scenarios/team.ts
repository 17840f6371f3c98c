import {
  ANA,
  APPROVALS,
  BEN,
  CAL,
  DEE,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { type Person, reads } from "../harness/person.ts";
import type { Stage } from "../harness/stage.ts";
import { HEADER, MIDDLE_GROUP, WORDS } from "../harness/words.ts";

/** What Acme's people do again and again, through what Slack shows them. */

export { ANA, APPROVALS, BEN, CAL, DEE, TREASURY };

export const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
export const IBAN = "GB29NWBK60161331926819";

const { buttons, labels, options, commands, command } = WORDS;

/** A card: what it says, and where it is. */
export interface Card {
  channel: string;
  ts: string;
  text: string;
  state: string;
  number: string;
}

/** All cards in the approvals channel, oldest first. */
export async function cards(person: Person, channel = APPROVALS): Promise<Card[]> {
  const messages = await person.messages(channel);
  return messages.flatMap((message) => {
    const text = reads(message);
    const [, , number = "", state = ""] = HEADER.exec(text.split("\n")[0] ?? "") ?? [];
    return number === "" ? [] : [{ channel, ts: message.ts, text, state, number }];
  });
}

/** The card of a request, once it says this. */
export async function card(stage: Stage, number: string, state?: string): Promise<Card> {
  const ben = stage.as(BEN);
  return stage.until(
    async () => {
      const found = (await cards(ben)).find((each) => each.number === number);
      if (!found) throw new Error(`No card of ${number}`);
      if (state !== undefined && found.state !== state) throw new Error(`It is ${found.text}`);
      return found;
    },
    `${number} ${state ?? ""}`,
  );
}

interface NewDestination {
  by?: string;
  name?: string;
  wallet?: string;
  iban?: string;
}

/** Asks for a destination. The number of its request. */
export async function askForDestination(
  stage: Stage,
  { by = ANA, name = "Treasury cold wallet", wallet = WALLET, iban }: NewDestination = {},
): Promise<string> {
  const person = stage.as(by);
  await person.say(TREASURY, `${command} ${commands.addDestination}`);
  await opened(stage, person);
  if (iban !== undefined) await person.fill(labels.type, options.bankAccount);
  await person.fill(iban === undefined ? labels.address : labels.iban, iban ?? wallet);
  await person.fill(labels.name, name);
  await person.fill(labels.reason, "For the campaign of spring");
  return sendForApproval(stage, person);
}

interface NewRail {
  by?: string;
  type?: "on" | "off";
  /** As the menu shows it. */
  destination?: string;
  name?: string;
  reference?: string;
  /** Where it is asked for. */
  channel?: string;
}

/** Asks for a Rail. The number of its request. */
export async function askForRail(
  stage: Stage,
  {
    by = ANA,
    type = "on",
    destination = type === "on" ? "Treasury cold wallet" : "Operating account",
    name = "Payroll float",
    reference,
    channel = TREASURY,
  }: NewRail = {},
): Promise<string> {
  const person = stage.as(by);
  await person.say(channel, `${command} ${commands.newRail} ${type}`);
  await opened(stage, person);
  await person.fill(labels.destination, destination);
  await person.fill(labels.name, name);
  await person.fill(labels.reason, "Funds the payroll run.");
  if (reference !== undefined) await person.fill(labels.reference, reference);
  return sendForApproval(stage, person);
}

/** Registers a destination, by default with two approvals. */
export async function register(
  stage: Stage,
  destination: NewDestination = {},
  approvers: readonly string[] = [BEN, CAL],
): Promise<string> {
  const number = await askForDestination(stage, destination);
  const { iban, wallet = WALLET } = destination;
  for (const by of approvers) await approve(stage, by, number, iban ?? wallet);
  await card(stage, number, "Usable");
  return number;
}

/** Submits a form and then its review. The number of the request that this makes. */
export async function sendForApproval(stage: Stage, person: Person): Promise<string> {
  const before = (await cards(stage.as(BEN))).map(({ number }) => number);
  await person.submit();
  // Where the route exists already, people want another one here.
  const review = await person.modal();
  if (review && reads(review).includes(options.anotherRail)) {
    await person.fill(labels.secondRail, [options.anotherRail]);
  }
  await person.submit();
  await stage.settle();
  const { number } = await stage.until(async () => {
    const [made] = (await cards(stage.as(BEN))).filter((each) => !before.includes(each.number));
    if (!made) throw new Error(`Nothing was asked for: ${JSON.stringify(await person.modal())}`);
    return made;
  }, "a new card");
  return number;
}

/** The modal on top, once there is one. */
export function opened(stage: Stage, person: Person) {
  return stage.until(async () => {
    const modal = await person.modal();
    if (!modal) throw new Error("No form is open");
    return modal;
  }, `a form for ${person.id}`);
}

/** Approves, and answers the question before it from the approver's own records. */
export async function approve(
  stage: Stage,
  by: string,
  number: string,
  record: string = WALLET,
): Promise<void> {
  const person = stage.as(by);
  await person.press(await card(stage, number), buttons.review);
  await opened(stage, person);
  await answerQuestion(person, record);
  await person.submit();
  await stage.settle();
}

export async function answerQuestion(person: Person, record: string): Promise<void> {
  const modal = await person.modal();
  const [, first, last] =
    modal?.blocks
      .map((block) => (block.type === "input" ? MIDDLE_GROUP.exec(block.label.text) : null))
      .find((found) => found !== null) ?? [];
  if (first === undefined) return;
  await person.fill(labels.middleGroup, record.slice(Number(first) - 1, Number(last)));
  await person.fill(labels.checkedIn, "Contract or invoice");
  await person.submit();
}
