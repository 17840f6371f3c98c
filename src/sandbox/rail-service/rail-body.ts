import { z } from "zod";
import type { BankAccount, Wallet } from "./entities.ts";
import { fiat, metadata, network, object, railType, stablecoin, text } from "./fields.ts";

/** Finds what the calling company has whitelisted; everything else is unknown to it. */
interface Whitelist {
  wallet(id: string): Wallet | undefined;
  bankAccount(id: string): BankAccount | undefined;
}

/** A body of `POST /rails` that is right, with the destination in the place of its id. */
export type RailRequest = z.output<ReturnType<typeof onRampBody> | ReturnType<typeof offRampBody>>;

/**
 * Reads the body of `POST /rails`. The type decides what the other fields may be, so under an unknown
 * type they are judged only as far as both types agree.
 */
export function readRailBody(
  body: unknown,
  whitelist: Whitelist,
): z.ZodSafeParseResult<RailRequest> {
  switch (bodyWithType.safeParse(body).data?.type) {
    case "ON_RAMP":
      return onRampBody(whitelist).safeParse(body);
    case "OFF_RAMP":
      return offRampBody(whitelist).safeParse(body);
    case undefined:
      return bodyOfUnknownType.safeParse(body);
  }
}

function onRampBody(whitelist: Whitelist) {
  return object({
    type: z.literal("ON_RAMP"),
    metadata,
    source: object({ asset: fiat }),
    destination: object({
      asset: stablecoin,
      wallet_id: idOf("wallet", whitelist.wallet),
    }).transform(({ asset, wallet_id }) => ({ asset, wallet: wallet_id })),
  });
}

function offRampBody(whitelist: Whitelist) {
  return object({
    type: z.literal("OFF_RAMP"),
    metadata,
    source: object({ asset: stablecoin, network_id: network }),
    destination: object({
      asset: fiat,
      bank_account_id: idOf("bank account", whitelist.bankAccount),
    }).transform(({ asset, bank_account_id }) => ({ asset, bankAccount: bank_account_id })),
  });
}

const bodyWithType = object({ type: railType });

/** Never right, since its type is not; the pipe tells the compiler so. */
const bodyOfUnknownType = object({
  type: railType,
  metadata,
  source: object({ asset: text }),
  destination: object({ asset: text }),
}).pipe(z.never());

/** Ids are strings, as in the document's usage; its schema's integers name nothing here. */
function idOf<Destination>(what: string, find: (id: string) => Destination | undefined) {
  return text.transform((id, context) => {
    const found = find(id);
    if (found !== undefined) return found;
    context.addIssue({ code: "custom", message: `must be the id of a whitelisted ${what}` });
    return z.NEVER;
  });
}
