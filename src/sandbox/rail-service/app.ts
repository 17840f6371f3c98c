import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { servePage, servePageKit } from "../page-kit/serve-page.ts";
import { loopbackOnly } from "../shared/loopback-only.ts";
import { type BankAndChain, bankAndChainRoutes } from "./bank-and-chain/routes.ts";
import type { Env } from "./env.ts";
import { faultRoutes } from "./faults/fault-routes.ts";
import { injectFaults } from "./faults/inject-faults.ts";
import { serverError } from "./faults/spoiled-answers.ts";
import { type FaultQueue, OPERATIONS } from "./faults.ts";
import { authenticate, companyOf } from "./requests/authenticate.ts";
import { type Call, recordCalls } from "./requests/call-log.ts";
import { createHandlers } from "./requests/handlers.ts";
import { openApi } from "./requests/openapi.ts";
import { receiveBody } from "./requests/receive-body.ts";
import type { State } from "./state.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import type { Tokens } from "./tokens/tokens.ts";

/** The version of the interface is this prefix (the document's "Versioning"). */
export const PREFIX = "/api/v1";

interface Deps {
  state: State;
  bankAndChain: BankAndChain;
  pageSize: number;
  tokens: Tokens;
  faults: FaultQueue;
  calls: Call[];
  stopping: AbortSignal;
  clock: () => string;
}

/** All routes of the service, in the order in which a request is judged. */
export function createApp(deps: Deps) {
  const { state, bankAndChain, pageSize, tokens, faults, calls, stopping, clock } = deps;
  const app = new Hono<Env>();
  const faulty = injectFaults({ faults, stopping });

  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        c.json({ message: `Use ${methods.join(" or ")} here.` }, 405, {
          allow: methods.join(", "),
        }),
    }),
  );

  app.use(
    `${PREFIX}/*`,
    recordCalls({
      calls,
      prefix: PREFIX,
      companyOf: (header) => companyOf(header, tokens),
    }),
    authenticate(tokens),
  );
  app.use("/sandbox/*", loopbackOnly);
  app.use(receiveBody);
  // The token may have been revoked while the body arrived.
  app.use(`${PREFIX}/*`, authenticate(tokens));
  const handlers = createHandlers({ state, pageSize, clock });
  for (const operation of OPERATIONS) {
    const [method = "", path = ""] = operation.split(" ");
    app.on(method, PREFIX + path.replace(/{(\w+)}/, ":$1"), faulty(operation, handlers[operation]));
  }
  app.route("/", faultRoutes(faults));
  app.get("/sandbox/openapi.json", (c) => c.json(openApi(PREFIX)));
  app.route("/", bankAndChainRoutes(bankAndChain));
  app.route("/", tokenRoutes(tokens));
  app.route("/page-kit", servePageKit());
  app.route("/sandbox", pageOfBankAndChain());

  app.notFound((c) => c.json({ message: "Nothing is here." }, 404));
  app.onError((error, c) => {
    const isListening = !stopping.aborted && !c.env.outgoing.destroyed;
    if (isListening) console.error(error);
    return serverError();
  });
  return app;
}

/** The page of the bank and the chain. Pages of this machine may frame it. */
const pageOfBankAndChain = () =>
  servePage({
    folder: new URL("./page/", import.meta.url),
    documents: new Map([["", "index.html"]]),
    frames: () => ({ shown: "'none'", ancestors: "'self' http://127.0.0.1:* http://localhost:*" }),
  });
