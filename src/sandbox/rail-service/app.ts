import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { servePageKit } from "../page-kit/page.ts";
import { loopbackOnly } from "../shared/loopback-only.ts";
import { type BankAndChain, bankAndChainRoutes } from "./bank-and-chain/routes.ts";
import { message, unauthenticated } from "./interface/answers.ts";
import { type Faults, faultRule, type Handler, OPERATIONS } from "./interface/faults.ts";
import { name, object } from "./interface/fields.ts";
import { createOperations } from "./interface/operations.ts";
import { bytesOf, type Env, readBody } from "./interface/read-body.ts";
import { pageRoutes } from "./page/page.ts";
import type { Store } from "./store.ts";
import type { Tokens } from "./tokens.ts";

/** The version of the interface is this prefix (the document's "Versioning"). */
export const PREFIX = "/api/v1";

export interface Call {
  method: string;
  /** The path as in the document, without base address and query: `/rails`. */
  path: string;
  company: string | undefined;
}

interface Deps extends BankAndChain {
  store: Store;
  pageSize: number;
  tokens: Tokens;
  faults: Faults;
  onCall(call: Call): void;
  stopping: AbortSignal;
  clock: () => string;
}

/** All routes of the service, in the order in which a request is judged. */
export function createApp(deps: Deps) {
  const { store, pageSize, tokens, faults, onCall, stopping, clock, outside } = deps;
  const app = new Hono<Env>();

  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (_, methods) =>
        message(405, `Use ${methods.join(" or ")} here.`, { allow: methods.join(", ") }),
    }),
  );

  app.use(`${PREFIX}/*`, async (http, next) => {
    const { method, path } = http.req;
    const company = tokens.companyOf(http.req.header("authorization"));
    onCall({ method, path: path.slice(PREFIX.length), company });
    if (company === undefined) return unauthenticated();
    http.set("company", company);
    return next();
  });
  app.use("/sandbox/*", loopbackOnly);

  // The whole body comes before every fault: what was received is handled even if its client has
  // given up.
  app.use(async (http, next) => {
    const body = await bytesOf(http.req.raw.body, Number(http.req.header("content-length")));
    // An open connection would be cut off while the rest arrives, and the answer would be lost.
    if (!body) return message(413, "The body is larger than 1 MiB.", { connection: "close" });
    http.set("body", body);
    return next();
  });

  const operations = createOperations({ store, pageSize, clock });
  for (const operation of OPERATIONS) {
    const [method = "", path = ""] = operation.split(" ");
    const answer: Handler = (http) =>
      faults.answer(operation, {
        http,
        commit: async () => operations[operation](http),
        pause: (ms) => sleep(ms, undefined, { signal: stopping }),
      });
    app.on(method, PREFIX + path.replace(/{(\w+)}/, ":$1"), answer);
  }

  app.post("/sandbox/faults", (http) => {
    const rule = readBody(http, () => faultRule);
    if (rule instanceof Response) return rule;
    faults.add(rule);
    return http.body(null, 204);
  });
  app.delete("/sandbox/faults", (http) => {
    faults.clear();
    return http.body(null, 204);
  });

  // The document does not show how tokens are issued. A new company begins with its first token.
  app.post("/sandbox/tokens", (http) => {
    const body = readBody(http, () => object({ company: name }));
    if (body instanceof Response) return body;
    outside.openFor(body.company);
    return http.json({ data: { company: body.company, token: tokens.issue(body.company) } });
  });

  app.route("/", bankAndChainRoutes(deps));
  app.route("/page-kit", servePageKit());
  app.route("/sandbox", pageRoutes(deps));

  app.notFound(() => message(404, "Nothing is here."));
  app.onError((error, http) => {
    if (!stopping.aborted && !http.env.outgoing.destroyed) console.error(error);
    return message(500, "Server Error");
  });
  return app;
}
