import * as acme from "../../src/sandbox/slack-workspace/seed.ts";
import { type Person, reads } from "../harness/person.ts";
import { openRailFront, type RailFront } from "../harness/rail-front.ts";
import { type StartProcess, startProcess } from "../harness/seam.ts";
import { COMPANY, openStage, type Stage, type StageOptions } from "../harness/stage.ts";
import { HEADER, WORDS } from "../harness/words.ts";
import { answerQuestion, topOf } from "./top-of.ts";

export const { ANA, APPROVALS, BEN, CAL, DEE, TREASURY } = acme;
export const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
export const IBAN = "GB29NWBK60161331926819";

const { buttons, labels, options, states, commands, command } = WORDS;

/** A Rail as the service shows it. */
export interface ShownRail {
  id: string;
  type: string;
  source: { bank_account?: { iban: string; reference: string }; wallet?: { address: string } };
  destination: { bank_account?: { iban: string }; wallet?: { address: string } };
  metadata: { external_id: string[] | null };
}

type NewDestination = Partial<Record<"by" | "name" | "wallet" | "iban", string>>;

/** `destination` as the menu shows it; `channel` is where it is asked for. */
type NewRail = { type?: "on" | "off" } & Partial<
  Record<"by" | "destination" | "name" | "reference" | "channel", string>
>;

/** Acme's people at work, with a front before their Rail service that can answer wrongly. */
export type Team = Stage & ReturnType<typeof stepsOn> & { front: RailFront };

export async function openTeam(given: StageOptions = {}): Promise<Team> {
  await using opening = new AsyncDisposableStack();
  const front = opening.use(await openRailFront());
  const env = { RAIL_API_URL: front.baseUrl, ...given.env };
  const start = given.loops ? given.start : hasten(given.start ?? startProcess);
  const stage = opening.use(await openStage({ ...given, env, ...(start && { start }) }));
  front.passTo(stage.rails.baseUrl);
  const opened = opening.move();
  const close = () => opened.disposeAsync();
  return { ...stage, ...stepsOn(stage), front, [Symbol.asyncDispose]: close };
}

/** The same, with Treasury's cold wallet, to which one approver agreed. */
export async function openRegistered(given: StageOptions = {}): Promise<Team> {
  const env = { DESTINATION_APPROVALS_REQUIRED: "1", ...given.env };
  const team = await openTeam({ ...given, env });
  await team.register();
  return team;
}

/** One approval is enough for a Rail. */
export const QUICK = { env: { APPROVALS_REQUIRED: "1" } };

/** The pauses between the tries of one call take no time. */
function hasten(start: StartProcess): StartProcess {
  return (env, { wait, ...outside }, options) =>
    start(env, { ...outside, wait: (ms, end) => wait(ms > 1_000 ? ms : 0, end) }, options);
}

