import { expect, test } from "vitest";
import { type Instead, type Item, openRailFront, withRails } from "../harness/rail-front.ts";
import { WORDS } from "../harness/words.ts";
import {
  ALWAYS,
  HOUR,
  ibanOf,
  LOOKED_FOR,
  MINUTE,
  makeAnother,
  SECOND,
  send,
  unheard,
} from "./creating.ts";
import { BEN, openRegistered, QUICK, type Team } from "./team.ts";
import { topOf } from "./top-of.ts";

const { states, phrases, buttons, options } = WORDS;

test("S15 of a service that shows no tags a clear answer counts; after a lost one people say which Rail it is", async () => {
  await using stage = await openRegistered(QUICK);
  const fault = { kind: "metadata-not-echoed" } as const;
  stage.rails.faults.add({ operation: "*", times: ALWAYS, fault });
  const first = await stage.askForRail({ name: "First" });
  await stage.approve(BEN, first);
  await stage.card(first, states.payable);
  await stage.pass(MINUTE);
  const number = await send(stage, unheard);

  await stage.pass(2 * SECOND);
  await stage.card(number, states.needsReview);
  await stage.pass(2 * HOUR);
  await stage.card(number, states.needsReview);
  expect(stage.front.calls("POST /rails")).toHaveLength(2);

  const railId = stage.madeRails()[1]?.id ?? "";
  const ben = await stage.openFrom(BEN, number, buttons.answer);
  expect(await topOf(ben)).toContain(`Id at the service: ${railId}`);
  await ben.close("all");
  await stage.answerStuck(number, options.itExists, railId);
  await stage.card(number, states.payable);
  expect(await stage.instructionsOf(number)).toHaveLength(1);
});

type List = { links: { next: string | null }; meta: { total: number; last_page: number } };

const withList =
  (change: (list: List) => object): Instead =>
  async (_, pass) => {
    const list = (await (await pass()).json()) as List;
    return Response.json({ ...list, ...change(list) });
  };

const WRONG_LISTS: Readonly<Record<string, (spy: string) => Instead>> = {
  "fewer Rails than its total": () =>
    withList(({ meta }) => ({ meta: { ...meta, total: meta.total + 1 } })),
  "a page that leads back to the first": () =>
    withList(({ links }) => ({ links: { ...links, next: "/api/v1/rails" } })),
  "no page behind it, though it is not the last": () =>
    withList(({ meta }) => ({ meta: { ...meta, last_page: 2 } })),
  "a page of another origin": (spy) =>
    withList(({ links }) => ({ links: { ...links, next: `${new URL(spy).origin}/more` } })),
  "a page above the base address": () =>
    withList(({ links }) => ({ links: { ...links, next: "/api/v1/%2e%2e/v2/rails" } })),
  "a redirect to another origin": (spy) => () =>
    new Response(null, { status: 302, headers: { location: `${spy}/rails` } }),
};

test("S16 while the list is not whole nothing is sent, and nobody else gets the token", async () => {
  await using spy = await openRailFront();
  await using stage = await openRegistered(QUICK);
  stage.rails.makeRail("Acme");
  for (const [what, wrong] of Object.entries(WRONG_LISTS)) {
    const before = stage.front.calls("POST /rails").length;
    const number = await stage.askForRail({ name: what });
    stage.front.meet("GET /rails", wrong(spy.baseUrl), ALWAYS);
    // The last good walk is too old by then.
    await stage.pass(2 * MINUTE);
    await stage.approve(BEN, number);
    await stage.pass(10 * SECOND);
    expect((await stage.card(number, states.ready)).text, what).toContain(phrases.checksFirst);
    expect(stage.front.calls("POST /rails"), what).toHaveLength(before);

    stage.front.clear();
    await stage.pass(MINUTE);
    await stage.card(number, states.payable);
    expect(stage.front.calls("POST /rails"), what).toHaveLength(before + 1);
  }
  expect(stage.front.calls().every(({ path }) => /^\/(rails|wallets)\b/.test(path))).toBe(true);
  expect(spy.calls()).toEqual([]);
});

test("S19 a Rail without an id waits for people, and goes on by itself once it has one", async () => {
  await using stage = await openRegistered(QUICK);
  stage.rails.faults.add({ operation: "*", times: ALWAYS, fault: { kind: "id-null" } });
  const number = await stage.askForRail();
  await stage.approveAll(number);
  await stage.pass(2 * SECOND);
  await stage.card(number, states.needsReview);
  expect(await stage.instructionsOf(number)).toEqual([]);

  stage.rails.faults.clear();
  await stage.pass(5 * MINUTE);

  await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S19 a Rail that only the list shows stays one question, until reading it by its id shows it", async () => {
  await using stage = await openRegistered(QUICK);
  const none = () => Response.json({ message: "none" }, { status: 404 });
  stage.front.meet("GET /rails/{rail}", none, ALWAYS);
  const number = await stage.askForRail();
  await stage.approveAll(number);
  await stage.pass(LOOKED_FOR);
  const { text } = await stage.card(number, states.needsReview);

  // The anchor at its end would tell of any step.
  await stage.pass(5 * MINUTE);
  expect((await stage.card(number, states.needsReview)).text).toBe(text);
  stage.front.clear();
  await stage.pass(5 * MINUTE);

  await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S14 two Rails with one tag are both held, also after instructions were posted", async () => {
  await using stage = await openRegistered(QUICK);
  const number = await stage.askForRail();
  await stage.approveAll(number);
  expect(await stage.instructionsOf(number)).toHaveLength(1);

  await makeAnother(stage, "same");
  await stage.pass(5 * MINUTE);

  await stage.card(number, states.held);
  expect(await stage.instructionsOf(number)).toEqual([]);
});

type Pooled = Item & { source: { bank_account: object } };

/** One account for all, told apart by references. The list shows no ids, or all. */
function pool({ front }: Team, hasIds: boolean): void {
  const shown = (rail: Item): Pooled => {
    const { source } = rail as Pooled;
    const bank_account = { ...source.bank_account, iban: ibanOf(1) };
    return { ...rail, source: { ...source, bank_account } };
  };
  const listed = (rail: Item) => ({ ...shown(rail), ...(!hasIds && { id: null }) });
  front.clear();
  front.meet(
    "GET /rails",
    async (_, pass) => withRails(await pass(), (rails) => rails.map(listed)),
    ALWAYS,
  );
  front.meet(
    "GET /rails/{rail}",
    async (_, pass) => {
      const { data } = (await (await pass()).json()) as { data: Item };
      return Response.json({ data: shown(data) });
    },
    ALWAYS,
  );
}

test("S19 Rails without ids that share one account are told apart, each for its request", async () => {
  await using stage = await openRegistered(QUICK);
  pool(stage, false);
  const numbers: string[] = [];
  for (const name of ["First", "Second"]) numbers.push(await send(stage, unheard, { name }));
  await stage.pass(HOUR);
  for (const number of numbers) {
    expect((await stage.card(number, states.needsReview)).text).toContain(
      "shows the Rail without one",
    );
  }

  pool(stage, true);
  await stage.pass(5 * MINUTE);
  for (const number of numbers) await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(2);
});
