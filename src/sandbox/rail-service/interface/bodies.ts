import { isValidIBAN } from "ibantools";
import { z } from "zod";
import { isAddress } from "../addresses.ts";
import { metadata, name, object, oneOf, oneOfNow, text } from "./fields.ts";
import {
  ANNOUNCED_STABLECOIN,
  type BankAccount,
  FIATS,
  NETWORKS,
  RAIL_TYPES,
  STABLECOINS,
  type Wallet,
} from "./resources.ts";

/** Finds what the calling company has whitelisted, and nothing of another company. */
export interface Whitelist {
  wallet(id: string): Wallet | undefined;
  bankAccount(id: string): BankAccount | undefined;
}

const railType = oneOf(RAIL_TYPES);
const fiat = oneOf(FIATS);
const stablecoin = oneOfNow(STABLECOINS, ANNOUNCED_STABLECOIN);
const network = oneOf(NETWORKS);

/** Ids are strings, as in the document's examples: the integer of its schema identifies nothing. */
const whitelisted = <Thing>(what: string, find: (id: string) => Thing | undefined) =>
  text.transform((id, context) => {
    const found = find(id);
    if (found) return found;
    context.addIssue({ code: "custom", message: `must be the id of a whitelisted ${what}` });
    return z.NEVER;
  });

const onRampBody = ({ wallet }: Whitelist) =>
  object({
    type: z.literal("ON_RAMP"),
    metadata,
    source: object({ asset: fiat }),
    destination: object({ asset: stablecoin, wallet_id: whitelisted("wallet", wallet) }),
  });

const offRampBody = ({ bankAccount }: Whitelist) =>
  object({
    type: z.literal("OFF_RAMP"),
    metadata,
    source: object({ asset: stablecoin, network_id: network }),
    destination: object({
      asset: fiat,
      bank_account_id: whitelisted("bank account", bankAccount),
    }),
  });

/** An unknown type is never valid, and the other fields are judged by what both types share. */
const bodyOfUnknownType = object({
  type: railType,
  metadata,
  source: object({ asset: text }),
  destination: object({ asset: text }),
}).pipe(z.never());

export type RailBody =
  | z.output<ReturnType<typeof onRampBody>>
  | z.output<ReturnType<typeof offRampBody>>;

/** The schema of a body of `POST /rails`: its type decides what the other fields may be. */
export function railBody(body: object, whitelist: Whitelist): z.ZodType<RailBody> {
  switch (z.object({ type: railType }).safeParse(body).data?.type) {
    case "ON_RAMP":
      return onRampBody(whitelist);
    case "OFF_RAMP":
      return offRampBody(whitelist);
    case undefined:
      return bodyOfUnknownType;
  }
}

/** The body of `POST /wallets`. */
export const walletBody = object({ name, network_id: network, address: text }).refine(
  ({ network_id, address }) => isAddress(network_id, address),
  {
    path: ["address"],
    error: "must be an address on the network",
    // Otherwise zod skips the check if the name fails, and the answer does not name the address.
    when: ({ value }) => z.object({ network_id: network, address: text }).safeParse(value).success,
  },
);

/** The body of `POST /bank-accounts`: the IBAN has capitals and no spaces. */
export const bankAccountBody = object({
  name,
  iban: text.refine((value) => isValidIBAN(value), {
    error: "must be a valid IBAN without spaces",
  }),
});
