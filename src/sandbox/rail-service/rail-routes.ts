import { Hono } from "hono";
import type { Env } from "./env.ts";
import type { Faulty } from "./inject-faults.ts";
import { newRail } from "./new-rail.ts";
import { pageNumber, paginate } from "./paginate.ts";
import { readRailBody } from "./rail-body.ts";
import { readBody } from "./read-body.ts";
import { railResource } from "./resources.ts";
import type { State } from "./state.ts";

interface Deps {
  state: State;
  pageSize: number;
  faulty: Faulty;
  clock: () => string;
}

/** `GET /rails`, `POST /rails` and `GET /rails/{rail}`. */
export function railRoutes({ state, pageSize, faulty, clock }: Deps) {
  return new Hono<Env>()
    .get(
      "/rails",
      faulty("GET /rails", (c) => {
        const { company } = c.var;
        const page = pageNumber.parse(c.req.query("page"));
        const rails = state.listRails(company, { offset: (page - 1) * pageSize, limit: pageSize });
        // From the request's own address: a client may know this service by another name than we do.
        const { origin, pathname } = new URL(c.req.url);
        const total = state.countRails(company);
        const path = `${origin}${pathname}`;
        return c.json(paginate(rails.map(railResource), { page, pageSize, total, path }));
      }),
    )

    .post(
      "/rails",
      faulty("POST /rails", (c) => {
        const { company } = c.var;
        const whitelist = {
          wallet: (id: string) => state.findWhitelistedWallet(company, id),
          bankAccount: (id: string) => state.findWhitelistedBankAccount(company, id),
        };
        const body = readBody(c, (json) => readRailBody(json, whitelist));
        if (!body.ok) return body.answer;

        const rail = newRail(company, body.value, clock());
        state.addRail(company, rail);
        return c.json({ data: railResource(rail) });
      }),
    )

    .get(
      "/rails/:rail",
      faulty("GET /rails/{rail}", (c) => {
        const rail = state.findRail(c.var.company, c.req.param("rail") ?? "");
        if (rail === undefined) return c.json({ message: "No Rail has this id." }, 404);
        return c.json({ data: railResource(rail) });
      }),
    );
}
