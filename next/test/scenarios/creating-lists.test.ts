import { expect, test } from "vitest";
import { type Instead, openRailFront } from "../harness/rail-front.ts";
import { WORDS } from "../harness/words.ts";
import {
  answerStuck,
  approveBoth,
  type FrontStage,
  HOUR,
  instructionsOf,
  MINUTE,
  makeAnother,
  openFrontStage,
  railsAt,
  SECOND,
  send,
  unheard,
} from "./creating.ts";
import { askForRail, card, register } from "./team.ts";

const { states, phrases, options } = WORDS;
const ALWAYS = Number.POSITIVE_INFINITY;

function echoNoTag({ rails }: FrontStage): void {
  rails.faults.add({ operation: "*", times: ALWAYS, fault: { kind: "metadata-not-echoed" } });
}

test("S15 a service that shows no tags: a clear answer makes a Rail payable", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  echoNoTag(stage);
  const number = await askForRail(stage);
  await approveBoth(stage, number);
  expect((await card(stage, number)).state).toBe(states.payable);
});

test("S15 a service that shows no tags: after a lost answer people say which Rail it is", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  echoNoTag(stage);
  const number = await send(stage, unheard);

  await stage.pass(2 * SECOND);
  expect((await card(stage, number)).state).toBe(states.needsReview);
  await stage.pass(2 * HOUR);
  expect((await card(stage, number)).state).toBe(states.needsReview);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);

  const railId = railsAt(stage)[0]?.id ?? "";
  await answerStuck(stage, number, { answer: options.itExists, railId });
  expect((await card(stage, number)).state).toBe(states.payable);
  expect(await instructionsOf(stage, number)).toHaveLength(1);
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
    await using stage = await openFrontStage();
    await register(stage);
    stage.rails.makeRail("Acme");
    const number = await askForRail(stage);
    stage.front.meet("GET /rails", wrong(spy.baseUrl), ALWAYS);
    // The last good walk is too old by then.
    await stage.pass(2 * MINUTE);
    await approveBoth(stage, number);
    await stage.pass(10 * SECOND);

    const { state, text } = await card(stage, number);
    expect(state).toBe(states.ready);
    expect(text).toContain(phrases.checksFirst);
    expect(stage.front.calls("POST /rails")).toEqual([]);
    expect(stage.front.calls().every(({ path }) => /^\/(rails|wallets)\b/.test(path))).toBe(true);
    expect(spy.calls()).toEqual([]);

    stage.front.clear();
    await stage.pass(MINUTE);
    expect((await card(stage, number)).state).toBe(states.payable);
    expect(stage.front.calls("POST /rails")).toHaveLength(1);
  },
);

test("S19 a Rail without an id waits for people, and goes on by itself once it has one", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  stage.rails.faults.add({ operation: "*", times: ALWAYS, fault: { kind: "id-null" } });
  const number = await askForRail(stage);
  await approveBoth(stage, number);
  await stage.pass(2 * SECOND);
  expect((await card(stage, number)).state).toBe(states.needsReview);
  expect(await instructionsOf(stage, number)).toEqual([]);

  stage.rails.faults.clear();
  await stage.pass(5 * MINUTE);

  expect((await card(stage, number)).state).toBe(states.payable);
  expect(stage.front.calls("POST /rails")).toHaveLength(1);
});

test("S14 two Rails with one tag are both held, also after instructions were posted", async () => {
  await using stage = await openFrontStage();
  await register(stage);
  const number = await askForRail(stage);
  await approveBoth(stage, number);
  expect(await instructionsOf(stage, number)).toHaveLength(1);

  await makeAnother(stage, "same");
  await stage.pass(5 * MINUTE);

  expect((await card(stage, number)).state).toBe(states.held);
  expect(await instructionsOf(stage, number)).toEqual([]);
});
