import { nextPage, pageAddress } from "./next-page.ts";
import type { RailApi } from "./rail-api.ts";
import { RailApiError } from "./rail-api-error.ts";
import type { RailSpec } from "./rules/rail.ts";
import { bankAccountAnswer, railAnswer, railListAnswer, walletAnswer } from "./schemas.ts";
import { createTransport } from "./transport.ts";

export interface RailApiOptions {
  /** With the version prefix, such as `…/api/v1`; with or without a slash at its end. */
  baseUrl: string;
  token: string;
  /** For one call in all: repeats, pauses and reading the answer included. */
  timeoutMs?: number;
  /** The pause before a repeated read, if the service does not say; growing from 0.3 s when absent. */
  pauseMs?: number;
  maxPages?: number;
}

/**
 * Rail service client for one company's token. Throws a TypeError when the base address or the token could not be used
 * for any call.
 */
export function createRailApi(options: RailApiOptions): RailApi {
  const { token, timeoutMs = 10_000, pauseMs, maxPages = 10_000 } = options;
  const base = readBaseUrl(options.baseUrl);
  // A header cannot carry anything else, and fetch would say so in a message that quotes the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError("The Rail API token is not a token");
  const { read, write } = createTransport({ base, token, timeoutMs, pauseMs });
  const firstPage = new URL("rails", base);

  return {
    async createRail(spec, metadata) {
      const body = toCreateRailBody(spec, metadata);
      return (await write("POST /rails", "rails", body, railAnswer)).data;
    },

    async getRail(id) {
      return (await read("GET /rails/{rail}", railPath(id), railAnswer)).data;
    },

    async *listRails() {
      const seen = new Set<string>();
      let page: URL | null = firstPage;
      while (page) {
        seen.add(page.href);
        const answer = await read("GET /rails", page, railListAnswer);
        yield { rails: answer.data, total: answer.meta.total };
        page = nextPage(answer, { base, current: page, seen, maxPages });
      }
    },

    async readPage(address) {
      const current = address === null ? firstPage : pageAddress(address, { base, current: base });
      const { data, meta, links } = await read("GET /rails", current, railListAnswer);
      const named = (link: string | null) =>
        link === null ? null : pageAddress(link, { base, current }).href;
      return {
        rails: data,
        total: meta.total,
        isFirst: meta.current_page === 1 && links.prev === null,
        isLast: meta.current_page === meta.last_page && links.next === null,
        previous: named(links.prev),
        next: named(links.next),
        last: named(links.last),
      };
    },

    async whitelistWallet({ name, network, address }) {
      const body = { name, network_id: network, address };
      return (await write("POST /wallets", "wallets", body, walletAnswer)).data;
    },

    async whitelistBankAccount({ name, iban }) {
      const body = { iban, name };
      return write("POST /bank-accounts", "bank-accounts", body, bankAccountAnswer);
    },
  };
}

/** The body of `POST /rails`. Ids go back as the strings they came as, although the document's schema says integer. */
function toCreateRailBody(spec: RailSpec, metadata: readonly string[]) {
  switch (spec.type) {
    case "ON_RAMP":
      return {
        type: spec.type,
        metadata,
        source: { asset: spec.source.asset },
        destination: {
          asset: spec.destination.asset,
          wallet_id: spec.destination.wallet.id,
        },
      };
    case "OFF_RAMP":
      return {
        type: spec.type,
        metadata,
        source: { asset: spec.source.asset, network_id: spec.source.network },
        destination: {
          asset: spec.destination.asset,
          bank_account_id: spec.destination.bankAccount.id,
        },
      };
  }
}

function readBaseUrl(baseUrl: string): URL {
  const base = URL.parse(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new TypeError("The Rail API base address is not an http address");
  }
  if (base.username || base.password || base.search || base.hash) {
    throw new TypeError("The Rail API base address can have no credentials, query or fragment");
  }
  return base;
}

/** No Rail can be asked for by an id that URLs take for a folder (`.`, `..`) or cannot spell: it would ask elsewhere. */
function railPath(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) {
    throw new RailApiError("not-found", "GET /rails/{rail}: this cannot be the id of a Rail");
  }
  return `rails/${encodeURIComponent(id)}`;
}
