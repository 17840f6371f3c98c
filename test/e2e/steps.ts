import type { Block } from "../../src/sandbox/slack-workspace/blocks/block.ts";
import type { Submission } from "../../src/sandbox/slack-workspace/interactions/submit.ts";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { APPROVALS, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";

/** What people do again and again on their way to a Rail. */

export interface Asking {
  name: string;
  type?: "ON_RAMP" | "OFF_RAMP";
  reason?: string;
  /** The conversation in which it is asked for. */
  channel?: string;
  /** The name of a registered one; the one that the sandbox has for the type when absent. */
  destination?: string;
}

/** Types `/rail new` and fills the form in, up to the press on Review. */
export async function fillForm(
  requester: Person,
  { name, type = "ON_RAMP", reason = "The weekly run", channel = TREASURY, destination }: Asking,
): Promise<void> {
  await requester.command(channel, type === "ON_RAMP" ? "/rail new on" : "/rail new off");
  await requester.waitFor(() => requester.modal(), "the New Rail form");
  await requester.fill("Name", name);
  if (type === "OFF_RAMP") await requester.choose("Network", "SOLANA_DEVNET");
  await requester.choose(
    "Destination",
    destination ?? (type === "ON_RAMP" ? "Treasury cold wallet" : "Operating account"),
  );
  await requester.fill("Reason", reason);
}

/** Fills the form in and goes on to the review, saying yes to another Rail where there is one like it. */
export async function review(requester: Person, asking: Asking): Promise<void> {
  await fillForm(requester, asking);
  await requester.submit();
  if ((await requester.modal())?.callback_id === "new_rail") {
    await requester.choose("Create a second Rail?", ["another"]);
    await requester.submit();
  }
  await requester.waitFor(
    async () => (await requester.modal())?.callback_id === "review_draft",
    "the review",
  );
}

/** The whole way to a request; returns its card. */
export async function ask(requester: Person, asking: Asking): Promise<SeenMessage> {
  await review(requester, asking);
  await requester.submit();
  return cardOf(requester, asking.name);
}

export type Whitelisting = { name: string; reason?: string } & (
  | { network: string; address: string }
  | { iban: string }
);

/** Types `/rail destinations add`, fills the form in and asks; returns its card. */
export async function askToWhitelist(
  requester: Person,
  whitelisting: Whitelisting,
): Promise<SeenMessage> {
  const isWallet = "address" in whitelisting;
  await requester.command(TREASURY, `/rail destinations add ${isWallet ? "wallet" : "bank"}`);
  await requester.waitFor(() => requester.modal(), "the form for a destination");
  await requester.fill("Name", whitelisting.name);
  if (isWallet) await requester.choose("Network", whitelisting.network);
  await requester.fill(
    isWallet ? "Address" : "IBAN",
    isWallet ? whitelisting.address : whitelisting.iban,
  );
  await requester.fill("Reason", whitelisting.reason ?? "A new payee");
  await requester.submit();
  await requester.waitFor(
    async () => (await requester.modal())?.submit?.text === "Send for approval",
    "the check of the form",
  );
  await requester.submit();
  return cardOf(requester, whitelisting.name);
}

/** The newest, if there are several. */
export async function cardOf(reader: Person, name: string): Promise<SeenMessage> {
  return reader.waitFor(
    async () => (await cards(reader)).findLast((card) => plainTextOf(card).includes(name)),
    `the card of ${name}`,
  );
}

/** Every card in the approvals channel, alarms and private answers left out. */
export async function cards(reader: Person): Promise<SeenMessage[]> {
  const seen = await reader.messages(APPROVALS);
  return seen.filter(({ ephemeral, blocks }) => !ephemeral && /^\S+ R-\d+ · /.test(textOf(blocks)));
}

const textOf = (blocks: SeenMessage["blocks"]) => plainTextOf({ blocks: blocks ?? [] });

/** Waits until the card of a request reads so, and returns it. */
export async function cardReading(
  reader: Person,
  name: string,
  words: string,
  withinMs = 30_000,
): Promise<SeenMessage> {
  return reader.waitFor(
    async () => {
      const card = await cardOf(reader, name);
      return plainTextOf(card).includes(words) && card;
    },
    `the card of ${name} to read "${words}"`,
    { withinMs },
  );
}

export const on = ({ ts }: Pick<SeenMessage, "ts">) => ({ channel: APPROVALS, ts });

/** Presses Review on a card; where the value has to be checked first, that is what opens. */
export async function openCheck(approver: Person, card: SeenMessage): Promise<void> {
  await approver.click(on(card), "Review");
  await approver.waitFor(
    async () =>
      ["check_value", "review_request"].includes((await approver.modal())?.callback_id ?? ""),
    "the review of the request",
  );
}

/** Opens the review of a card, past the characters of the value where they are asked for. */
export async function openReview(approver: Person, card: SeenMessage): Promise<void> {
  await openCheck(approver, card);
  if ((await approver.modal())?.callback_id !== "check_value") return;
  await answerQuestion(approver);
  await approver.submit();
}

export async function approve(approver: Person, card: SeenMessage): Promise<Submission> {
  await openReview(approver, card);
  return approver.submit();
}

/** Types the characters that are asked for, from the card, or something else. */
export async function answerQuestion(approver: Person, answer?: string): Promise<void> {
  const view = await approver.modal();
  const question = view?.blocks.find(({ type }) => type === "input");
  const number = /R-\d+/.exec(view?.title?.text ?? "")?.[0];
  const card = (await cards(approver)).findLast((each) =>
    plainTextOf(each).includes(`${number} · `),
  );
  const asked = Number(/^middle_group_(\d+)$/.exec(question?.block_id ?? "")?.[1]);
  if (!question || !card) return;
  const group = valueShown(card.blocks ?? []).slice(asked * 4 - 4, asked * 4);
  await approver.fill(question.block_id, answer ?? group);
  await approver.choose("Where did you check them?", "Contract or invoice");
}

/** The address or IBAN as it stands there for copying. */
function valueShown(blocks: readonly Block[]): string {
  const parts = blocks.flatMap((block) => (block.type === "rich_text" ? block.elements : []));
  const [value] = parts.flatMap((part) =>
    part.type === "rich_text_preformatted" ? part.elements : [],
  );
  return value && "text" in value ? (value.text ?? "") : "";
}

/** The private word that a request was sent, with the buttons of its requester. */
export async function sentWord(requester: Person, card: SeenMessage): Promise<SeenMessage> {
  const number = /R-\d+/.exec(plainTextOf(card))?.[0];
  return requester.waitFor(
    async () =>
      (await whispers(requester, TREASURY)).findLast((each) =>
        plainTextOf(each).includes(`${number} was sent for approval`),
      ),
    `the word that ${number} was sent`,
  );
}

/** Withdraws a request where only its requester can. */
export async function withdraw(requester: Person, card: SeenMessage): Promise<void> {
  const { ts } = await sentWord(requester, card);
  await requester.click({ channel: TREASURY, ts }, "Withdraw");
}

/** What only this person sees in a conversation. */
export async function whispers(reader: Person, channel: string): Promise<SeenMessage[]> {
  return (await reader.messages(channel)).filter(({ ephemeral }) => ephemeral);
}

/** The private answer that an action brings, and no more than one. */
export async function privateAnswer(
  reader: Person,
  channel: string,
  act: () => Promise<unknown>,
): Promise<SeenMessage> {
  const before = (await whispers(reader, channel)).length;
  await act();
  return reader.waitFor(
    async () => (await whispers(reader, channel))[before],
    `a private answer in ${channel}`,
    { withinMs: 20_000 },
  );
}

/** Types a command and reads the private answer. */
export async function answerTo(
  reader: Person,
  line: string,
  channel: string = TREASURY,
): Promise<SeenMessage> {
  return privateAnswer(reader, channel, () => reader.command(channel, line));
}

export async function answerText(reader: Person, line: string): Promise<string> {
  return plainTextOf(await answerTo(reader, line));
}
