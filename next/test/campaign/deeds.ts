import { submitOf } from "../harness/slack-views.ts";
import { WORDS } from "../harness/words.ts";
import { type Card, cardsOf, hasEnded, isAbout, type Wanted } from "./cards.ts";
import { ANA, DEE, MINUTE, TREASURY } from "./company.ts";
import type { Scene } from "./scene.ts";
import type { Person } from "./world/person.ts";
import { read } from "./world/slack-world.ts";

const { buttons, labels, options, states, commands, command } = WORDS;

/** A hold is looked into so often: what stays held then is left alone. */
const MOST_LIFTS = 3;

/** What people do about things that stand: reports, trust, retirements, freezes and settings. */
export function createDeeds({ stage, slack, ...scene }: Scene) {
  const lifts = new Map<string, number>();
  const cards = () => cardsOf({ slack });

  /** What is on top, once it can be submitted. */
  async function submitTop(person: Person, label: string): Promise<boolean> {
    await person.waitFor((view) => submitOf(view) === label);
    const view = person.top();
    if (!view || submitOf(view) !== label) return false;
    return (await person.submit()) !== "lost";
  }

  /** Reports a Rail or removes a destination, as soon as a card of this state stands. */
  async function end(person: Person, state: string, [button, submit]: [string, string]) {
    const find = () => cards().findLast((each) => each.state === state);
    await stage.until(() => find() !== undefined, 4 * MINUTE);
    const card = find();
    if (!card) return;
    person.dismiss();
    if (!(await person.press(card.message, button))) return;
    await person.waitFor((view) => submitOf(view) === submit);
    await person.fill(labels.reason, "The bank called");
    await submitTop(person, submit);
  }

  return {
    report: (person: Person) => end(person, states.payable, [buttons.report, buttons.sendReport]),
    retire: (person: Person) =>
      end(person, states.usable, [buttons.removeFromRegister, buttons.remove]),

    async freeze(person: Person): Promise<void> {
      await person.command(`${command} ${commands.freeze} Phishing`, TREASURY);
    },

    /** From then on somebody whom approvers cannot replace has to agree as well. */
    async changeSettings(person: Person, it: Wanted): Promise<void> {
      person.dismiss();
      const since = stage.mark();
      if (!(await person.command(`${command} ${commands.settings}`, TREASURY))) return;
      const find = () =>
        slack
          .whispersTo(person.id)
          .find((each) => each.seq > since && read(each).header.startsWith("Settings"));
      await stage.until(() => find() !== undefined, 5_000);
      const shown = find();
      if (!shown || !(await person.press(shown, options.addRequirement))) return;
      await person.waitFor((view) => submitOf(view) === buttons.review);
      await person.fill(labels.name, "CFO");
      await person.fill(labels.approvers, [ANA, DEE]);
      await person.fill(labels.needed, "1");
      await person.fill(labels.reason, it.name);
      if (await submitTop(person, buttons.review)) {
        await submitTop(person, buttons.requestApproval);
      }
    },

    /** Asks people to trust a held Rail, unless they are asked already. */
    async lift(person: Person, card: Card): Promise<void> {
      const isOpen = scene.wanted.some(
        (it) => isAbout(it, card) && cards().some((each) => isAbout(it, each) && !hasEnded(each)),
      );
      const tries = lifts.get(card.number) ?? 0;
      if (isOpen || tries >= MOST_LIFTS) return;
      lifts.set(card.number, tries + 1);
      person.dismiss();
      if (!(await person.press(card.message, buttons.liftHold))) return;
      await person.waitFor((view) => submitOf(view) === buttons.review);
      await person.fill(labels.reason, "The bank confirmed it");
      if (await submitTop(person, buttons.review)) {
        await submitTop(person, buttons.requestApproval);
      }
    },
  };
}
