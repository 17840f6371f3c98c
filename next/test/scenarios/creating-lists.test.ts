import { expect, test } from "vitest";
import { type Instead, openRailFront } from "../harness/rail-front.ts";
import { WORDS } from "../harness/words.ts";
import {
  ALWAYS,
  HOUR,
  LOOKED_FOR,
  MINUTE,
  makeAnother,
  SECOND,
  send,
  unheard,
} from "./creating.ts";
import { openTeam, type Team } from "./team.ts";

const { states, phrases, options } = WORDS;

function echoNoTag({ rails }: Team): void {
  rails.faults.add({ operation: "*", times: ALWAYS, fault: { kind: "metadata-not-echoed" } });
}

test("S15 a service that shows no tags: a clear answer makes a Rail payable", async () => {
  await using stage = await openTeam();
  await stage.register();
  echoNoTag(stage);
  const number = await stage.askForRail();
  await stage.approveBoth(number);
  await stage.card(number, states.payable);
});

test("S15 a service that shows no tags: after a lost answer people say which Rail it is", async () => {
  await using stage = await openTeam();
  await stage.register();
  echoNoTag(stage);
  const number = await send(stage, unheard);

  await stage.pass(2 * SECOND);
  await stage.card(number, states.needsReview);
  await stage.pass(2 * HOUR);
  await stage.card(number, states.needsReview);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);

  const railId = stage.madeRails()[0]?.id ?? "";
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

test.for(Object.entries(WRONG_LISTS))(
  "S16 a list with %s: nothing is sent, and nobody else gets the token",
  async ([, wrong]) => {
    await using spy = await openRailFront();
    await using stage = await openTeam();
    await stage.register();
    stage.rails.makeRail("Acme");
    const number = await stage.askForRail();
    stage.front.meet("GET /rails", wrong(spy.baseUrl), ALWAYS);
    // The last good walk is too old by then.
    await stage.pass(2 * MINUTE);
    await stage.approveBoth(number);
    await stage.pass(10 * SECOND);

    expect((await stage.card(number, states.ready)).text).toContain(phrases.checksFirst);
    expect(stage.front.calls("POST /rails")).toEqual([]);
    expect(stage.front.calls().every(({ path }) => /^\/(rails|wallets)\b/.test(path))).toBe(true);
    expect(spy.calls()).toEqual([]);

    stage.front.clear();
    await stage.pass(MINUTE);
    await stage.card(number, states.payable);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
  },
);

test("S19 a Rail without an id waits for people, and goes on by itself once it has one", async () => {
  await using stage = await openTeam();
  await stage.register();
  stage.rails.faults.add({ operation: "*", times: ALWAYS, fault: { kind: "id-null" } });
  const number = await stage.askForRail();
  await stage.approveBoth(number);
  await stage.pass(2 * SECOND);
  await stage.card(number, states.needsReview);
  expect(await stage.instructionsOf(number)).toEqual([]);

  stage.rails.faults.clear();
  await stage.pass(5 * MINUTE);

  await stage.card(number, states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S19 a Rail that only the list shows stays one question, until reading it by its id shows it", async () => {
  await using stage = await openTeam();
  await stage.register();
  const none = () => Response.json({ message: "none" }, { status: 404 });
  stage.front.meet("GET /rails/{rail}", none, ALWAYS);
  const number = await stage.askForRail();
  await stage.approveBoth(number);
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
  await using stage = await openTeam();
  await stage.register();
  const number = await stage.askForRail();
  await stage.approveBoth(number);
  expect(await stage.instructionsOf(number)).toHaveLength(1);

  await makeAnother(stage, "same");
  await stage.pass(5 * MINUTE);

  await stage.card(number, states.held);
  expect(await stage.instructionsOf(number)).toEqual([]);
});
