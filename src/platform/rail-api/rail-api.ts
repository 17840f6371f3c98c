import { z } from "zod";
import {
  bankAccountResource,
  isUsableId,
  type Rail,
  type RailSpec,
  railResource,
  serviceId,
  walletResource,
} from "./rail.ts";
import { RailApiError } from "./rail-api-error.ts";
import { createTransport, type TransportOptions } from "./transport.ts";
import { walkRails } from "./walk.ts";

const railAnswer = z.object({ data: railResource });
const walletAnswer = z.object({ data: walletResource });

/** The document does not show it, and one place of it types ids as integers. */
const bankAccountAnswer = z.unknown().transform((answer) => {
  const shown = z.object({ data: z.unknown() }).safeParse(answer).data?.data ?? answer;
  const withId = z.object({ id: z.union([serviceId, z.int().transform(String)]) });
  return {
    id: withId.safeParse(shown).data?.id ?? null,
    bankAccount: bankAccountResource.safeParse(shown).data ?? null,
  };
});

export type RailApi = ReturnType<typeof createRailApi>;

/**
 * `rail-interface.md`, "Endpoints", for one company's token. All throw `RailApiError`; each POST is
 * sent once at most. Throws a TypeError for a token that no call could use.
 */
export function createRailApi(options: TransportOptions) {
  // A header cannot carry anything else, and fetch's own message would quote the token.
  if (!/^[\x21-\x7e]+$/.test(options.token)) throw new TypeError("The Rail API token is no token");
  const { read, write } = createTransport(options);

  return {
    async createRail(spec: RailSpec, metadata: readonly string[]): Promise<Rail> {
      const body = { ...toRailBody(spec), metadata };
      return (await write("POST /rails", "rails", body, railAnswer)).data;
    },

    /** The answer may show another Rail: compare its id before you use it. */
    async getRail(id: string): Promise<Rail> {
      if (!isUsableId(id)) {
        throw new RailApiError("not-found", "GET /rails/{rail}: no Rail can have this id");
      }
      const path = `rails/${encodeURIComponent(id)}`;
      return (await read("GET /rails/{rail}", path, railAnswer)).data;
    },

    /**
     * `onPage` gets the Rails of each page, some perhaps twice; those without an id come at the
     * end, each once. What it throws ends the walk. Only the end says that the walk was complete.
     */
    walk: (onPage: (rails: Rail[]) => void | Promise<void>) =>
      walkRails(new URL(`${options.baseUrl}/`), read, onPage),

    async createWallet({ name, network, address }: Record<"name" | "network" | "address", string>) {
      const body = { name, network_id: network, address };
      return (await write("POST /wallets", "wallets", body, walletAnswer)).data;
    },

    /** `iban` is in electronic spelling. All of the answer may be missing. */
    createBankAccount: ({ name, iban }: Record<"name" | "iban", string>) =>
      write("POST /bank-accounts", "bank-accounts", { iban, name }, bankAccountAnswer),
  };
}

/** Ids go back as the strings they came as, although the document's schema says integer. */
function toRailBody({ type, source, destination: { asset, id } }: RailSpec) {
  return {
    type,
    source: { asset: source.asset, ...(source.network && { network_id: source.network }) },
    destination: { asset, ...(type === "ON_RAMP" ? { wallet_id: id } : { bank_account_id: id }) },
  };
}
