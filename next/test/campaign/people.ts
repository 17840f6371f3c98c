import { HEADER, MIDDLE_GROUP, WORDS } from "../harness/words.ts";
import { APPROVALS, LEAVER, MINUTE, TREASURY } from "./company.ts";
import type { Intent } from "./plan.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import { elementsIn } from "./world/blocks.ts";
import { textAt } from "./world/json.ts";
import type { Person } from "./world/person.ts";
import { newAddress, newIban } from "./world/rail-values.ts";
import { saysOf, submitOf } from "./world/slack-views.ts";
import type { Message } from "./world/slack-world.ts";
import { read } from "./world/slack-world.ts";

const { buttons, labels, options, states, commands, command } = WORDS;

/** Something that Ana wants. Its name is its own, so that people and judge know its card. */
export interface Wanted {
  name: string;
  kind: "rail" | "wallet" | "account" | "import";
  /** The address or IBAN that it is about. */
  value: string;
  destination: string;
  serviceId: string;
  intent: Intent;
}

export interface Card {
  message: Message;
  isRail: boolean;
  number: string;
  state: string;
  says: string;
}

/** The cards that stand in the approvals channel, oldest first. */
export function cardsOf({ slack }: Pick<Scene, "slack">): Card[] {
  return slack.messages().flatMap((message) => {
    if (message.channel !== APPROVALS || message.isDeleted || message.threadTs) return [];
    const { header, says } = read(message);
    const [, noun, number, state] = HEADER.exec(header) ?? [];
    const isRail = noun === "Rail ";
    return number && state ? [{ message, isRail, number, state, says }] : [];
  });
}

const ENDED: readonly string[] = [
  ...[states.payable, states.held, states.usable, states.done, states.denied, states.withdrawn],
  ...[states.expired, states.refused, states.closed],
];
export const hasEnded = ({ state }: Card) => ENDED.includes(state);

