import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Standing } from "../../../src/authority/roster.ts";
import { COMMANDS } from "../../../src/capabilities.ts";
import { action, callback } from "../../../src/platform/slack/blocks/ids.ts";
import type { Companies } from "../../services/wall/companies.ts";
import { twoCompanies } from "../../services/wall/companies.ts";
import { ADDRESS, BEN, EVE } from "../../support/builders.ts";
import { createRowsReader } from "../../support/rows-of.ts";
import type { TestStore } from "../../support/store.ts";
import { openTestStore } from "../../support/store.ts";
import { gathered } from "./gather.ts";
import type { Harvest, Press } from "./harvest.ts";
import type { Bound, Heard, Presser } from "./presser.ts";
import { COMMAND, createPresser, everyListener } from "./presser.ts";

/**
 * Whatever stands on Acme's screens is pressed and submitted at Acme itself, by somebody who has lost what they had when
 * the screen was drawn.
 */

const LISTENERS = everyListener();

let database: TestStore;
let companies: Companies;
let presser: Presser;
let carried: Harvest;
let look: () => Promise<Record<string, string>>;
/** What Slack says of administrators. */
let isAdministrator: boolean | null = true;

beforeAll(async () => {
  database = await openTestStore();
  companies = await twoCompanies(database);
  const { acme, deps } = companies;
  const setup = {
    ...deps.setup,
    administrators: { isAdministrator: async () => isAdministrator },
  };
  const { linkFor: _, ...withoutPage } = setup;
  const served = [acme.workspaceId];
  presser = createPresser({ ...deps, setup }, served);
  const typing = createPresser({ ...deps, setup: withoutPage }, served);
  carried = await gathered(companies, [presser, typing]);
  const rows = await createRowsReader(database.db);
  look = () => rows.of(acme.workspaceId);
});
afterAll(async () => {
  await companies.stop();
  await database.close();
});

/** What somebody fills in, and which screens they have open. */
const OWN_TABLES: ReadonlySet<string> = new Set(["drafts", "opened_homes", "unsent_forms"]);

/** Any member warns of a Rail, asks that one is adopted, asks for the end of a dispute, and looks with a reason that the audit keeps. */
const FOR_MEMBERS: ReadonlySet<string> = new Set([
  callback.reportProblem,
  callback.adoptRail,
  callback.endDispute,
  callback.openUnapproved,
]);

const SET_UP_IDS: ReadonlySet<string> = new Set([
  ...[action.openSetup, action.setUpConnection, action.replaceToken, action.checkToken],
  ...[action.removeToken, action.setUpChannel, action.setUpApprovers, action.setUpQuorum],
  ...[action.removeApprover, callback.chooseConnection, callback.enterToken],
  ...[callback.chooseChannel, callback.policyForm, callback.removeApprover],
  callback.reviewPolicyForm,
]);

const OUTSIDERS = ["guest", "stranger", "bot", "deactivated", "not-known"] as const;

/** An approver stops things also while Slack is silent about them. */
const isStopping = ({ id }: Bound) =>
  id === COMMAND || id === callback.freeze || id === callback.denyRequest;

const KINDS = ["command", "shortcut", "action", "view", "event"] as const;

describe.each(OUTSIDERS)("an approver and administrator who is %s by now", (standing: Standing) => {
  it.each(KINDS)("changes nothing and is told nothing by any %s", async (kind) => {
    const listeners = LISTENERS.filter((each) => standing !== "not-known" || !isStopping(each));
    companies.acme.standings[BEN] = standing;
    const { changed, told } = await triedAll(ofKind(kind, listeners), BEN);
    delete companies.acme.standings[BEN];

    expect({ changed, told }).toEqual({ changed: [], told: [] });
  });
});

describe.each([
  ["none", false, "Only administrators and owners of this workspace"],
  ["perhaps none", null, "Slack did not say whether you administer this workspace"],
])("an administrator who is %s by now", (_, is, why) => {
  beforeAll(() => {
    isAdministrator = is;
  });
  afterAll(() => {
    isAdministrator = true;
  });

  it("is told why by every button and form of the set-up, which change nothing", async () => {
    const listeners = LISTENERS.filter(({ id }) => SET_UP_IDS.has(id));
    const { changed, heard } = await triedAll(listeners, BEN);

    expect(heard.filter(({ said }) => !said.includes(why))).toEqual([]);
    expect(new Set(heard.map(({ id }) => id))).toEqual(new Set(listeners.map(({ id }) => id)));
    expect(changed).toEqual([]);
  });

  it.each(KINDS)("and approves nothing either, changes nothing by any %s", async (kind) => {
    const listeners = LISTENERS.filter(({ id }) => !FOR_MEMBERS.has(id));
    const { changed } = await triedAll(ofKind(kind, listeners), EVE);

    expect(changed.filter((table) => !OWN_TABLES.has(table))).toEqual([]);
  });
});

const ofKind = (kind: Bound["kind"], all: readonly Bound[]) =>
  all.filter((each) => each.kind === kind);

interface Told {
  id: string;
  said: string;
}

/** Which tables are different after all the buttons and forms of these, and which words of Acme came back from which. */
async function triedAll(
  listeners: readonly Bound[],
  userId: string,
): Promise<{ changed: string[]; told: string[]; heard: Told[] }> {
  const before = await look();
  const heard: Told[] = [];
  const told: string[] = [];
  for (const { kind, id } of listeners) {
    for (const { carries, by } of attemptsAt(kind, id, userId)) {
      companies.posted.length = 0;
      const { words } = await by();
      const said = JSON.stringify([words, companies.posted]);
      heard.push({ id, said });
      const news = companies.acme.secrets.filter(
        (word) => said.includes(word) && !carries.includes(word),
      );
      told.push(...news.map((word) => `${word}: ${kind} ${id}`));
    }
  }
  const now = await look();
  return { heard, told, changed: Object.keys(now).filter((name) => now[name] !== before[name]) };
}

interface Attempt {
  carries: string;
  by: () => Promise<Heard>;
}

/** What is typed, or all that stands on the screens for a listener. */
function attemptsAt(kind: Bound["kind"], id: string, userId: string): Attempt[] {
  const who = { workspaceId: companies.acme.workspaceId, userId };
  const attempt = (carried: unknown, by: () => Promise<Heard>) => ({
    carries: JSON.stringify(carried),
    by,
  });
  switch (kind) {
    case "command":
      return TYPED.map((text) => attempt(text, () => presser.type(who, text)));
    case "shortcut":
      return [attempt(ADDRESS, () => presser.takeShortcut(who, id, ADDRESS))];
    case "event":
      return [
        attempt("", () => presser.openHome(who)),
        attempt(ADDRESS, () => presser.write(who, ADDRESS)),
      ];
    case "action":
      return pressesOf(id).map((press) => attempt(press, () => presser.press(who, press)));
    case "view":
      return carried.forms
        .filter(({ callback }) => callback === id)
        .map((form) => attempt(form, () => presser.submit(who, form)));
  }
}

const TYPED = [
  ...COMMANDS.map(({ verb }) => verb),
  "help",
  `check ${ADDRESS}`,
  "show R-1",
  "withdraw R-2",
];

/** [Set it up] stands in messages that are not gathered here. */
function pressesOf(id: string): Press[] {
  const found = carried.presses.filter(({ action }) => action === id);
  return found.length > 0 ? found : [{ action: id, blockId: "any", value: "1" }];
}
