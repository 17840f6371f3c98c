import { expect, test } from "vitest";
import type { Answer } from "../harness/rail-front.ts";
import { WORDS } from "../harness/words.ts";
import { ALWAYS, addressOf, ibanOf, LOOKED_FOR, lost, SECOND } from "./creating.ts";
import { BEN, openTeam, QUICK, type Team } from "./team.ts";

const { states, phrases } = WORDS;

type Pass = () => Promise<Response>;

interface Case {
  /** What the product gets for its POST; `pass` lets the service do it. */
  answer(pass: Pass): Answer | Promise<Answer>;
  /** What that proves; of a destination the document names no status. By default nothing. */
  proves?: "done" | "registered" | "token" | "invalid";
  /** Whether the service does it: then a look finds the Rail. */
  isDone?: true;
}

const CASES: Readonly<Record<string, Case>> = {
  "200 as documented": { answer: (pass) => pass(), proves: "done", isDone: true },
  "201 with a documented body": { answer: as(201), proves: "registered", isDone: true },
  "204 without a body": { answer: after(() => new Response(null, { status: 204 })), isDone: true },
  "200 with a proxy's page": { answer: () => html(200) },
  "200 whose JSON ends early": { answer: cutJson, isDone: true },
  "half an answer": { answer: () => "half", isDone: true },
  "cut off before": { answer: () => "cut" },
  "cut off after": { answer: after(() => "cut"), isDone: true },
  "no answer in time": { answer: () => "silence" },
  "500 before": { answer: () => said(500) },
  "500 after": { answer: after(() => said(500)), isDone: true },
  "429": { answer: () => said(429, { "retry-after": "1" }) },
  "400": { answer: () => said(400) },
  "404": { answer: () => said(404) },
  "421": { answer: () => said(421) },
  "a redirect after": { answer: after(() => redirect()), isDone: true },
  "401 as documented": { answer: () => said(401), proves: "token" },
  "401 with a proxy's page": { answer: () => html(401) },
  "422 as documented": { answer: () => invalid(), proves: "invalid" },
  "422 without its errors": { answer: () => said(422) },
};

const OPERATIONS = ["POST /rails", "POST /wallets", "POST /bank-accounts"] as const;
type Operation = (typeof OPERATIONS)[number];

interface Seen {
  /** When the POST has ended, and eleven minutes later. */
  first: string;
  last: string;
  /** Whether the card then said that it may exist. */
  warns: boolean;
  posts: number;
}

test.for(OPERATIONS)("S6 %s: what each answer and fault comes to", async (operation) => {
  await using stage = await openTeam(QUICK);
  const isRail = operation === "POST /rails";
  if (isRail) await stage.register();

  const seen = new Map<string, { number: string; first: string; warns: boolean }>();
  for (const [index, [what, { answer }]] of Object.entries(CASES).entries()) {
    const number = await ask(stage, operation, nameOf(index));
    stage.front.meet(operation, (_, pass) => answer(pass));
    const arrival = stage.front.arrival(operation);
    const approving = stage.approve(BEN, number);
    await arrival;
    // No look succeeds before its card was read.
    stage.front.meet("GET /rails", lost, ALWAYS);
    if (what === "no answer in time") await stage.jump(10 * SECOND);
    await approving;
    const { state, text } = await stage.card(number);
    stage.front.clear();
    // People are not that fast, and may not be.
    await stage.pass(4 * SECOND);
    seen.set(what, { number, first: state, warns: text.includes(phrases.doNotRequestAgain) });
  }
  await stage.pass(LOOKED_FOR);

  const found: Record<string, Seen> = {};
  for (const [index, what] of Object.keys(CASES).entries()) {
    const { number = "", first = "", warns = false } = seen.get(what) ?? {};
    const { state: last } = await stage.card(number);
    const posts = stage.front.calls(operation).filter(({ body }) => body.includes(nameOf(index)));
    found[what] = { first, last, warns, posts: posts.length };
  }
  const expected = Object.entries(CASES).map(([what, each]) => [what, comesTo(each, isRail)]);
  expect(found).toEqual(Object.fromEntries(expected));
  const made = stage.madeRails().length;
  const wanted = Object.values(CASES).filter(({ isDone, proves }) => isDone || proves === "token");
  expect(made).toBe(isRail ? wanted.length : 0);
});

function comesTo({ proves, isDone }: Case, isRail: boolean): Seen {
  const works = isRail ? states.payable : states.usable;
  if (proves === "done" || (proves === "registered" && !isRail)) {
    return { first: works, last: works, warns: false, posts: 1 };
  }
  // It is sent again when the token works.
  if (proves === "token") return { first: states.ready, last: works, warns: false, posts: 2 };
  if (proves === "invalid") {
    return { first: states.refused, last: states.refused, warns: false, posts: 1 };
  }
  const { checking, needsReview } = states;
  if (!isRail) return { first: needsReview, last: needsReview, warns: true, posts: 1 };
  return { first: checking, last: isDone ? works : needsReview, warns: true, posts: 1 };
}

/** Names that stand in the POST: of a Rail as its reference. */
const nameOf = (index: number): string => `Case ${String.fromCharCode(65 + index)}.`;

async function ask(stage: Team, operation: Operation, name: string): Promise<string> {
  switch (operation) {
    case "POST /rails":
      return stage.askForRail({ name, reference: name });
    case "POST /wallets":
      return stage.askForDestination({ name, wallet: addressOf(name) });
    case "POST /bank-accounts":
      return stage.askForDestination({ name, iban: ibanOf(name.charCodeAt(5) * 7_919) });
  }
}

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
