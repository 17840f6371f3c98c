import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { ValidationError } from "../../../src/sandbox/rail-service/requests/schemas.ts";
import { type RailService, startRailService } from "../../../src/sandbox/rail-service/server.ts";
import { expectDescribed, PREFIX } from "./described.ts";

export const ACME = { name: "Acme", token: "acme-token" };
export const BIRCH = { name: "Birch", token: "birch-token" };

export const SOLANA_ADDRESS = "7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK";
export const ETHEREUM_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const IBAN = "GB29NWBK60161331926819";

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

interface Sending extends RequestInit {
  /** No stream, so that it can be read once more. */
  body?: string | Buffer<ArrayBuffer>;
}

/** What it sends and gets is held against the description that the service gives of itself. */
export interface Caller {
  get(path: string): Promise<Answer>;
  /** Sends JSON; a string is sent as it stands. */
  post(path: string, body: unknown, contentType?: string): Promise<Answer>;
  send(path: string, init: Sending): Promise<Answer>;
  /** For what no description foresees: it is held against nothing. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

type Options = Partial<Parameters<typeof startRailService>[0]>;

/** A Rail service of this test, with two companies, stopped at the test's end. */
export async function aRailService(options: Options = {}): Promise<RailService> {
  const service = await startRailService({ companies: [ACME, BIRCH], ...options });
  onTestFinished(() => service.stop());
  return service;
}

/** The same, with the first of the two as it calls. */
export async function anAcme(options?: Options) {
  const service = await aRailService(options);
  const { baseUrl } = service;
  return { service, baseUrl, company: as(ACME, baseUrl) };
}

/** A directory of this test, removed at the test's end. */
export async function aDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "rail-service-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Calls the service over HTTP as a company, or as nobody. */
export function as(company: { token: string } | null, baseUrl: string): Caller {
  const authorization = company === null ? undefined : `Bearer ${company.token}`;

  async function fetchIt(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (authorization !== undefined) headers.set("authorization", authorization);
    return fetch(`${baseUrl}${path}`, { ...init, headers });
  }
  async function send(path: string, init: Sending = {}): Promise<Answer> {
    const { method = "GET", body: sent } = init;
    const response = await fetchIt(path, init);
    const { status, headers } = response;
    const body = method === "HEAD" ? undefined : await response.json();
    if (baseUrl.endsWith(PREFIX)) {
      expectDescribed({ method, path, sent: sent?.toString(), status, headers, body });
    }
    return { status, headers, body };
  }

  return {
    fetch: fetchIt,
    send,
    get: (path) => send(path),
    post(path, body, contentType = "application/json") {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const init = { method: "POST", headers: { "content-type": contentType }, body: text };
      return send(path, init);
    },
  };
}

/** Calls the tokens' own endpoint, which needs none. */
export async function tokensAt(baseUrl: string, method: string, path = "", body?: unknown) {
  const answer = await fetch(new URL(`/sandbox/tokens${path}`, baseUrl), {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as unknown };
}

const issued = z.object({ data: z.object({ id: z.string(), token: z.string() }) });

/** A new token of the company. */
export async function issue(baseUrl: string, company: string) {
  const { body } = await tokensAt(baseUrl, "POST", "", { company });
  return { name: company, ...issued.parse(body).data };
}

const withId = z.object({ data: z.object({ id: z.string() }) });

/** The public id in an answer `{ data: { id } }`. */
export function idIn({ body }: Pick<Answer, "body">): string {
  return withId.parse(body).data.id;
}

/** The fields that a 422 names. */
export function fieldsIn({ body }: Answer): string[] {
  return Object.keys(ValidationError.parse(body).errors);
}

export async function whitelistWallet(
  caller: Caller,
  { address = SOLANA_ADDRESS, network = "SOLANA_DEVNET" } = {},
): Promise<string> {
  const wallet = { name: "Treasury", network_id: network, address };
  return idIn(await caller.post("/wallets", wallet));
}

export async function whitelistBankAccount(caller: Caller, iban = IBAN): Promise<string> {
  return idIn(await caller.post("/bank-accounts", { iban, name: "Main account" }));
}

export const onRamp = (walletId: unknown) => ({
  type: "ON_RAMP",
  metadata: ["R-1", "digest"],
  source: { asset: "GBP" },
  destination: { asset: "GBPA", wallet_id: walletId },
});

export const offRamp = (bankAccountId: unknown, network = "SOLANA_DEVNET") => ({
  type: "OFF_RAMP",
  metadata: ["R-2"],
  source: { asset: "GBPA", network_id: network },
  destination: { asset: "GBP", bank_account_id: bankAccountId },
});

/** Creates so many on-ramp Rails, one after the other, and returns their ids. */
export async function createRails(caller: Caller, count: number): Promise<string[]> {
  const walletId = await whitelistWallet(caller);
  const ids: string[] = [];
  while (ids.length < count) ids.push(idIn(await caller.post("/rails", onRamp(walletId))));
  return ids;
}
