/** One entry per version of the schema, applied in order and never changed once released. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE wallets (
    id TEXT PRIMARY KEY,
    company TEXT NOT NULL,
    display_name TEXT NOT NULL,
    is_custodial INTEGER NOT NULL,
    network TEXT NOT NULL,
    address TEXT NOT NULL
  ) STRICT;

  CREATE TABLE bank_accounts (
    id TEXT PRIMARY KEY,
    company TEXT NOT NULL,
    display_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    iban TEXT NOT NULL,
    virtual_details TEXT
  ) STRICT;

  CREATE TABLE rails (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    type TEXT NOT NULL,
    fiat TEXT NOT NULL,
    stablecoin TEXT NOT NULL,
    wallet_id TEXT NOT NULL REFERENCES wallets,
    bank_account_id TEXT NOT NULL REFERENCES bank_accounts,
    metadata TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE INDEX rails_by_company ON rails (company, number);
  CREATE UNIQUE INDEX virtual_ibans ON bank_accounts (iban) WHERE virtual_details IS NOT NULL;
  CREATE UNIQUE INDEX custodial_addresses ON wallets (network, address) WHERE is_custodial = 1;
  `,
];
