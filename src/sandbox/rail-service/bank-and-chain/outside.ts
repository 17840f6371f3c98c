import { electronicFormatIBAN } from "ibantools";
import { z } from "zod";
import { atBank, type ChainNetwork, newAddress, onChain } from "../addresses.ts";
import { newAccount } from "../interface/entry-points.ts";
import { object, oneOf, text } from "../interface/fields.ts";
import type { Deposits } from "./deposits.ts";
import type { Ledger } from "./ledger.ts";
import type { Places } from "./places.ts";

/** The interface knows fewer assets: with more, people can send the wrong one. */
export const ASSETS = ["GBP", "EUR", "GBPA", "USDC"] as const;

/** Of the first account and the first wallet, what is not made up. */
export interface Known {
  iban?: string;
  wallet?: { name: string; address: string };
}

/** All assets have two decimals: of stablecoins the document shows none. */
const MINOR = 100;
/** What a company has outside at first: to send the right asset, the wrong one, the wrong way. */
const USUAL: readonly {
  name: string;
  network: "BANK" | ChainNetwork;
  holds: Partial<Record<(typeof ASSETS)[number], number>>;
}[] = [
  { name: "Operating account", network: "BANK", holds: { GBP: 250_000, EUR: 20_000 } },
  { name: "Petty cash", network: "BANK", holds: { GBP: 1_500 } },
  { name: "Treasury wallet", network: "SOLANA_DEVNET", holds: { GBPA: 100_000, USDC: 5_000 } },
  { name: "Ethereum wallet", network: "ETHEREUM_SEPOLIA", holds: { GBPA: 25_000 } },
  { name: "Testnet wallet", network: "SOLANA_TESTNET", holds: { GBPA: 10_000 } },
];

/** A SEPA payment carries at most this many characters. */
const LONGEST_REFERENCE = 140;

/** With or without commas between groups of three; in minor units. */
const AMOUNT = /^(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/;

const amount = text.transform((typed, context) => {
  const [, whole = "0", decimals = ""] = AMOUNT.exec(typed.trim()) ?? [];
  const minor = Number(whole.replaceAll(",", "") + decimals.padEnd(2, "0"));
  if (minor > 0) return minor;
  const message = "must be an amount with a point before its decimals, such as 1,250.50";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** The body of `POST …/payments`: from the number of a place of the company's own. */
export const paymentBody = object({
  from: text.regex(/^\d{1,9}$/, { error: "must be the number of an account or wallet" }),
  /** An IBAN, or an address on the network of the wallet. People copy both with blanks. */
  to: text.transform((typed) => typed.replaceAll(/\s/g, "")),
  asset: oneOf(ASSETS),
  amount,
  reference: text
    .refine(({ length }) => length <= LONGEST_REFERENCE, {
      error: `must not be longer than ${LONGEST_REFERENCE} characters`,
    })
    .nullish()
    .transform((value) => value || null),
});

interface Deps {
  places: Places;
  ledger: Ledger;
  deposits: Deposits;
}

/** The bank and the chain as their customers use them. */
export function createOutside({ places, ledger, deposits }: Deps) {
  return {
    /** Opens the company's usual accounts and wallets the first time; later calls do nothing. */
    openFor(company: string, { iban, wallet }: Known = {}): void {
      ledger.transact(company, () => {
        if (!places.openOwn(company)) return;
        const from = places.own(company, "elsewhere");
        const known = new Map([
          ["Operating account", { name: "Operating account", address: iban }],
          ["Treasury wallet", wallet],
        ]);
        for (const { network, holds, name: usual } of USUAL) {
          const { name = usual, address } = known.get(usual) ?? {};
          const location =
            network === "BANK"
              ? atBank(address ?? newAccount("OUTB").iban)
              : onChain(network, address ?? newAddress(network));
          const to = places.open(company, location, name);
          for (const [asset, whole] of Object.entries(holds)) {
            ledger.send({ kind: "opening", from, to, asset, amount: whole * MINOR });
          }
        }
      });
    },

    /** Returns the number of the movement, or the field that refuses it and why. */
    pay(
      company: string,
      payment: z.output<typeof paymentBody>,
    ): number | readonly [string, string] {
      const { asset, amount, reference } = payment;
      const from = places.outside(company).find(({ number }) => number === Number(payment.from));
      if (!from?.network) {
        return ["from", "must be an account or wallet of the company's own"];
      }
      const location =
        from.network === "BANK"
          ? atBank(electronicFormatIBAN(payment.to) ?? "")
          : onChain(from.network, payment.to);
      const to = places.find(company, location);
      if (!to) return ["to", "must be known here: nothing is sent into nowhere"];
      if (to.number === from.number) return ["to", "must be another one than from"];
      const held = ledger.balances(from).find((each) => each.asset === asset)?.amount ?? 0;
      if (held < amount) return ["amount", "is more than there is"];
      return ledger.transact(company, () => {
        const sent = ledger.send({ kind: "payment", from, to, asset, amount, reference });
        deposits.takeIn(sent);
        return sent;
      });
    },
  };
}

export type Outside = ReturnType<typeof createOutside>;