/** What people do again and again, and what they see of it, through what Slack shows them. */
export function stepsOn(stage: Stage) {
  /** All cards in a channel, as somebody sees them, oldest first. */
  async function cards(channel = APPROVALS, by = BEN) {
    const messages = await stage.as(by).messages(channel);
    return messages.flatMap((message) => {
      const text = reads(message);
      const [, , number = "", state = ""] = HEADER.exec(text.split("\n")[0] ?? "") ?? [];
      return number === "" ? [] : [{ channel, ts: message.ts, text, state, number }];
    });
  }

  /** The card of a request, once it says this. */
  const card = (number: string, state?: string) =>
    stage.until(
      async () => {
        const found = (await cards()).find((each) => each.number === number);
        if (!found) throw new Error(`No card of ${number}`);
        if (state !== undefined && found.state !== state) throw new Error(`It is ${found.text}`);
        return found;
      },
      `${number} ${state ?? ""}`,
    );

  /** All cards of a request in a channel: one, if all is well. */
  const cardsOf = async (number: string, channel?: string, by?: string) =>
    (await cards(channel, by)).filter((each) => each.number === number);

  /** The modal on top, once there is one. */
  const opened = (person: Person) =>
    stage.until(async () => {
      const modal = await person.modal();
      if (!modal) throw new Error("No form is open");
      return modal;
    }, `a form for ${person.id}`);

  /** Opens the form behind a button: on a request's card, or on another message. */
  async function openFrom(
    by: string,
    at: string | { channel: string; ts: string },
    button: string,
  ): Promise<Person> {
    const person = stage.as(by);
    await person.press(typeof at === "string" ? await card(at) : at, button);
    await opened(person);
    return person;
  }

  /** Opens a form by a command, and fills it in. */
  async function fillIn(
    line: string,
    fields: Readonly<Record<string, string>> = {},
    { by = ANA, channel = TREASURY } = {},
  ): Promise<Person> {
    const person = stage.as(by);
    await person.say(channel, `${command} ${line}`);
    await opened(person);
    for (const [label, value] of Object.entries(fields)) await person.fill(label, value);
    return person;
  }

  async function submit(person: Person) {
    const submission = await person.submit();
    await stage.settle();
    return submission;
  }

  /** Submits a form and then its review. Where the route exists already, people want another. */
  async function submitTwice(person: Person): Promise<void> {
    await person.submit();
    if ((await topOf(person)).includes(options.anotherRail)) {
      await person.fill(labels.secondRail, [options.anotherRail]);
    }
    await submit(person);
  }

  /** The same. The number of the request that this makes. */
  async function sendForApproval(person: Person): Promise<string> {
    const before = (await cards()).map(({ number }) => number);
    await submitTwice(person);
    const { number } = await stage.until(async () => {
      const [made] = (await cards()).filter((each) => !before.includes(each.number));
      if (!made) throw new Error(`Nothing was asked for: ${await topOf(person)}`);
      return made;
    }, "a new card");
    return number;
  }

  /** Asks for a destination. The number of its request. */
  async function askForDestination(given: NewDestination = {}): Promise<string> {
    const { by = ANA, name = "Treasury cold wallet", wallet = WALLET, iban } = given;
    const value =
      iban === undefined
        ? { [labels.address]: wallet }
        : { [labels.type]: options.bankAccount, [labels.iban]: iban };
    const texts = { [labels.name]: name, [labels.reason]: "For the campaign of spring" };
    return sendForApproval(await fillIn(commands.addDestination, { ...value, ...texts }, { by }));
  }

  /** The form of a Rail, filled in. */
  function fillInRail(given: NewRail = {}): Promise<Person> {
    const { by = ANA, type = "on", name = "Payroll float", reference, channel = TREASURY } = given;
    const { destination = type === "on" ? "Treasury cold wallet" : "Operating account" } = given;
    const fields = {
      ...{ [labels.destination]: destination, [labels.name]: name },
      [labels.reason]: "Funds the payroll run.",
      ...(reference !== undefined && { [labels.reference]: reference }),
    };
    return fillIn(`${commands.newRail} ${type}`, fields, { by, channel });
  }

  /** Asks for a Rail. The number of the request. */
  const askForRail = async (rail: NewRail = {}) => sendForApproval(await fillInRail(rail));

  /** Opens the review of a request, and answers the question before it. */
  async function review(by: string, at: Parameters<typeof openFrom>[1], record: string = WALLET) {
    const person = await openFrom(by, at, buttons.review);
    await answerQuestion(person, record);
    return person;
  }

  const approve = async (by: string, number: string, record?: string) =>
    void (await submit(await review(by, number, record)));

  /** As many as are needed: two, unless the environment says one. */
  async function approveAll(
    number: string,
    record?: string,
    needed = stage.env.APPROVALS_REQUIRED ?? "2",
  ): Promise<void> {
    for (const by of [BEN, CAL].slice(0, Number(needed))) await approve(by, number, record);
  }

  return {
    ...{ cards, card, cardsOf, opened, openFrom, fillIn, submit, submitTwice },
    ...{ sendForApproval, askForDestination, fillInRail, askForRail, review, approve, approveAll },

    /** Registers a destination. */
    async register(destination: NewDestination = {}): Promise<string> {
      const number = await askForDestination(destination);
      const { iban, wallet = WALLET } = destination;
      await approveAll(number, iban ?? wallet, stage.env.DESTINATION_APPROVALS_REQUIRED);
      await card(number, states.usable);
      return number;
    },

    async deny(by: string, at: Parameters<typeof openFrom>[1], reason = "Wrong entity") {
      const person = await openFrom(by, at, buttons.deny);
      await person.fill(labels.reason, reason);
      await submit(person);
    },

    async withdraw(number: string): Promise<void> {
      await submit(await openFrom(ANA, number, buttons.withdraw));
    },

    /** Answers what Signalbox could not find out. What is then to be read, empty once it is taken. */
    async answerStuck(number: string, answer: string, railId?: string): Promise<string> {
      const person = await openFrom(BEN, number, buttons.answer);
      await person.fill(labels.answer, answer);
      if (railId !== undefined) await person.fill(labels.railId, railId);
      await submit(person);
      const said = await topOf(person);
      await person.close("all");
      return said;
    },

    /** The last private answer to a person in a conversation. */
    async told(by: string, channel: string): Promise<string> {
      await stage.settle();
      const own = (await stage.as(by).messages(channel)).filter(({ ephemeral }) => ephemeral);
      return own.map(reads).at(-1) ?? "";
    },

    /** How many calls of an operation arrived at the service. */
    countCalls: (operation: string) =>
      stage.rails.calls().filter(({ method, path }) => `${method} ${path}` === operation).length,

    // A boundary: the sandbox's service is not typed.
    madeRails: () => stage.rails.rails(COMPANY.name) as readonly ShownRail[],

    /** The deposit instructions of a Rail that people see where it was asked for. */
    async instructionsOf(number: string): Promise<string[]> {
      const texts = (await stage.as(ANA).messages(TREASURY)).map(reads);
      return texts.filter((text) => text.split("\n")[0]?.endsWith(`into Rail ${number}`));
    },
  };
}