/** What the people of one schedule do, each through their own eyes. */
export function createPeople(scene: Scene, random: Random) {
  const { stage, rail, ana, approvers } = scene;
  const wanted: Wanted[] = [];

  /** A Rail's card also names its destination, which has a card of its own. */
  const isOf = ({ isRail, says }: Card, { kind, name }: Wanted) =>
    isRail === (kind === "rail") && says.includes(name);
  const cardOf = (it: Wanted) => cardsOf(scene).findLast((card) => isOf(card, it));
  const wantedOf = (card: Card) => wanted.find((each) => isOf(card, each));
  /** A restored database has forgotten the request: nobody can do anything about its card. */
  const isForgotten = (card: Card) => {
    const it = wantedOf(card);
    const request = scene.history.find(
      ({ label, says }) => it && label === buttons.requestApproval && says.includes(it.name),
    );
    return request !== undefined && scene.isLost(request);
  };

  function want(kind: Wanted["kind"], intent: Intent): Wanted {
    const value = kind === "account" ? newIban(random) : newAddress(random);
    const name = `${kind === "rail" ? "Float" : "Place"} ${wanted.length + 1}`;
    const wallet = { name, network_id: "SOLANA_DEVNET", address: value };
    const place = kind === "import" ? rail.register("/wallets", wallet) : {};
    const to = wanted.find((each) => each.kind === "wallet") ?? { name, value };
    const of =
      kind === "rail" ? { destination: to.name, value: to.value } : { destination: name, value };
    const made = { name, kind, intent, serviceId: textAt(place, "id"), ...of };
    wanted.push(made);
    return made;
  }

  /** Asks for it, again where nothing came of it. True once its card stands. */
  async function ask(it: Wanted): Promise<boolean> {
    for (let tries = 0; tries < 6; tries += 1) {
      if (await fillIn(it)) await stage.until(() => cardOf(it) !== undefined, 90_000);
      if (cardOf(it)) return true;
      ana.dismiss();
      await stage.wait(null, 20_000);
    }
    return false;
  }

  async function fillIn(it: Wanted): Promise<boolean> {
    const line = {
      rail: commands.newRail,
      wallet: commands.addDestination,
      account: commands.addDestination,
      import: commands.importDestination,
    }[it.kind];
    if (!(await ana.command(`${command} ${line}`, TREASURY))) return false;
    if (!(await ana.waitFor((open) => elementsIn(open.view).length > 0))) return false;
    const type = it.kind === "account" ? options.bankAccount : options.wallet;
    await ana.fill(labels.type, it.kind === "rail" ? options.onRamp : type);
    if (it.kind === "rail") await ana.fill(labels.destination, it.destination);
    else await ana.fill(it.kind === "account" ? labels.iban : labels.address, it.value);
    if (it.kind === "import") await ana.fill(labels.serviceId, it.serviceId);
    await ana.fill(labels.name, it.name);
    await ana.fill(labels.reason, "Salaries");
    await ana.submit();
    const isReview = () => ana.waitFor((open) => submitOf(open) === buttons.requestApproval);
    if (!(await isReview())) return false;
    await ana.fill(labels.secondRail, options.anotherRail);
    return (await ana.submit()) === "closed";
  }

  /** Opens the review behind a card's button, answers its question, and agrees to what it shows. */
  async function agree(person: Person, { message }: Card, button: string): Promise<boolean> {
    person.dismiss();
    if (!(await person.press(message, button)) || !(await person.waitFor(() => true))) return false;
    await think();
    const labelled = elementsIn(person.top()?.view).map(({ label }) => label);
    const question = labelled.find((label) => MIDDLE_GROUP.test(label));
    if (question) {
      const [, from, to] = MIDDLE_GROUP.exec(question) ?? [];
      const says = saysOf(person.top() ?? Object(null));
      const known = wanted.findLast(({ destination }) => says.includes(destination));
      await person.fill(question, known?.value.slice(Number(from) - 1, Number(to)) ?? "");
      await person.fill(labels.checkedIn, "");
      if ((await person.submit()) !== "shown") return false;
      await person.waitFor((open) => submitOf(open) !== buttons.next);
    }
    const shown = person.top();
    if (!shown || submitOf(shown) !== buttons.approve) return false;
    return (await person.submit()) === "closed";
  }

  /** Deny or withdraw: a button, then a reason. */
  async function end(person: Person, card: Card, button: string): Promise<boolean> {
    person.dismiss();
    if (!(await person.press(card.message, button))) return false;
    if (!(await person.waitFor((open) => submitOf(open) !== ""))) return false;
    await person.fill(labels.reason, "Wrong entity");
    return (await person.submit()) === "closed";
  }

  /** Says of a request that is stuck what the service shows, as far as anybody can see it. */
  async function answer(person: Person, card: Card): Promise<boolean> {
    person.dismiss();
    if (!(await person.press(card.message, buttons.answer))) return false;
    if (!(await person.waitFor((open) => submitOf(open) !== ""))) return false;
    const own = rail.rails().find(({ id, post, shown }) => {
      const isTaken = cardsOf(scene).some(({ says }) => says.includes(id));
      const isIt = textAt(post?.body, "destination", "wallet_id") !== "" && shown.length >= 0;
      return isIt && !isTaken && itsName(post?.body) === wantedOf(card)?.value;
    });
    const says = saysOf(person.top() ?? Object(null));
    const choices = [options.itExists, options.approveAgain, options.close];
    const offered = choices.filter((each) => says.includes(each));
    const isKnown = own && !own.isIdHidden && offered.includes(options.itExists);
    const others = offered.filter((each) => each !== options.itExists);
    const choice = isKnown ? options.itExists : (others[0] ?? options.close);
    await person.fill(labels.answer, choice);
    if (own && isKnown) await person.fill(labels.railId, own.id);
    await person.fill(labels.reason, "Looked at the service");
    return (await person.submit()) === "closed";
  }

  const itsName = (body: unknown) =>
    textAt(rail.place(textAt(body, "destination", "wallet_id")), "address");

  /** One look around: everybody does what the cards ask of them. */
  async function round(): Promise<void> {
    await Promise.all([ana, ...approvers].map(attend));
  }

  const think = () => stage.wait(null, random.below(4_000));

  async function attend(person: Person): Promise<void> {
    await think();
    for (const card of cardsOf(scene)) {
      if (isForgotten(card)) continue;
      const intent = wantedOf(card)?.intent;
      const isApprover = person !== ana && !scene.gone.has(person.id);
      if (card.state === states.sendingStopped && isApprover) {
        await agree(person, card, buttons.reviewToResume);
      } else if (card.state === states.needsReview && isApprover) {
        await answer(person, card);
      } else if (card.state === states.waiting && intent === "withdraw" && !isApprover) {
        await end(person, card, buttons.withdraw);
      } else if (card.state === states.waiting && intent === "deny" && person.id === LEAVER) {
        await end(person, card, buttons.deny);
      } else if (card.state === states.waiting && intent === "approve" && isApprover) {
        const hasAgreed = card.says.includes(`✓ <@${person.id}>`);
        if (!hasAgreed) await agree(person, card, buttons.review);
      }
    }
  }

  return {
    ...{ wanted, want, ask, round, cardOf },

    /** Approvers look around every few seconds. */
    async attendWhile(isSo: () => boolean): Promise<void> {
      await Promise.all(
        approvers.map(async (person) => {
          while (isSo()) {
            await attend(person);
            await stage.wait(null, 1_000 + random.below(20_000));
          }
        }),
      );
    },

    /** In the midst of it all somebody changes their mind. */
    async meanwhile(what: "deny" | "withdraw"): Promise<void> {
      const card = cardsOf(scene).findLast((each) => !hasEnded(each) && wantedOf(each));
      if (!card) return;
      const [, , dee = ana] = approvers;
      if (what === "deny") await end(dee, card, buttons.deny);
      else await end(ana, card, buttons.withdraw);
    },

    /** Looks around ever more rarely, until everything has ended and nothing more was called for. */
    async untilAllEnded(): Promise<void> {
      for (const minutes of [0.5, 0.5, 1, 5, 12, 61, 1, 5, 61, 5, 24 * 60, 5, 50 * 60, 5]) {
        await round();
        // Hours are too long to be lived through: it is as if the machines had slept.
        if (minutes > 60) await stage.aside(stage.jump(minutes * MINUTE));
        else await stage.wait(null, minutes * MINUTE);
        if (minutes > 60) scene.roughFor(20_000);
        const open = cardsOf(scene).filter((card) => !hasEnded(card) && !isForgotten(card));
        if (open.length === 0 && scene.isCalm()) return;
      }
    },

    isCalledFor: ({ message }: Card) =>
      scene.slack
        .messages()
        .some(({ threadTs, isDeleted }) => threadTs === message.ts && !isDeleted),
  };
}

export type People = ReturnType<typeof createPeople>;
