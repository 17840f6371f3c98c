import { Hono } from "hono";
import { eventStream } from "../../shared/event-stream.ts";
import type { Listeners } from "../../shared/listeners.ts";
import { message } from "../interface/answers.ts";
import { type Env, readBody, refuse } from "../interface/read-body.ts";
import type { createBooks } from "./books.ts";
import type { Deposits } from "./deposits.ts";
import { type Outside, paymentBody } from "./outside.ts";
import type { Places } from "./places.ts";

export interface BankAndChain {
  places: Places;
  outside: Outside;
  books: ReturnType<typeof createBooks>;
  deposits: Deposits;
  /** Tells of every company whose books changed. */
  changes: Listeners<string>;
}

const COMPANY = "/sandbox/companies/:company";

/** They take no token: everybody who reaches this machine's sandbox may call them. */
export function bankAndChainRoutes({ places, outside, books, deposits, changes }: BankAndChain) {
  const routes = new Hono<Env>();

  routes.use(`${COMPANY}/*`, async (http, next) => {
    const company = http.req.param("company");
    if (!places.companies().includes(company)) return message(404, "No company has this name.");
    http.set("company", company);
    return next();
  });

  routes.get(`${COMPANY}/books`, (http) =>
    http.json(books.read(http.var.company, http.req.query("rail"))),
  );

  routes.get(`${COMPANY}/events`, (http) =>
    eventStream(http, (tell) =>
      changes.listen((company) => {
        if (company === http.var.company) tell();
      }),
    ),
  );

  routes.post(`${COMPANY}/payments`, (http) => {
    const body = readBody(http, () => paymentBody);
    if (body instanceof Response) return body;
    const sent = outside.pay(http.var.company, body);
    return typeof sent === "number"
      ? http.json({ data: books.movement(sent) })
      : refuse(http, [sent]);
  });

  // Once more to report a deposit must change nothing.
  routes.post(`${COMPANY}/deposits/:deposit/:deed{report|return}`, (http) => {
    const { deposit: number, deed } = http.req.param();
    const deposit = deposits.find(http.var.company, number);
    if (!deposit) return message(404, "No deposit has this number.");
    if (deed === "report") deposits.takeIn(deposit.receipt);
    const why = deed === "return" ? deposits.giveBack(deposit) : undefined;
    if (why) return refuse(http, [["deposit", why]]);
    return http.json({ data: books.deposit(deposits.find(http.var.company, number) ?? deposit) });
  });

  return routes;
}
