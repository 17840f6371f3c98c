import { submitOf } from "../harness/slack-views.ts";
import { WORDS } from "../harness/words.ts";
import { entryOf } from "./asked.ts";
import { agreedOn, type Card, cardsOf, hasEnded, isAbout, type Wanted } from "./cards.ts";
import { ANA, BEN, DEE, EVE, FURTHER, LEAVER, MINUTE, TREASURY } from "./company.ts";
import type { Scene } from "./scene.ts";
import type { Person } from "./world/person.ts";
import type { HeldRail } from "./world/rail-world.ts";
import { read, type Whisper } from "./world/slack-world.ts";

const { buttons, labels, options, states, commands, command } = WORDS;

/** A hold is looked into so often: what stays held then is left alone. */
const MOST_LIFTS = 3;

/** Why somebody is taken out: the card that announces it quotes it. */
export const LEFT = "Has left the company";

/** What people do about things that stand: reports, trust, retirements, freezes and settings. */
export function createDeeds(
  { stage, slack, rail, wanted, plan, random }: Scene,
  personOf: (id: string) => Person,
  want: (kind: Wanted["kind"], intent: Wanted["intent"]) => Wanted,
) {
  const lifts = new Map<string, number>();
  const draw = random.fork("deeds");
  const [ana, eve, ben] = [personOf(ANA), personOf(EVE), personOf(BEN)];
  const [leaver, dee] = [personOf(LEAVER), personOf(DEE)];
  const cards = () => cardsOf({ slack });

  /** What is to be found, as soon as it is there. */
  async function untilFound<T>(find: () => T | undefined, ms: number): Promise<T | undefined> {
    await stage.until(() => find() !== undefined, ms);
    return find();
  }

  const cardIn = (state: string) =>
    untilFound(() => cards().findLast((each) => each.state === state), 10 * MINUTE);

  /** What is on top, once it can be submitted. */
  async function submitTop(person: Person, label: string) {
    await person.waitFor((view) => submitOf(view) === label);
    const view = person.top();
    return view && submitOf(view) === label ? person.submit() : "lost";
  }

  /** Fills a form in, and asks for what its review shows. */
  async function askFor(person: Person, fields: Record<string, string | readonly string[]>) {
    await person.waitFor((view) => submitOf(view) === buttons.review);
    for (const [label, input] of Object.entries(fields)) await person.fill(label, input);
    if ((await submitTop(person, buttons.review)) !== "shown") return;
    await submitTop(person, buttons.requestApproval);
  }

  /** Presses a button of the private answer to a command that says this. */
  async function pressAfter(person: Person, words: string, says: string, button: string) {
    person.dismiss();
    const since = stage.mark();
    if (!(await person.command(`${command} ${words}`, TREASURY))) return false;
    const isIt = (each: Whisper) => each.seq > since && read(each).says.includes(says);
    const shown = await untilFound(() => slack.whispersTo(person.id).find(isIt), 5_000);
    return shown !== undefined && person.press(shown, button);
  }

  const pressInSettings = (person: Person, button: string) =>
    pressAfter(person, commands.settings, "Settings · version", button);

  /** Denies, withdraws, reports or removes, once the reason is written. */
  async function end(
    person: Person,
    { message }: Card,
    button: string,
    writing?: () => Promise<unknown>,
  ): Promise<void> {
    person.dismiss();
    if (!(await person.press(message, button))) return;
    await person.waitFor((view) => submitOf(view) !== "");
    const view = person.top();
    await person.fill(labels.reason, "The bank called");
    await writing?.();
    if (view && person.top() === view) await person.submit();
  }

  /** And looks at it again. */
  async function report(person: Person, writing?: () => Promise<unknown>): Promise<void> {
    const card = await cardIn(states.payable);
    if (!card) return;
    await end(person, card, buttons.report, writing);
    await stage.wait(null, 12_000);
    await person.command(`${command} ${commands.show} ${card.number}`, TREASURY);
  }

  /** Whether that was done. */
  async function takeOut(whom: string): Promise<boolean> {
    if (!(await pressInSettings(dee, buttons.takeOut))) return false;
    await dee.waitFor((view) => submitOf(view) === buttons.takeOutNow);
    await dee.fill(labels.person, [whom]);
    await dee.fill(labels.reason, LEFT);
    return (await submitTop(dee, buttons.takeOutNow)) === "closed";
  }

  /** In the midst of it all, by the names that a plan has for it. */
  const meanwhile: Record<string, () => Promise<unknown>> = {
    /** One writes until the other's report is about to be settled, or reports what was trusted. */
    async report() {
      const untilAsked = async () => {
        await stage.until(() => lifts.size > 0, 8 * MINUTE);
        await stage.wait(null, draw.below(20_000));
      };
      const isLate = draw.chance(0.5);
      await Promise.all([report(ben), isLate && report(eve, untilAsked)]);
      await stage.wait(null, MINUTE);
      if (!isLate) await report(eve);
    },

    async retire() {
      const card = await cardIn(states.usable);
      if (card) await end(dee, card, buttons.removeFromRegister);
    },

    /** Once somebody agreed to resume the same one or another does it again. */
    freeze() {
      const freeze = () =>
        draw.pick([eve, leaver]).command(`${command} ${commands.freeze} Phishing`, TREASURY);
      const isAgreed = (card: Card) =>
        card.state === states.sendingStopped && agreedOn(card) !== "";
      const isAgain = draw.chance(0.6);
      if (isAgain) void stage.until(() => cards().some(isAgreed), 2 * MINUTE).then(freeze);
      return freeze();
    },

    /** Somebody else has to agree from then on. Of two drawn against the same version one is void. */
    async settings() {
      if (wanted.some(({ kind }) => kind === "settings")) return;
      const changes = [want("settings", "approve")];
      if (draw.chance(0.3)) changes.push(want("settings", "approve"));
      for (const { name } of changes) {
        if (!(await pressInSettings(eve, options.addRequirement))) continue;
        const who = { [labels.approvers]: FURTHER, [labels.needed]: "1" };
        await askFor(eve, { [labels.name]: `CFO ${name}`, ...who, [labels.reason]: name });
      }
      const isDone = (card: Card) =>
        card.state === states.done && changes.some((it) => isAbout(it, card));
      await stage.until(() => cards().some(isDone), 4 * MINUTE);
      await stage.wait(null, draw.below(2 * MINUTE));
      // Without a second one too few remain.
      if (draw.chance(0.6) && (await takeOut(EVE))) await takeOut(ANA);
    },

    /** Others make a Rail at the service; somebody finds it, and asks people to trust it. */
    async adopt() {
      const [wallet_id] = rail.posts().find(({ path }) => path === "/wallets")?.made ?? [];
      const ends = { source: { asset: "GBP" }, destination: { asset: "GBPA", wallet_id } };
      const { id } = rail.makeElsewhere({ type: "ON_RAMP", ...ends });
      await stage.wait(null, 5 * MINUTE);
      const { name } = want("adopt", "approve");
      const person = draw.pick([ana, ben]);
      if (!(await pressAfter(person, `${commands.show} ${id}`, id, buttons.trust))) return;
      await askFor(person, { [labels.name]: name, [labels.reason]: "The bank made it for us" });
    },

    /** The service shows another account for a Rail into which people are told to pay; again. */
    async change() {
      // What a restored database has forgotten it cannot compare.
      if (plan.faults.some(({ fault }) => /restored|failed-over/.test(fault))) return;
      for (const times of [0, 1]) {
        const isIt = (each: HeldRail) =>
          each.former.length >= times &&
          slack.messages().some((message) => read(message).bare.includes(entryOf(each)));
        const patience = (4 + 26 * times) * MINUTE;
        const found = await untilFound(() => rail.rails().findLast(isIt), patience);
        if (found) rail.change(found);
      }
    },
  };

  return {
    end,
    meanwhile,

    /** Asks people to trust a held Rail, unless they are asked already. */
    async lift(person: Person, card: Card): Promise<void> {
      const isOpen = wanted.some(
        (it) => isAbout(it, card) && cards().some((each) => isAbout(it, each) && !hasEnded(each)),
      );
      const tries = lifts.get(card.number) ?? 0;
      if (isOpen || tries >= MOST_LIFTS) return;
      lifts.set(card.number, tries + 1);
      person.dismiss();
      if (!(await person.press(card.message, buttons.liftHold))) return;
      await askFor(person, { [labels.reason]: "The bank confirmed it" });
    },
  };
}
