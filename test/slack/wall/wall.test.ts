import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/capabilities.ts";
import { action } from "../../../src/platform/slack/blocks/ids.ts";
import type { Companies } from "../../services/wall/companies.ts";
import { PEOPLE, twoCompanies } from "../../services/wall/companies.ts";
import type { Guard } from "../../services/wall/guard.ts";
import { createGuard } from "../../services/wall/guard.ts";
import { ADDRESS, BEN, IBAN } from "../../support/builders.ts";
import type { TestStore } from "../../support/store.ts";
import { openTestStore } from "../../support/store.ts";
import { gathered } from "./gather.ts";
import type { Form, Harvest, Press, State } from "./harvest.ts";
import { filledIn } from "./harvest.ts";
import type { Bound, Heard, Presser } from "./presser.ts";
import { createPresser, everyListener } from "./presser.ts";

/**
 * The screens of Acme, who has something of everything, are gathered by pressing and submitting whatever there is. All
 * that they carry is then handed in at Globex, by people whom both know: nothing of Acme may be said, read or changed.
 */

/** Not on these screens, since they carry nothing but a number, or nothing: they are pressed all the same. */
const carriesNothing = (id: string) =>
  id === action.openSetup ||
  id === action.carryOver ||
  id.endsWith("_next_page") ||
  id.endsWith("_previous_page");

const LISTENERS = everyListener();

let database: TestStore;
let companies: Companies;
let guard: Guard;
let presser: Presser;
let carried: Harvest;

beforeAll(async () => {
  database = await openTestStore();
  companies = await twoCompanies(database);
  guard = await createGuard(database, companies);
  const { acme, globex } = companies;
  const served = [acme.workspaceId, globex.workspaceId];
  presser = createPresser(guard.deps, served);
  const { linkFor: _, ...setup } = guard.deps.setup;
  // The token is typed into a form, since the bot has no public address.
  const withoutPage = createPresser({ ...guard.deps, setup }, served);
  carried = await gathered(companies, [presser, withoutPage]);
});
afterAll(async () => {
  await companies.stop();
  await database.close();
});

it("all that can be pressed and submitted stands on Acme's screens", () => {
  const onScreens = new Set([
    ...carried.presses.map(({ action }) => `action ${action}`),
    ...carried.forms.map((form) => `view ${form.callback}`),
  ]);

  const missing = LISTENERS.filter(({ kind }) => kind === "action" || kind === "view")
    .filter(({ id }) => !carriesNothing(id))
    .map(({ kind, id }) => `${kind} ${id}`)
    .filter((name) => !onScreens.has(name));

  expect(missing).toEqual([]);
});

