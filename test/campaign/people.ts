import { elementsIn } from "../harness/blocks.ts";
import { type Json, jsonIn, textAt } from "../harness/json.ts";
import { type OpenView, saysOf, submitOf } from "../harness/slack-views.ts";
import { MIDDLE_GROUP, WORDS } from "../harness/words.ts";
import { tagOf } from "./asked.ts";
import { agreedOn, type Card, cardsOf, hasEnded, isAbout, type Wanted } from "./cards.ts";
import { ANA, APPROVERS, BEN, DEE, EVE, LEAVER, MINUTE, TREASURY } from "./company.ts";
import { createDeeds } from "./deeds.ts";
import type { Processes } from "./processes.ts";
import type { Scene } from "./scene.ts";
import { type Act, createPerson, type Delivered, type Person } from "./world/person.ts";
import { newAddress, newIban } from "./world/rail-world.ts";

const { buttons, labels, options, states, commands, command } = WORDS;

/** The command whose form it takes, and the type that is chosen there. */
const FORMS: Partial<Record<Wanted["kind"], [string, string]>> = {
  rail: [commands.newRail, options.onRamp],
  wallet: [commands.addDestination, options.wallet],
  account: [commands.addDestination, options.bankAccount],
  import: [commands.importDestination, options.wallet],
};

/** Slack waits so long for an acknowledgement. */
const ACK_MS = 3_000;

export type People = ReturnType<typeof createPeople>;

