import { createServer, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { Rail, RailSpec } from "../../../src/platform/rail-api/rail.ts";
import { createRailApi, type RailApi } from "../../../src/platform/rail-api/rail-api.ts";
import { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import type { TransportOptions } from "../../../src/platform/rail-api/transport.ts";

/** A Rail as `rail-interface.md` shows it, with every field that it names. */
export const railWire = {
  id: "rail_1",
  type: "ON_RAMP",
  source: {
    asset: "GBP",
    type: "fiat",
    bank_account: {
      id: "bka_9",
      display_name: "Acme virtual account",
      currency: "GBP",
      iban: "GB33BUKB20201555555555",
      account_number: "55555555",
      sort_code: "202015",
      bic_swift: "BUKBGB22",
      reference: "ACME-1",
    },
  },
  destination: {
    asset: "GBPA",
    type: "crypto",
    wallet: {
      id: "wa_1",
      display_name: "Treasury cold wallet",
      is_custodial: false,
      network: "SOLANA_DEVNET",
      address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    },
  },
  metadata: { external_id: ["tag-1", "payroll"] },
  human: null,
  created_at: "2026-02-03T04:05:06.000000Z",
};

/** One page of `GET /rails`; by default the only one. */
export function listWire(
  rails: unknown[] = [railWire],
  { next = null, meta = {} }: { next?: string | null; meta?: object } = {},
) {
  const links = [{ url: null, label: "1", active: true }];
  const counts = { current_page: 1, from: 1, last_page: 1, per_page: 15, to: 1 };
  return {
    data: rails,
    meta: { ...counts, links, path: null, total: rails.length, ...meta },
    links: { first: null, last: null, prev: null, next },
  };
}

const { network, address } = railWire.destination.wallet;
export const newWallet = { name: "Treasury cold wallet", network, address };
export const newAccount = { name: "Main account", iban: "GB29NWBK60161331926819" };
export const onRamp: RailSpec = {
  type: "ON_RAMP",
  source: { asset: "GBP", network: null },
  destination: { asset: "GBPA", id: "wa_1" },
};
export const offRamp: RailSpec = {
  type: "OFF_RAMP",
  source: { asset: "GBPA", network },
  destination: { asset: "GBP", id: "bka_7" },
};

/** What is done about a request. */
export type Answer = (response: ServerResponse) => unknown;

/** JSON; a text is sent as it is. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** What a proxy before the service would say. */
export const html = (status: number, headers: Record<string, string> = {}): Answer =>
  json(status, "<!doctype>", { ...headers, "content-type": "text/html" });

/** Promises more than it sends, then hangs up. */
export const cutOff = (status: number): Answer =>
  function cut(response) {
    response.writeHead(status, { "content-length": 100 });
    response.write('{"message":"No."', () => response.destroy());
  };

/** Begins and never ends. */
export const drip =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).write(" ");

/** Blanks without end, as fast as they are taken. */
export const flood: Answer = (response) => {
  const mebibyte = Buffer.alloc(1024 * 1024, " ");
  const more = () => response.write(mebibyte, (error) => error ?? more());
  more();
};

export const reset: Answer = (response) => response.socket?.resetAndDestroy();

/** Pauses pass at once. The time-out comes at `end()`. */
function testTime() {
  const pauses: number[] = [];
  const timeOuts: (AbortSignal | undefined)[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const time = { at: Date.UTC(2026, 1, 3, 12), pauses, timeOuts, end };
  async function wait(ms: number, signal?: AbortSignal) {
    if (ms !== 10_000) {
      pauses.push(ms);
      time.at += ms;
      return;
    }
    timeOuts.push(signal);
    return over;
  }
  return { time, wait, now: () => time.at };
}

export function clientOf(options: Partial<TransportOptions>) {
  const { time, ...clock } = testTime();
  const baseUrl = "http://rails.invalid/api/v1";
  return { time, api: createRailApi({ baseUrl, token: "token-1", fetch, ...clock, ...options }) };
}

/** A Rail service on loopback that gives these answers in turn, the last one again and again. */
export async function railService(...answers: Answer[]) {
  const received: { method: string; url: string; authorization: string; body: string }[] = [];
  const { promise: asked, resolve: arrive } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    received.push({ method, url, authorization: headers.authorization ?? "", body });
    (answers[received.length - 1] ?? answers.at(-1))?.(response);
    arrive();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = Object(server.address());
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  /** `asked`: the first request has arrived, and its answer, if any, has begun. */
  return { ...clientOf({ baseUrl }), baseUrl, received, asked };
}

/** Everything that a complete walk shows. */
export async function walked(api: RailApi): Promise<Rail[]> {
  const rails: Rail[] = [];
  await api.walk((page) => void rails.push(...page));
  return rails;
}

/** The error that a call ends with; fails the test when it is no `RailApiError`. */
export async function thrownBy(call: Promise<unknown>): Promise<RailApiError> {
  const error: unknown = await call.then(
    (value) => new Error(`nothing was thrown, but answered: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof RailApiError) return error;
  throw error;
}
