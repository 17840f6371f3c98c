import { HEADER, WORDS } from "../harness/words.ts";
import { APPROVALS } from "./company.ts";
import { type Message, read, type SlackWorld } from "./world/slack-world.ts";

const { states } = WORDS;

/** Something that Ana wants. Its name is its own, so that people and judge know its card. */
export interface Wanted {
  name: string;
  kind: "rail" | "wallet" | "account" | "import" | "settings" | "adopt";
  /** The address or IBAN that it is about. */
  value: string;
  destination: string;
  serviceId: string;
  intent: "approve" | "deny" | "withdraw" | "leave";
}

export interface Card {
  message: Message;
  number: string;
  state: string;
  says: string;
  /** All that its buttons carry. */
  buttons: string;
}

/** The cards that stand in the approvals channel, oldest first. */
export function cardsOf({ slack }: { slack: SlackWorld }): Card[] {
  return slack.messages().flatMap((message) => {
    if (message.channel !== APPROVALS || message.isDeleted || message.threadTs) return [];
    const { header, says, json: buttons } = read(message);
    const [, , number, state] = HEADER.exec(header) ?? [];
    return number && state ? [{ message, number, state, says, buttons }] : [];
  });
}

/** A card quotes its requester with its name; other names in it are those of other things. */
export const isAbout = ({ name }: Wanted, { says }: { says: string }) =>
  says
    .split(`“${name}”`)
    .slice(0, -1)
    .some((before) => /(>:| on R-\d+,) $/.test(before));

const { payable, held, usable, done, denied, withdrawn, expired, refused, closed, removed } =
  states;
const MADE: readonly string[] = [payable, held, usable, done];
const ENDED = [...MADE, denied, withdrawn, expired, refused, closed, removed];
export const hasEnded = ({ state }: Card) => ENDED.includes(state);

/** Who agreed, as the lines of its requirements say: what is between ✓ and the next sign. */
export const agreedOn = ({ says }: Card): string =>
  [...says.matchAll(/✓ ([^·]*)/g)].map(([, people]) => people).join();
