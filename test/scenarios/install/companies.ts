import { ACME, ANA, APPROVALS, BEN, CAL, DEE } from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  GIA,
  GLOBEX,
  GLOBEX_TREASURY,
  HAL,
} from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import { listenToNews } from "../../harness/news.ts";
import { createPerson, type Person, reads } from "../../harness/person.ts";
import { twoCompanies } from "../../harness/seam.ts";
import { COMPANY, openStage, type StageOptions } from "../../harness/stage.ts";
import { HEADER, WORDS } from "../../harness/words.ts";
import { answerQuestion, topOf } from "../top-of.ts";
import { beginInstallation, openTokenPage } from "./browser.ts";

const { command, buttons, labels, commands, options } = WORDS;

/** A company: its workspace, an administrator, who approves, and where. */
export interface Company {
  name: string;
  team: string;
  admin: string;
  requester: string;
  approvers: readonly string[];
  needed: string;
  channel: string;
  token: string;
}

export const acme: Company = {
  ...{ name: "Acme", team: ACME, admin: BEN, requester: ANA, approvers: [BEN, CAL, DEE] },
  ...{ needed: "2", channel: APPROVALS, token: COMPANY.token },
};
export const globex: Company = {
  ...{ name: "Globex", team: GLOBEX, admin: GIA, requester: HAL, approvers: [GIA, HAL] },
  ...{ needed: "1", channel: GLOBEX_TREASURY, token: "rail-token-of-globex" },
};
/** A third account at the service. */
export const OTHER = { name: "Initech", token: "rail-token-of-initech" };

export type Companies = Awaited<ReturnType<typeof openCompanies>>;