describe("what Acme's screens carry does and tells nothing at Globex:", () => {
  it.each(LISTENERS)("$kind $id", async (listener) => {
    for (const attempt of attemptsAt(listener)) {
      const { faults, hasFailed } = await tried(attempt);
      expect(faults).toEqual([]);
      expect(hasFailed, attempt.what).toBe(false);
    }
  });

  it("a form that was opened at Acme and is sent from Globex, which nobody answers", async () => {
    const { acme, globex } = companies;
    for (const form of carried.forms) {
      const who = { workspaceId: globex.workspaceId, userId: BEN };
      const heard = await presser.submit(who, form, {}, acme.workspaceId);

      expect(heard).toMatchObject({ isAcknowledged: false, words: [] });
    }
  });

  it("whatever is put together of it", async () => {
    await fc.assert(
      fc.asyncProperty(anyAttempt(), async (attempt) => {
        expect((await tried(attempt)).faults).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

/** What is handed in at Globex, and which words of Acme are in it. */
interface Attempt {
  what: string;
  carries: string;
  by: (workspaceId: string) => Promise<Heard>;
}

function pressing(press: Press, userId: string): Attempt {
  return {
    what: `${userId} presses ${press.action} ${press.value}`,
    carries: JSON.stringify(press.on ? [press.value, press.blockId, stateOf(press.on)] : press),
    by: (workspaceId) => presser.press({ workspaceId, userId }, press),
  };
}

/** What of a form anybody reads: the words beside a choice are for people. */
const stateOf = (form: Form) => [form.metadata, JSON.stringify(filledIn(form), withoutWords)];

const withoutWords = (key: string, value: unknown) =>
  key === "text" || key === "description" ? undefined : value;

function submitting(form: Form, userId: string, state: State = {}): Attempt {
  return {
    what: `${userId} submits ${form.callback} ${form.metadata}`,
    carries: JSON.stringify([stateOf(form), state]),
    by: (workspaceId) => presser.submit({ workspaceId, userId }, form, state),
  };
}

function typing(text: string, userId: string): Attempt {
  return {
    what: `${userId} types ${text}`,
    carries: text,
    by: (workspaceId) => presser.type({ workspaceId, userId }, text),
  };
}

function takingShortcut(id: string, text: string, userId: string): Attempt {
  return {
    what: `${userId} has ${text} looked at by ${id}`,
    carries: text,
    by: (workspaceId) => presser.takeShortcut({ workspaceId, userId }, id, text),
  };
}

function opening(form: Form | undefined, userId: string): Attempt {
  return {
    what: `${userId} opens the Home`,
    carries: JSON.stringify(form ? stateOf(form) : []),
    by: (workspaceId) => presser.openHome({ workspaceId, userId }, form),
  };
}

function writing(text: string, userId: string): Attempt {
  return {
    what: `${userId} writes ${text} to the bot`,
    carries: text,
    by: (workspaceId) => presser.write({ workspaceId, userId }, text),
  };
}

/** Each listener with what its own buttons and forms carry, as it came. */
function attemptsAt({ kind, id }: Bound): Attempt[] {
  const byEach = (make: (userId: string) => Attempt[]) => PEOPLE.flatMap(make);
  switch (kind) {
    case "command":
      return byEach((userId) => wordsOf(companies).map((text) => typing(text, userId)));
    case "shortcut":
      return byEach((userId) =>
        valuesOf(companies).map((text) => takingShortcut(id, text, userId)),
      );
    case "action": {
      const found = carried.presses.filter(({ action }) => action === id);
      const [any] = idsOf(companies);
      const presses = found.length > 0 ? found : [{ action: id, blockId: "any", value: any ?? "" }];
      return byEach((userId) => presses.map((press) => pressing(press, userId)));
    }
    case "view":
      return byEach((userId) =>
        carried.forms
          .filter((form) => form.callback === id)
          .map((form) => submitting(form, userId)),
      );
    case "event": {
      if (id === "message")
        return byEach((userId) => wordsOf(companies).map((text) => writing(text, userId)));
      if (id !== "app_home_opened") throw new Error(`The wall does not know what ${id} tells`);
      const homes = carried.forms.filter(({ type }) => type === "home");
      return byEach((userId) => [undefined, ...homes].map((form) => opening(form, userId)));
    }
  }
}

/** Any button with any value, any form with any other's metadata and choices; and Globex's ids in the place of Acme's. */
function anyAttempt(): fc.Arbitrary<Attempt> {
  const { presses, forms } = carried;
  const ids = idsOf(companies);
  const userId = fc.constantFrom(...PEOPLE);
  const press = fc.constantFrom(...presses);
  const form = fc.constantFrom(...forms);
  const id = fc.constantFrom(...ids);
  const text = fc.oneof(
    id,
    press.map(({ value }) => value),
    form.map(({ metadata }) => metadata),
  );
  const isRenamed = fc.boolean();
  return fc.oneof(
    fc
      .record({
        press,
        text,
        other: press,
        on: fc.option(form),
        isOld: isRenamed,
        userId,
        isRenamed,
      })
      .map(({ press: { action }, text, other: { blockId }, on, isOld, userId, isRenamed: is }) => {
        const mixed = { action, blockId, value: renamed(text, is), isOld };
        return pressing({ ...mixed, ...(on && { on: renamedForm(on, is) }) }, userId);
      }),
    fc.record({ form, metadata: text, id, isOwn: fc.boolean(), userId, isRenamed }).map((given) => {
      const { form, metadata, id, isOwn, userId, isRenamed } = given;
      const mixed = isOwn ? form : { ...form, metadata };
      return submitting(renamedForm(mixed, isRenamed), userId, withIn(form, id));
    }),
    fc
      .record({ command: fc.constantFrom(...COMMANDS), text, userId })
      .filter(({ command }) => command.verb !== "freeze")
      .map(({ command, text, userId }) => typing(`${command.verb} ${text}`, userId)),
  );
}

/** As somebody would write Globex's name over Acme's. */
function renamed(text: string, is: boolean): string {
  const { acme, globex } = companies;
  return is
    ? text
        .replaceAll(acme.workspaceId, globex.workspaceId)
        .replaceAll(acme.connectionId, globex.connectionId)
    : text;
}

const renamedForm = (form: Form, is: boolean): Form => ({
  ...form,
  metadata: renamed(form.metadata, is),
});

/** The same id in every choice and field. */
function withIn(form: Form, id: string): State {
  const chosen = { value: id, selected_option: { value: id }, selected_options: [{ value: id }] };
  const fields = Object.entries(filledIn(form)).map(([block, elements]) => [
    block,
    Object.fromEntries(
      Object.entries(elements).map(([name, { type }]) => [name, { type, ...chosen }]),
    ),
  ]);
  return Object.fromEntries(fields);
}

/** Everything at Acme that has an id or a number. */
function idsOf({ acme }: Companies): string[] {
  const { requests, secrets } = acme;
  const named = Object.values(requests).map(({ requestId }) => requestId);
  return [...named, ...secrets];
}

/** Each command alone, and each that takes something with what Acme has. */
function wordsOf(companies: Companies): string[] {
  const [id = ""] = idsOf(companies);
  const some = ["R-2", id, "Quetzal lost", ADDRESS];
  return [
    ...COMMANDS.map(({ verb }) => verb).filter((verb) => verb !== "freeze"),
    ...["withdraw", "check", "destinations"].flatMap((name) =>
      some.map((text) => `${name} ${text}`),
    ),
    ...["R-3", ...idsOf(companies)].map((text) => `show ${text}`),
  ];
}

const valuesOf = ({ acme }: Companies) => [ADDRESS, IBAN, acme.secrets.join(" ")];

/** What is wrong after something of Acme was handed in at Globex. */
async function tried({ what, carries, by }: Attempt) {
  const { workspaceId } = companies.globex;
  let hasFailed = false;
  const faults = await guard.faultsOf({
    what,
    carries,
    async by() {
      const heard = await by(workspaceId);
      hasFailed = heard.hasFailed;
      const foreign = heard.tokens.filter((token) => token !== `xoxb-${workspaceId}`);
      expect(foreign, what).toEqual([]);
      return heard.words;
    },
  });
  return { faults, hasFailed };
}
