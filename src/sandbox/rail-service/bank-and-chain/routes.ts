import { type Context, Hono } from "hono";
import type { z } from "zod";
import { eventStream } from "../../shared/event-stream.ts";
import type { Listeners } from "../../shared/listeners.ts";
import type { Env } from "../env.ts";
import { readBody } from "../requests/read-body.ts";
import type { Deposits, KnownDeposit } from "../settlement/deposits.ts";
import type { Intake } from "../settlement/intake.ts";
import type { ReturnDeposit } from "../settlement/return-deposit.ts";
import {
  accountBody,
  type Opening,
  type Order,
  paymentBody,
  transferBody,
  walletBody,
} from "./bodies.ts";
import type { Outside } from "./outside.ts";
import type { Places } from "./places.ts";
import type { BooksReader } from "./read-books.ts";

export interface BankAndChain {
  places: Pick<Places, "companies" | "isOpen">;
  outside: Outside;
  reader: BooksReader;
  deposits: Pick<Deposits, "find">;
  intake: Intake;
  returnDeposit: ReturnDeposit;
  changes: Pick<Listeners<string>, "listen">;
}

const COMPANY = "/sandbox/companies/:company";

/** The README lists these routes. They take no token: everybody who reaches this machine's sandbox may call them. */
export function bankAndChainRoutes(parts: BankAndChain) {
  const { places, outside, reader, deposits, intake, returnDeposit, changes } = parts;
  const routes = new Hono<Env>();

  routes.get("/sandbox/companies", (c) =>
    c.json({ companies: places.companies().map((name) => ({ name })) }),
  );

  routes.use(`${COMPANY}/*`, async (c, next) => {
    const company = c.req.param("company");
    if (!places.isOpen(company)) return notFound(c, "No company has this name.");
    c.set("company", company);
    return next();
  });

  routes.get(`${COMPANY}/books`, (c) => c.json(reader.books(c.var.company, c.req.query("rail"))));

  routes.get(`${COMPANY}/events`, (c) => {
    // A HEAD would open a stream that nobody reads or ends.
    if (c.req.method === "HEAD") return c.body(null, 200, { "content-type": "text/event-stream" });
    return eventStream(c, (send) => {
      const tell = oneAtATime(() => send(""));
      return changes.listen((company) => {
        if (company === c.var.company) void tell();
      });
    });
  });

  routes.post(`${COMPANY}/bank-accounts`, (c) => open(c, accountBody));
  routes.post(`${COMPANY}/wallets`, (c) => open(c, walletBody));
  routes.post(`${COMPANY}/payments`, (c) => send(c, paymentBody));
  routes.post(`${COMPANY}/transfers`, (c) => send(c, transferBody));

  routes.post(`${COMPANY}/deposits/:deposit/report`, (c) => {
    const deposit = depositOf(c);
    if (!deposit) return notFound(c, NO_DEPOSIT);
    intake(deposit.receipt);
    return answer(c, deposit);
  });

  routes.post(`${COMPANY}/deposits/:deposit/return`, (c) => {
    const deposit = depositOf(c);
    if (!deposit) return notFound(c, NO_DEPOSIT);
    const why = returnDeposit(deposit);
    return why === undefined ? answer(c, deposit) : refuse(c, "deposit", why);
  });

  return routes;

  function open(c: Context<Env>, schema: z.ZodType<Opening>): Response {
    const body = readBody(c, (json) => schema.safeParse(json));
    if (!body.ok) return body.answer;
    const opened = outside.open(c.var.company, body.value);
    if (!opened.ok) return refuse(c, opened.field, opened.why);
    return c.json({ data: reader.outside(opened.place) });
  }

  function send(c: Context<Env>, schema: z.ZodType<Order>): Response {
    const body = readBody(c, (json) => schema.safeParse(json));
    if (!body.ok) return body.answer;
    const sent = outside.send(c.var.company, body.value);
    if (!sent.ok) return refuse(c, sent.field, sent.why);
    return c.json({ data: reader.movement(sent.movement) });
  }

  function depositOf(c: Context<Env>): KnownDeposit | undefined {
    return deposits.find(c.var.company, c.req.param("deposit") ?? "");
  }

  /** Reads the deposit again, because the call has changed it. */
  function answer(c: Context<Env>, { company, id }: KnownDeposit): Response {
    const deposit = deposits.find(company, id);
    return deposit ? c.json({ data: reader.deposit(deposit) }) : notFound(c, NO_DEPOSIT);
  }
}

/** Calls during a run lead to one more run, however many there are: nothing piles up for a slow reader. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isUnderWay = false;
  let isWanted = false;
  return async () => {
    isWanted = true;
    if (isUnderWay) return;
    isUnderWay = true;
    while (isWanted) {
      isWanted = false;
      await work();
    }
    isUnderWay = false;
  };
}

const NO_DEPOSIT = "No deposit has this id.";

const notFound = (c: Context<Env>, message: string) => c.json({ message }, 404);

function refuse(c: Context<Env>, field: string, why: string): Response {
  const message = `The ${field} field ${why}.`;
  return c.json({ message, errors: { [field]: [message] } }, 422);
}