/** What the people of one schedule do, each through their own eyes. */
export function createPeople(scene: Scene, processes: Processes) {
  const { stage, rail, slack, history, wanted } = scene;
  const [draw, random] = [scene.random.fork("scene"), scene.random.fork("people")];

  async function deliver(payload: Json, act: Act): Promise<{ body: unknown } | null> {
    const sent = { seq: stage.mark(), at: stage.now() };
    const delivered: Delivered = { ...act, ...sent, answer: undefined, answeredSeq: null };
    history.push(delivered);
    const given: { body: unknown }[] = [];
    const isTwice = scene.state.isTwice || draw.chance(scene.plan.twice);
    processes.deliver(payload, isTwice).then((answer) => answer && given.push(answer));
    await stage.until(() => given.length > 0, ACK_MS);
    const [answer = null] = given;
    if (answer) Object.assign(delivered, { answer: answer.body, answeredSeq: stage.mark() });
    return answer;
  }
  const personOf = (id: string) => createPerson({ id, slack, deliver, until: stage.until });
  const [ana, eve] = [personOf(ANA), personOf(EVE)];
  const approvers = APPROVERS.map(personOf);

  const cardOf = (it: Wanted) => cardsOf(scene).findLast((card) => isAbout(it, card));
  const wantedOf = (card: Card) => wanted.find((each) => isAbout(each, card));
  /** A restored database has forgotten the request: nobody can do anything about its card. */
  const isForgotten = (card: Card) => {
    const requests = history.filter(({ label }) => label === buttons.requestApproval);
    const request = requests.find((each) => card.buttons.includes(each.about.request));
    return request !== undefined && scene.isLost(request);
  };

  async function fillIn(it: Wanted): Promise<boolean> {
    const [line = "", type = ""] = FORMS[it.kind] ?? [];
    if (!(await ana.command(`${command} ${line}`, TREASURY))) return false;
    if (!(await ana.waitFor((open) => elementsIn(open.view).length > 0))) return false;
    await ana.fill(labels.type, type);
    // Where a form has no such input, nothing is filled in.
    for (const label of [labels.address, labels.iban]) await ana.fill(label, it.value);
    await ana.fill(labels.destination, it.destination);
    await ana.fill(labels.serviceId, it.serviceId);
    await ana.fill(labels.name, it.name);
    await ana.fill(labels.reason, "Salaries");
    await ana.submit();
    await ana.waitFor((open) => submitOf(open) === buttons.requestApproval);
    await ana.fill(labels.secondRail, options.anotherRail);
    const review = ana.top();
    if (!review || submitOf(review) !== buttons.requestApproval) return false;
    // Where hers is not offered the form may have chosen the only one that is: she reads it.
    if (it.kind === "rail" && !saysOf(review).includes(it.destination)) return false;
    return (await ana.submit()) === "closed";
  }

  /** The view behind a button of a card. */
  async function open(person: Person, { message }: Card, button: string): Promise<OpenView | null> {
    person.dismiss();
    if (!(await person.press(message, button))) return null;
    await person.waitFor((view) => submitOf(view) !== "");
    return person.top() ?? null;
  }

  /** Answers the question, where there is one, and agrees to what the review shows. */
  async function agree(person: Person, card: Card, button: string): Promise<void> {
    const view = await open(person, card, button);
    if (!view) return;
    await think();
    const labelled = elementsIn(view.view).map(({ label }) => label);
    const question = labelled.find((label) => MIDDLE_GROUP.test(label));
    if (question) {
      const [, from, to] = MIDDLE_GROUP.exec(question) ?? [];
      const says = saysOf(view);
      // Where the destination was removed meanwhile, only the Rail's own name says where it leads.
      const isIn = (each: Wanted) => says.includes(each.destination) || says.includes(each.name);
      const known = wanted.findLast(isIn);
      await person.fill(question, known?.value.slice(Number(from) - 1, Number(to)) ?? "");
      await person.fill(labels.checkedIn, "");
      await person.submit();
      await person.waitFor((next) => submitOf(next) !== buttons.next);
    }
    const shown = person.top();
    if (shown && submitOf(shown) === buttons.approve) await person.submit();
  }

  /** Says of a request that is stuck what the service shows, as far as anybody can see it. */
  async function answer(person: Person, card: Card): Promise<void> {
    const view = await open(person, card, buttons.answer);
    if (!view) return;
    // Whoever looks at the service finds the Rail by what is stored with it.
    const request = textAt(jsonIn(textAt(view.view, "private_metadata")), "request");
    const own = rail.rails().find(({ post }) => post && tagOf(post)?.id === request);
    const offers = (choice: string) => saysOf(view).includes(choice);
    const isKnown = own && own.flaw !== "id-hidden" && offers(options.itExists);
    const otherwise = offers(options.approveAgain) ? options.approveAgain : options.close;
    await person.fill(labels.answer, isKnown ? options.itExists : otherwise);
    if (own && isKnown) await person.fill(labels.railId, own.id);
    await person.submit();
  }

  const think = () => stage.wait(null, random.below(4_000));

  /** Without the other two Ben's request would wait for nobody. */
  const isAsking = ({ id }: Person) => id === ANA || (id === BEN && !slack.state.gone.has(LEAVER));

  async function attend(person: Person): Promise<void> {
    await think();
    const cards = cardsOf(scene);
    const isNamed = cards.some(
      (card) => card.state === states.done && wantedOf(card)?.kind === "settings",
    );
    if (person === eve && !isNamed) return;
    const isApprover = person !== ana && !slack.state.gone.has(person.id);
    for (const card of cards) {
      if (isForgotten(card)) continue;
      const { state } = card;
      const intent = state === states.waiting ? wantedOf(card)?.intent : undefined;
      if (state === states.sendingStopped && isApprover) {
        // First they find out what happened.
        const isYoung = stage.now() - Number(card.message.ts) * 1_000 < MINUTE;
        if (!isYoung) await agree(person, card, buttons.reviewToResume);
      } else if (state === states.needsReview && isApprover) {
        await answer(person, card);
      } else if (state === states.held && isAsking(person)) {
        await deeds.lift(person, card);
      } else if (intent === "withdraw" && !isApprover) {
        await deeds.end(person, card, buttons.withdraw);
      } else if (intent === "deny" && person.id === LEAVER) {
        await deeds.end(person, card, buttons.deny);
      } else if (intent === "approve" && isApprover && !agreedOn(card).includes(person.id)) {
        await agree(person, card, buttons.review);
      }
    }
  }

  function want(kind: Wanted["kind"], intent: Wanted["intent"]): Wanted {
    const value = kind === "account" ? newIban(random) : newAddress(random);
    const name = `${kind === "rail" ? "Float" : "Place"} ${wanted.length + 1}`;
    const wallet = { name, network_id: "SOLANA_DEVNET", address: value };
    const place = kind === "import" ? rail.register("/wallets", wallet) : {};
    const to = wanted.find((each) => each.kind === "wallet") ?? { name, value };
    const of = kind === "rail" || kind === "adopt" ? to : { name, value };
    const destination = { destination: of.name, value: of.value };
    const it = { name, kind, intent, serviceId: textAt(place, "id"), ...destination };
    wanted.push(it);
    return it;
  }

  const deeds = createDeeds(scene, personOf, want);

  return {
    want,

    /** Asks for it, again where nothing came of it. True once its card stands. */
    async ask(it: Wanted): Promise<boolean> {
      for (let tries = 0; tries < 6; tries += 1) {
        if (await fillIn(it)) await stage.until(() => cardOf(it) !== undefined, 90_000);
        if (cardOf(it)) return true;
        ana.dismiss();
        await stage.wait(null, 20_000);
      }
      return false;
    },

    /** Approvers look around every few seconds. */
    async attendWhile(isSo: () => boolean): Promise<void> {
      await Promise.all(
        [...approvers, eve].map(async (person) => {
          while (isSo()) {
            await attend(person);
            await stage.wait(null, 1_000 + random.below(20_000));
          }
        }),
      );
    },

    /** In the midst of it all somebody changes their mind, or finds something wrong. */
    async meanwhile(what: string): Promise<void> {
      const card = cardsOf(scene).findLast((each) => !hasEnded(each) && wantedOf(each));
      if (what === "deny" && card) await deeds.end(personOf(DEE), card, buttons.deny);
      if (what === "withdraw" && card) await deeds.end(ana, card, buttons.withdraw);
      await deeds.meanwhile[what]?.();
    },

    /** All look around ever more rarely, until all has ended and nothing more was called for. */
    async untilAllEnded(): Promise<void> {
      for (const minutes of [0.5, 0.5, 1, 5, 12, 61, 1, 5, 61, 5, 24 * 60, 5, 50 * 60, 5]) {
        await Promise.all([ana, eve, ...approvers].map(attend));
        // Hours are too long to be lived through: it is as if the machines had slept.
        if (minutes > 60) await processes.sleep(minutes * MINUTE);
        else await stage.wait(null, minutes * MINUTE);
        const isOver = cardsOf(scene).every((card) => hasEnded(card) || isForgotten(card));
        if (isOver && scene.isCalm()) return;
      }
    },
  };
}
