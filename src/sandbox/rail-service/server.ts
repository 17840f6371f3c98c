import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { LOOPBACK, listen } from "../shared/listen.ts";
import { createApp, PREFIX } from "./app.ts";
import type { OutsideOptions } from "./bank-and-chain/usual-outside.ts";
import { createCore } from "./core.ts";
import type { Wallet } from "./entities.ts";
import { createFaults, type Faults } from "./faults.ts";
import { newId } from "./ids.ts";
import { newRail } from "./new-rail.ts";
import { openDatabase } from "./open-database.ts";
import { railsIn } from "./rails-in.ts";
import type { Call } from "./requests/call-log.ts";
import { PAGE_SIZE } from "./requests/paginate.ts";
import { railResource } from "./resources.ts";
import { startEngine } from "./settlement/engine.ts";
import type { SimulationOptions } from "./settlement/simulation.ts";
import { StartError } from "./start-error.ts";
import { createTokens } from "./tokens/tokens.ts";

export interface Company {
  name: string;
  token: string;
  /** The accounts and wallets that the company has outside at first; the usual ones when absent. */
  outside?: OutsideOptions;
}

export interface RailService {
  /** The documented paths begin here: `http://127.0.0.1:PORT/api/v1`. */
  baseUrl: string;
  faults: Faults;
  /** The latest calls of the documented interface, oldest first. */
  calls(): readonly Readonly<Call>[];
  /** All Rails of a company, oldest first, in the form of `GET /rails`. */
  rails(company: string): readonly unknown[];
  /** Makes a Rail into a new wallet of the company, as another program with its token would. Faults do not apply. */
  makeRail(company: string): void;
  /** The ids of the company's Rails that a text names, by id or entry point; none after the stop. */
  railsIn(company: string, text: string): readonly string[];
  /** The page of the company's bank and chain; for a Rail, with the form for a deposit filled in. */
  pageUrl(company: string, rail?: string): string;
  /** Ends at once, and cuts off open connections and delayed answers. */
  stop(): Promise<void>;
}

interface Options {
  /** 0, also when absent, is a free port. */
  port?: number;
  /** The directory of the state; without it the state is in memory and ends with the service. */
  dataDir?: string;
  /** Companies with their tokens, which are not stored. `/sandbox/tokens` issues more of both. */
  companies: readonly Company[];
  pageSize?: number;
  /** The rate, fee and times of conversions; one to one, no fee and no wait when absent. */
  simulation?: SimulationOptions;
  /** ISO 8601 in UTC. */
  clock?: () => string;
}

/**
 * Starts the sandbox Rail service on loopback. Rejects with a StartError if a port or directory is in use or unusable, or
 * if two companies have the same token.
 */
export async function startRailService({
  port = 0,
  dataDir,
  companies,
  pageSize = PAGE_SIZE,
  simulation,
  clock = () => new Date().toISOString(),
}: Options): Promise<RailService> {
  using opening = new DisposableStack();
  const database = opening.use(openDatabase(dataDir));
  const core = createCore(database, { clock, settings: simulation });
  const { state, outside, settlement, changes } = core;
  const openCompany = (name: string) => outside.openFor(name);
  const tokens = createTokens(database, { configured: companies, openCompany, clock });
  for (const { name, outside: options } of companies) outside.openFor(name, options);
  core.places.notYetOpen().forEach(openCompany);
  const engine = startEngine(settlement, () => Date.parse(clock()));
  opening.defer(engine.stop);
  changes.listen(engine.wake);
  const faults = createFaults();
  const calls: Call[] = [];
  const stopping = new AbortController();
  const app = createApp({
    state,
    bankAndChain: core,
    pageSize,
    tokens,
    faults,
    calls,
    stopping: stopping.signal,
    clock,
  });
  // The bot may run in this process, so hono must not replace Node's Request and Response.
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));

  const boundPort = await listen(server, port).catch((cause: unknown) => {
    throw new StartError("port-unusable", `Port ${port} cannot be used: ${reason(cause)}`, {
      cause,
    });
  });

  const opened = opening.move();
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    stopping.abort();
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
    opened.dispose();
  }

  return {
    baseUrl: `http://${LOOPBACK}:${boundPort}${PREFIX}`,
    faults,
    calls: () => calls.map((call) => ({ ...call })),
    rails: (company) => state.listRails(company, { offset: 0, limit: -1 }).map(railResource),
    makeRail(company) {
      const wallet: Wallet = { id: newId("wa"), isCustodial: false, ...ELSEWHERE };
      state.addWallet(company, wallet);
      const destination = { asset: "GBPA" as const, wallet_id: wallet.id };
      const source = { asset: "GBP" as const };
      state.addRail(
        company,
        newRail(company, { type: "ON_RAMP", metadata: null, source, destination, wallet }, clock()),
      );
    },
    railsIn: (company, text) => (stopped ? [] : railsIn(core, company, text)),
    pageUrl: (company, rail) =>
      `http://${LOOPBACK}:${boundPort}/sandbox#${encodeURIComponent(company)}${rail ? `/${rail}/pay` : ""}`,
    stop: () => (stopped ??= stop()),
  };
}

const ELSEWHERE = {
  displayName: "Elsewhere",
  network: "SOLANA_DEVNET",
  address: "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE",
} as const;

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const isBusy = "code" in cause && cause.code === "EADDRINUSE";
  return isBusy ? "another program is listening on it." : cause.message;
}
