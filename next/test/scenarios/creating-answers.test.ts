import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../harness/rail-front.ts";
import { type StateWord, WORDS } from "../harness/words.ts";
import {
  addressOf,
  type FrontStage,
  ibanOf,
  LOOKED_FOR,
  MINUTE,
  openFrontStage,
  railsAt,
} from "./creating.ts";
import {
  approve,
  askForDestination,
  askForRail,
  BEN,
  CAL,
  card,
  register,
  WALLET,
} from "./team.ts";

const { states, phrases } = WORDS;

type Pass = () => Promise<Response>;

interface Case {
  what: string;
  /** What the product gets for its POST; `pass` lets the service do it. */
  answer(pass: Pass): Answer | Promise<Answer>;
  /** What the answer proves: nothing, unless said here. Of a destination the document names no status. */
  proves?: "created" | "registered" | "token" | "invalid";
}

const CASES: readonly Case[] = [
  { what: "200 as documented", answer: (pass) => pass(), proves: "created" },
  { what: "201 with a documented body", answer: as(201), proves: "registered" },
  { what: "204 without a body", answer: after(() => new Response(null, { status: 204 })) },
  { what: "200 from a proxy's page, nothing done", answer: () => html(200) },
  { what: "200 whose JSON ends early", answer: cutJson },
  { what: "half an answer", answer: () => "half" },
  { what: "a connection that breaks, nothing done", answer: () => "cut" },
  { what: "a connection that breaks, all done", answer: after(() => "cut") },
  { what: "500, nothing done", answer: () => said(500) },
  { what: "500, all done", answer: after(() => said(500)) },
  { what: "429, nothing done", answer: () => said(429, { "retry-after": "1" }) },
  { what: "400, nothing done", answer: () => said(400) },
  { what: "404, nothing done", answer: () => said(404) },
  { what: "421, nothing done", answer: () => said(421) },
  { what: "a redirect, all done", answer: after(() => redirect()) },
  { what: "401 as documented", answer: () => said(401), proves: "token" },
  { what: "401 from a proxy's page, nothing done", answer: () => html(401) },
  { what: "422 as documented", answer: invalid, proves: "invalid" },
  { what: "422 without its errors, nothing done", answer: () => said(422) },
];

const OPERATIONS = ["POST /rails", "POST /wallets", "POST /bank-accounts"] as const;

describe.each(OPERATIONS)("S6 %s", (operation) => {
  const isRail = operation === "POST /rails";
  let stage: FrontStage;
  let asked = 0;

  beforeAll(async () => {
    stage = await openFrontStage();
    if (isRail) await register(stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** Asks, and gives both approvals while the service answers so. */
  async function send(answer: Case["answer"]): Promise<string> {
    asked += 1;
    const name = `Name ${asked}`;
    const [wallet, iban] = [addressOf(name), ibanOf(31_900_000 + 7 * asked)];
    const place = operation === "POST /wallets" ? { name, wallet } : { name, iban };
    const number = isRail
      ? await askForRail(stage, { name })
      : await askForDestination(stage, place);
    stage.front.meet(operation, (_, pass) => answer(pass));
    await approve(stage, BEN, number, WALLET);
    await approve(stage, CAL, number, WALLET);
    return number;
  }

  const posts = () => stage.front.calls(operation).length;

  test.for(CASES)("answers $what", async ({ what, answer, proves }) => {
    const before = { posts: posts(), rails: railsAt(stage).length };
    const number = await send(answer);

    const isKnown = proves === "created" || (proves === "registered" && !isRail);
    const works = isRail ? states.payable : states.usable;
    const unclear = isRail ? states.checking : states.needsReview;
    const first: StateWord = isKnown
      ? works
      : proves === "token"
        ? states.ready
        : proves === "invalid"
          ? states.refused
          : unclear;
    const shown = await card(stage, number, first);
    expect(shown.text.includes(phrases.doNotRequestAgain)).toBe(first === unclear);

    await stage.pass(LOOKED_FOR);
    const isDone = isRail && railsAt(stage).length > before.rails;
    const last =
      proves === "token" || isDone ? works : first === unclear ? states.needsReview : first;
    await card(stage, number, last);
    expect(posts() - before.posts).toBe(proves === "token" ? 2 : 1);
    if (isRail) {
      const isMade = last === states.payable;
      expect(railsAt(stage).length - before.rails, what).toBe(isMade ? 1 : 0);
    }
  });

  test("gives no answer in time", async () => {
    const before = posts();
    const sending = send(() => "silence");
    await stage.until(() => posts() > before, "the POST");
    await stage.jump(MINUTE / 6);
    await card(stage, await sending, isRail ? states.checking : states.needsReview);
    await stage.pass(LOOKED_FOR);
    await card(stage, await sending, states.needsReview);
    expect(posts() - before).toBe(1);
  });
});

const said = (status: number, headers = {}): Response =>
  Response.json({ message: "Something." }, { status, headers });

const html = (status: number): Response =>
  new Response("<h1>Welcome</h1>", { status, headers: { "content-type": "text/html" } });

function invalid(): Response {
  const errors = { "destination.wallet_id": ["It is closed."] };
  return Response.json({ message: "The given data was invalid.", errors }, { status: 422 });
}

const redirect = (): Response =>
  new Response(null, { status: 307, headers: { location: "/api/v1/rails" } });

function as(status: number) {
  return async (pass: Pass) => Response.json(await (await pass()).json(), { status });
}

/** The service does it, and this is the answer. */
function after(answer: () => Answer) {
  return async (pass: Pass) => {
    await pass();
    return answer();
  };
}

async function cutJson(pass: Pass): Promise<Response> {
  const text = await (await pass()).text();
  return new Response(text.slice(0, text.length / 2), { status: 200 });
}
