import { serve } from "../shared/listen.ts";
import { createListeners } from "../shared/listeners.ts";
import { type Call, createApp, PREFIX } from "./app.ts";
import { createBooks } from "./bank-and-chain/books.ts";
import { createDeposits } from "./bank-and-chain/deposits.ts";
import { createLedger } from "./bank-and-chain/ledger.ts";
import { createOutside, type Known } from "./bank-and-chain/outside.ts";
import { createPlaces } from "./bank-and-chain/places.ts";
import { openDatabase } from "./database.ts";
import { createFaults } from "./interface/faults.ts";
import { newRail } from "./interface/operations.ts";
import { newId, type Rail, type Wallet } from "./interface/resources.ts";
import { addressOfPage } from "./page/page.ts";
import { railsIn } from "./rails-in.ts";
import { createStore } from "./store.ts";
import { createTokens } from "./tokens.ts";

/** Its first account and wallet are made up unless they are known. */
interface Company extends Known {
  name: string;
  token: string;
}

export type RailService = Awaited<ReturnType<typeof startRailService>>;

interface Options {
  /** 0, also when absent, is a free port. */
  port?: number;
  /** The directory of the state; without it the state is in memory and ends with the service. */
  dataDir?: string;
  /** Companies with their tokens, which are not stored. */
  companies: readonly Company[];
  /** The document shows no page size. */
  pageSize?: number;
  /** ISO 8601 in UTC. */
  clock?: () => string;
}

/** A long-lived service remembers only its latest calls. */
const REMEMBERED = 10_000;

/** Rejects with a StartError if a port or directory, or two companies' token, cannot be used. */
export async function startRailService({
  port = 0,
  dataDir,
  companies,
  pageSize = 15,
  clock = () => new Date().toISOString(),
}: Options) {
  using opening = new DisposableStack();
  const database = opening.use(openDatabase(dataDir));
  const changes = createListeners<string>();
  const places = createPlaces(database);
  const common = { database, places, clock, onChange: changes.tell };
  const store = createStore(common);
  const ledger = createLedger(common);
  const deposits = createDeposits({ database, store, places, ledger });
  const books = createBooks({ store, places, ledger, deposits });
  const outside = createOutside({ places, ledger, deposits });
  const tokens = createTokens(database, companies);
  for (const { name, ...known } of companies) outside.openFor(name, known);

  const stopping = new AbortController();
  let isPlanned = false;
  /** Each step tells of a change, which plans the next one; requests are answered between them. */
  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      if (!stopping.signal.aborted) deposits.step();
    });
  }

  const faults = createFaults();
  const calls: Call[] = [];
  function onCall(call: Call): void {
    calls.push(call);
    if (calls.length > REMEMBERED) calls.shift();
  }
  const bankAndChain = { places, outside, books, deposits, changes };
  const api = { store, pageSize, tokens, faults, onCall, clock };
  const app = createApp({ ...bankAndChain, ...api, stopping: stopping.signal });
  const { origin, close } = await serve(app.fetch, port);
  changes.listen(plan);
  plan();

  const opened = opening.move();
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    stopping.abort();
    await close();
    opened.dispose();
  }

  return {
    /** The documented paths begin here: `http://127.0.0.1:PORT/api/v1`. */
    baseUrl: origin + PREFIX,
    faults,
    /** The latest calls of the documented interface, oldest first. */
    calls: (): readonly Readonly<Call>[] => calls.map((call) => ({ ...call })),
    /** All Rails of a company, oldest first, in the form of `GET /rails`. */
    rails: (company: string): readonly Rail[] => store.rails(company),
    /** Makes a Rail as another program with the company's token would. Faults do not apply. */
    makeRail(company: string): void {
      const wallet: Wallet = { ...ELSEWHERE, id: newId("wa") };
      store.addDestination(company, wallet);
      const destination = { asset: "GBPA", wallet_id: wallet } as const;
      const source = { asset: "GBP" } as const;
      const body = { type: "ON_RAMP", metadata: null, source, destination } as const;
      store.addRail(company, newRail(company, body, clock()));
    },
    /** The company's Rails that a text names, by id or entry point; none after the stop. */
    railsIn: (company: string, text: string): readonly string[] =>
      stopped ? [] : railsIn(store, places, company, text),
    /** The page of the company's bank and chain; for a Rail, with a deposit into it filled in. */
    pageUrl: (company: string, rail?: string): string => origin + addressOfPage(company, rail),
    /** Ends at once, and cuts off open connections and delayed answers. */
    stop: (): Promise<void> => (stopped ??= stop()),
  };
}

const ELSEWHERE = {
  display_name: "Elsewhere",
  is_custodial: false,
  network: "SOLANA_DEVNET",
  address: "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE",
} as const;
