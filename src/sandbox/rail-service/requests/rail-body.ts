import { z } from "zod";
import type { BankAccount, Wallet } from "../entities.ts";
import { fiat, metadata, network, object, railType, stablecoin, text } from "./fields.ts";
import type { Judgement } from "./read-body.ts";

/** Finds a destination that the calling company has whitelisted, and no other. */
interface Whitelist {
  wallet(id: string): Wallet | undefined;
  bankAccount(id: string): BankAccount | undefined;
}

/** Ids are strings, as in the document's examples. Its schema says integer, which identifies nothing here. */
const idOf = (what: string, prefix: string) =>
  text.describe(
    `Public id of the whitelisted destination ${what}, as the creating endpoint returned it. The document types it ` +
      `integer in its schema, but shows a prefixed string (\`${prefix}<id>\`) in usage: here it is the string.`,
  );

export const onRampBody = object({
  type: z.literal("ON_RAMP"),
  metadata,
  source: object({ asset: fiat }),
  destination: object({ asset: stablecoin, wallet_id: idOf("wallet", "wa_") }),
});

export const offRampBody = object({
  type: z.literal("OFF_RAMP"),
  metadata,
  source: object({
    asset: stablecoin,
    network_id: network.describe("Network identifier of the dedicated wallet."),
  }),
  destination: object({ asset: fiat, bank_account_id: idOf("bank account", "bka_") }),
});

/** The body of `POST /rails`, as far as a schema can judge it. */
export const railBody = z.discriminatedUnion("type", [onRampBody, offRampBody]);

/** A valid body of `POST /rails`, with the destination of its id. */
export type RailRequest =
  | (z.output<typeof onRampBody> & { wallet: Wallet })
  | (z.output<typeof offRampBody> & { bankAccount: BankAccount });

/**
 * Reads the body of `POST /rails`. The type decides what the other fields may be, so under an unknown type they are judged
 * only by rules that both types share.
 */
export function readRailBody(body: unknown, whitelist: Whitelist): Judgement<RailRequest> {
  switch (bodyWithType.safeParse(body).data?.type) {
    case "ON_RAMP":
      return completed(onRampBody.safeParse(body), idIn(body, "wallet_id"), (id) => {
        const wallet = whitelist.wallet(id);
        return wallet && { wallet };
      });
    case "OFF_RAMP":
      return completed(offRampBody.safeParse(body), idIn(body, "bank_account_id"), (id) => {
        const bankAccount = whitelist.bankAccount(id);
        return bankAccount && { bankAccount };
      });
    case undefined:
      return bodyOfUnknownType.safeParse(body);
  }
}

const bodyWithType = object({ type: railType });

/** An unknown type is never valid; the pipe tells the compiler so. */
const bodyOfUnknownType = object({
  type: railType,
  metadata,
  source: object({ asset: text }),
  destination: object({ asset: text }),
}).pipe(z.never());

interface DestinationId {
  field: "wallet_id" | "bank_account_id";
  /** Undefined if it is no text: the schema reports that. */
  id: string | undefined;
}

function idIn(body: unknown, field: DestinationId["field"]): DestinationId {
  return { field, id: bodyWithIds.safeParse(body).data?.destination[field] };
}

const idAlone = text.optional().catch(undefined);
const bodyWithIds = z.object({
  destination: z.object({ wallet_id: idAlone, bank_account_id: idAlone }),
});

/**
 * Adds the destination of the id. A schema cannot look it up, but a missing one is reported together with the faults of
 * the schema.
 */
function completed<Body extends object, Destination extends object>(
  judged: Judgement<Body>,
  { field, id }: DestinationId,
  find: (id: string) => Destination | undefined,
): Judgement<Body & Destination> {
  const found = id === undefined ? undefined : find(id);
  if (judged.success && found) return { success: true, data: { ...judged.data, ...found } };

  const issues = [...(judged.error?.issues ?? [])];
  if (id !== undefined && !found) {
    const message = `must be the id of a whitelisted ${WHITELISTED[field]}`;
    issues.push({ code: "custom", path: ["destination", field], message });
  }
  return { success: false, error: { issues } };
}

const WHITELISTED = { wallet_id: "wallet", bank_account_id: "bank account" };