/** Acme's and Globex's workspaces, in which nobody has installed the app yet. */
export async function openCompanies(given: StageOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const companies = [acme, globex, OTHER].map(({ name, token }) => ({ name, token }));
  const seed = structuredClone(twoCompanies(command));
  const stage = opening.use(await openStage({ companies, seed, isMany: true, ...given }));
  const news = opening.adopt(await listenToNews(stage.slack.url, GLOBEX), (each) => each.stop());
  const { PUBLIC_URL: url = "" } = stage.env;
  const opened = opening.move();

  const newsOf = ({ team }: Company) => (team === GLOBEX ? news : stage);

  /** Presses, and waits for the form. */
  async function openFrom(
    company: Company,
    by: string,
    at: Parameters<Person["press"]>[0],
    words: string,
  ) {
    const person = as(company, by);
    await person.press(at, words);
    await newsOf(company).until(() => person.modal(), `a form for ${by}`);
    return person;
  }

  const as = ({ team }: Company, id: string) =>
    team === GLOBEX ? createPerson(id, stage.slack.url, news, team) : stage.as(id);

  /** What a person was last told privately in a channel. */
  async function told(company: Company, id: string) {
    await stage.settle();
    const all = await as(company, id).messages(company.channel);
    const last = all.filter(({ ephemeral }) => ephemeral).at(-1);
    return {
      text: last ? reads(last) : "",
      at: { channel: company.channel, ts: last?.ts ?? "" },
      last,
    };
  }

  async function say(company: Company, words: string, by = company.admin) {
    await as(company, by).say(company.channel, `${command} ${words}`);
    return told(company, by);
  }

  /** The address behind *Set token*. */
  async function linkOf(company: Company, by = company.admin): Promise<string> {
    const { at } = await say(company, commands.settings, by);
    await as(company, by).press(at, "Set token");
    const { last, text } = await told(company, by);
    const [, link] = /"url":"([^"]+)"/.exec(JSON.stringify(last?.blocks)) ?? [];
    if (!link) throw new Error(`No link: ${text}`);
    return link;
  }

  const openPage = (link: string) => openTokenPage(stage, link);

  const enter = async (company: Company, token = company.token) =>
    (await openPage(await linkOf(company))).submit(token);

  const install = ({ team, admin }: Company, installer = admin, decision = "allow") =>
    beginInstallation(stage, `${team}/${installer}`, decision);

  async function invite(company: Company) {
    await as(company, company.admin).say(company.channel, "/invite @Signalbox");
  }

  /** Installed and set up, with a token of its own. The button with which that began. */
  async function setUp(company: Company) {
    await (await install(company)).finish();
    await invite(company);
    await enter(company);
    const { at } = await say(company, commands.settings);
    const use = `Use …${company.token.slice(-4)}`;
    const admin = await openFrom(company, company.admin, at, use);
    await fillIn(admin, company);
    await admin.submit();
    await admin.close("all");
    await stage.settle();
    return { at, use };
  }

  async function fillIn(admin: Person, { channel, approvers, needed }: Company): Promise<void> {
    await admin.fill("Approvals channel", channel);
    await admin.fill(labels.approvers, approvers);
    await admin.fill(labels.needed, needed);
  }

  async function cards(company: Company) {
    await stage.settle();
    const messages = await as(company, company.approvers[0] ?? "").messages(company.channel);
    return messages.flatMap((message) => {
      const text = reads(message);
      const [, , number = "", state = ""] = HEADER.exec(text.split("\n")[0] ?? "") ?? [];
      return number === ""
        ? []
        : [{ channel: company.channel, ts: message.ts, text, number, state }];
    });
  }

  async function card(company: Company, number: string) {
    const found = (await cards(company)).find((each) => each.number === number);
    if (!found) throw new Error(`No card of ${number} at ${company.name}`);
    return found;
  }

  /** As many approve as are needed, the requester excepted. */
  async function approve(company: Company, number: string, record: string): Promise<void> {
    const others = company.approvers.filter((id) => id !== company.requester);
    for (const by of others.slice(0, Number(company.needed))) {
      await approveOne(company, number, by, record);
    }
  }

  async function approveOne(company: Company, number: string, by: string, record = WALLET) {
    const at = await card(company, number);
    const person = await openFrom(company, by, at, buttons.review);
    await answerQuestion(person, record);
    await person.submit();
    await stage.settle();
  }

  /** Asks for something by a command. The number of its request. */
  async function ask(
    company: Company,
    line: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<string> {
    const before = (await cards(company)).length;
    const person = as(company, company.requester);
    await person.say(company.channel, `${command} ${line}`);
    await newsOf(company).until(() => person.modal(), "a form to ask with");
    for (const [label, value] of Object.entries(fields)) await person.fill(label, value);
    await person.submit();
    if ((await topOf(person)).includes(options.anotherRail)) {
      await person.fill(labels.secondRail, [options.anotherRail]);
    }
    await person.submit();
    const made = (await cards(company)).slice(before)[0];
    if (!made) throw new Error(`Nothing was asked for at ${company.name}`);
    return made.number;
  }

  const COOL_DOWN_MS = 24 * 3_600_000;
  const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

  return {
    ...{ ...stage, url, as, say, told, linkOf, openPage, enter, install, invite, setUp, fillIn },
    ...{ cards, card, approve, approveOne, ask, openFrom, newsOf },

    /** What somebody is told who presses a button. */
    async refusalOf(
      company: Company,
      by: string,
      at: Parameters<Person["press"]>[0],
      words: string,
    ) {
      await as(company, by).press(at, words);
      return (await told(company, by)).text;
    },

    /** A registered wallet. */
    async register(company: Company, name = "Cold wallet"): Promise<string> {
      const fields = { Address: WALLET, Name: name, Reason: "Where coins are kept" };
      const number = await ask(company, commands.addDestination, fields);
      await approve(company, number, WALLET);
      await stage.jump(COOL_DOWN_MS);
      return number;
    },

    /** Asks for a Rail to it. */
    askForRail: (company: Company, name = "Payroll float", to = "Cold wallet") =>
      ask(company, `${commands.newRail} on`, {
        ...{ Destination: to, Name: name, Reason: "Funds the payroll run." },
      }),

    approveRail: (company: Company, number: string) => approve(company, number, WALLET),

    async deny(company: Company, number: string, by: string): Promise<void> {
      const person = await openFrom(company, by, await card(company, number), buttons.deny);
      await person.fill(labels.reason, "Not ours");
      await person.submit();
      await stage.settle();
    },

    /** Slack makes somebody an administrator, or no longer. */
    administers({ team: id }: Company, person: string, isAdmin = true): void {
      const users = seed.workspaces.find(({ team }) => team.id === id)?.users ?? [];
      for (const user of users) if (user.id === person) user.isAdmin = isAdmin;
    },

    railsOf: ({ name }: Pick<Company, "name">) => stage.rails.rails(name),

    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
