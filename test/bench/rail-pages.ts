import { z } from "zod";
import { temporaryDirectory } from "../support/embedded.ts";
import type { Figure } from "./figure.ts";
import { inMb, inMs, quantile } from "./figure.ts";
import { fillRails } from "./fill-rails.ts";
import { memoryOf } from "./memory-of.ts";
import { sandboxProcess } from "./sandbox-process.ts";

const MANY = 100_000;
const FEW = 100;
const TIMES = 500;
const PER_PAGE = 15;

/** What `npm run rail-service` has unless told. */
const COMPANY = "Sandbox company";
const TOKEN = "sandbox-token";
const WALLET = {
  name: "Treasury",
  network_id: "SOLANA_DEVNET",
  address: "7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK",
};

const READS = {
  first: `The first page of ${MANY} Rails`,
  middle: `The middle page of ${MANY} Rails`,
  last: `The last page of ${MANY} Rails`,
  books: `What the bank and chain page shows beside ${MANY} Rails`,
};
type Read = keyof typeof READS;

interface Measured {
  /** In milliseconds, each of many. */
  reads: Record<Read, number[]>;
  posts: number[];
  /** In bytes: before the pages are read, and after as many of them as there are with many Rails. */
  memory: { before: number; after: number };
}

/**
 * The sandbox's Rail service as a process, over HTTP: how long it takes for a page of 100,000 Rails and for one Rail more, and
 * what it holds of memory once all of them were read; beside it the same with a hundred Rails and as many requests.
 */
export async function railPages(): Promise<Figure[]> {
  const few = await measuredWith(FEW);
  const many = await measuredWith(MANY);
  const compared = (what: string, of: (measured: Measured) => number[]): Figure => {
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(of(many), share)) as [number, number];
    const [least, most] = [0.5, 0.99].map((share) => quantile(of(few), share)) as [number, number];
    return {
      what,
      measured: `p50 ${inMs(p50)}, p99 ${inMs(p99)}`,
      baseline: `with ${FEW} p50 ${inMs(least)}, p99 ${inMs(most)}`,
      ratio: p50 / least,
      aim: "p99 < 20 ms",
    };
  };
  const { before, after } = many.memory;
  return [
    ...typed(READS).map(([read, what]) => compared(what, ({ reads }) => reads[read])),
    compared(`One more Rail beside ${MANY}`, ({ posts }) => posts),
    {
      what: `Memory of the Rail service after all pages of ${MANY} Rails`,
      measured: `${inMb(after)}, before them ${inMb(before)}`,
      baseline: `with ${FEW}, after as many requests, ${inMb(few.memory.after)}`,
      ratio: after / few.memory.after,
      aim: "bounded",
    },
  ];
}

async function measuredWith(count: number): Promise<Measured> {
  await using open = new AsyncDisposableStack();
  const { path, remove } = await temporaryDirectory();
  open.defer(remove);
  const walletId = await whitelistedIn(path);
  fillRails({ dataDir: path, company: COMPANY, walletId, count });

  const { pid, url } = open.use(await sandboxProcess("rail-service", path));
  const lastPage = Math.ceil(count / PER_PAGE);
  const page = (number: number) => `${url}/rails?page=${number}`;
  const addresses: Record<Read, string> = {
    first: page(1),
    middle: page(Math.ceil(lastPage / 2)),
    last: page(lastPage),
    books: new URL(`/sandbox/companies/${encodeURIComponent(COMPANY)}/books`, url).href,
  };
  // Code that has not run yet is slow, with any number of Rails.
  for (let nth = 1; nth <= TIMES; nth += 1) await call(page(1));

  const reads: Measured["reads"] = { first: [], middle: [], last: [], books: [] };
  for (let nth = 1; nth <= TIMES; nth += 1) {
    for (const [read, address] of typed(addresses)) {
      reads[read].push(await timeOf(() => call(address)));
    }
  }
  const before = (await memoryOf(pid)).now;
  for (let nth = 0; nth < MANY / PER_PAGE; nth += 1) await call(page(1 + (nth % lastPage)));
  const after = (await memoryOf(pid)).now;

  const posts: number[] = [];
  const asked = {
    type: "ON_RAMP",
    source: { asset: "GBP" },
    destination: { asset: "GBPA", wallet_id: walletId },
  };
  for (let nth = 1; nth <= TIMES; nth += 1) {
    posts.push(await timeOf(() => call(`${url}/rails`, asked)));
  }
  return { reads, posts, memory: { before, after } };
}

async function whitelistedIn(dataDir: string): Promise<string> {
  await using service = await sandboxProcess("rail-service", dataDir);
  const answer = z.object({ data: z.object({ id: z.string() }) });
  return answer.parse(await call(`${service.url}/wallets`, WALLET)).data.id;
}

const typed = (each: Record<Read, string>) => Object.entries(each) as [Read, string][];

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function call(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} of ${url}`);
  return answer.json();
}
