import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { Places } from "./bank-and-chain/places.ts";
import {
  type BankAccount,
  bankAccountRow,
  type Rail,
  railRow,
  type Wallet,
  walletRow,
} from "./entities.ts";
import { locationOfAccount, locationOfWallet } from "./rail-ends.ts";
import { inTransaction, integer, querying } from "./requests/query.ts";

interface Deps {
  database: DatabaseSync;
  /** Tells the bank and the chain about entry points and whitelisted destinations. */
  places: Pick<Places, "addEntryPoint" | "whitelist">;
  /** Is called for every company whose state changed. */
  onChange(company: string): void;
}

/**
 * The Rails and the whitelisted destinations of all companies, in the given database. No company finds another one's.
 * Each method commits before it returns.
 */
export function createState({ database, places, onChange }: Deps) {
  const wallets = querying(
    database,
    walletRow,
    `SELECT id, display_name AS displayName, is_custodial AS isCustodial, network, address
     FROM wallets`,
  );
  const bankAccounts = querying(
    database,
    bankAccountRow,
    `SELECT id, display_name AS displayName, currency, iban, virtual_details AS virtual
     FROM bank_accounts`,
  );
  const rails = querying(
    database,
    railRow,
    `SELECT id, type, fiat, bank_account_id AS bankAccountId, stablecoin, wallet_id AS walletId,
       metadata, created_at AS createdAt
     FROM rails`,
  );
  const wallet = wallets("WHERE id = ?");
  const bankAccount = bankAccounts("WHERE id = ?");
  const whitelistedWallet = wallets("WHERE company = ? AND id = ? AND is_custodial = 0");
  const whitelistedBankAccount = bankAccounts(
    "WHERE company = ? AND id = ? AND virtual_details IS NULL",
  );
  const rail = rails("WHERE company = ? AND id = ?");
  const railSlice = rails("WHERE company = ? AND nth > ? ORDER BY nth LIMIT ?");
  const railsFromLatest = rails("WHERE company = ? ORDER BY nth DESC LIMIT ?");
  const railCount = querying(
    database,
    z.object({ count: integer }),
    "SELECT coalesce(max(nth), 0) AS count FROM rails WHERE company = ?",
  )();
  const insertWallet = database.prepare(
    `INSERT INTO wallets (id, company, display_name, is_custodial, network, address)
     VALUES (:id, :company, :displayName, :isCustodial, :network, :address)`,
  );
  const insertBankAccount = database.prepare(
    `INSERT INTO bank_accounts (id, company, display_name, currency, iban, virtual_details)
     VALUES (:id, :company, :displayName, :currency, :iban, :virtual)`,
  );
  const insertRail = database.prepare(
    `INSERT INTO rails
       (id, company, nth, type, fiat, bank_account_id, stablecoin, wallet_id, metadata, created_at)
     VALUES
       (:id, :company, :nth, :type, :fiat, :bankAccount, :stablecoin, :wallet, :metadata, :createdAt)`,
  );

  function addWallet(company: string, added: Wallet) {
    insertWallet.run({ ...added, company, isCustodial: added.isCustodial ? 1 : 0 });
  }

  function addBankAccount(company: string, added: BankAccount) {
    insertBankAccount.run({ ...added, company, virtual: toJson(added.virtual) });
  }

  const countRails = (company: string): number => railCount.get(company).count;

  function withEnds({ walletId, bankAccountId, ...rest }: z.output<typeof railRow>): Rail {
    return { ...rest, wallet: wallet.get(walletId), bankAccount: bankAccount.get(bankAccountId) };
  }

  function change(company: string, work: () => void) {
    inTransaction(database, work);
    onChange(company);
  }

  return {
    addWallet(company: string, added: Wallet): void {
      change(company, () => {
        addWallet(company, added);
        places.whitelist(company, locationOfWallet(added), added.displayName);
      });
    },

    addBankAccount(company: string, added: BankAccount): void {
      change(company, () => {
        addBankAccount(company, added);
        places.whitelist(company, locationOfAccount(added), added.displayName);
      });
    },

    /** Saves the Rail and its dedicated entry point in one transaction. */
    addRail(company: string, added: Rail): void {
      change(company, () => {
        if (added.type === "ON_RAMP") addBankAccount(company, added.bankAccount);
        else addWallet(company, added.wallet);
        insertRail.run({
          ...added,
          company,
          nth: countRails(company) + 1,
          bankAccount: added.bankAccount.id,
          wallet: added.wallet.id,
          metadata: toJson(added.metadata),
        });
        places.addEntryPoint(company, added);
      });
    },

    findWhitelistedWallet: (company: string, id: string): Wallet | undefined =>
      whitelistedWallet.find(company, id),

    findWhitelistedBankAccount: (company: string, id: string): BankAccount | undefined =>
      whitelistedBankAccount.find(company, id),

    findRail(company: string, id: string): Rail | undefined {
      const found = rail.find(company, id);
      return found && withEnds(found);
    },

    countRails,

    /** The latest Rails, newest first. */
    latestRails: (company: string, limit: number): Rail[] =>
      railsFromLatest.all(company, limit).map(withEnds),

    /** Oldest first, so that a Rail created between two reads of pages moves none to another page. */
    listRails: (company: string, { offset, limit }: { offset: number; limit: number }): Rail[] =>
      railSlice.all(company, offset, limit).map(withEnds),
  };
}

export type State = ReturnType<typeof createState>;

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));
