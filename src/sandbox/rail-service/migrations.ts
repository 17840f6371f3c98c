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
  `
  -- Where value can be. An IBAN is an address on the network BANK; the service's own places have none.
  CREATE TABLE places (
    number INTEGER PRIMARY KEY,
    company TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    network TEXT,
    address TEXT,
    rail TEXT REFERENCES rails (id),
    is_whitelisted INTEGER NOT NULL DEFAULT 0,
    UNIQUE (company, network, address)
  ) STRICT;

  CREATE UNIQUE INDEX own_places ON places (kind, company) WHERE address IS NULL;
  CREATE UNIQUE INDEX entry_points ON places (network, address) WHERE rail IS NOT NULL;
  CREATE INDEX places_by_address ON places (network, address);
  CREATE INDEX places_by_rail ON places (rail) WHERE rail IS NOT NULL;
  CREATE INDEX outside_places ON places (company, number) WHERE kind IN ('bank-account', 'wallet');

  -- The journal: each row takes an amount, in minor units, from one place of a company to another one of its places.
  CREATE TABLE movements (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    from_place INTEGER NOT NULL REFERENCES places,
    to_place INTEGER NOT NULL REFERENCES places CHECK (to_place <> from_place),
    asset TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    reference TEXT,
    deposit INTEGER REFERENCES deposits,
    -- The half in the books of the company that it came from.
    counterpart INTEGER REFERENCES movements
  ) STRICT;

  CREATE INDEX movements_by_company ON movements (company, number);
  CREATE UNIQUE INDEX one_of_each_kind ON movements (deposit, kind) WHERE deposit IS NOT NULL;

  CREATE TABLE balances (
    place INTEGER NOT NULL REFERENCES places,
    asset TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (place, asset)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER movements_stay_in_a_company BEFORE INSERT ON movements
  WHEN EXISTS (
    SELECT 1 FROM places
    WHERE number IN (NEW.from_place, NEW.to_place) AND company <> NEW.company
  )
  BEGIN SELECT RAISE(ABORT, 'A movement is between two places of one company.'); END;

  CREATE TRIGGER movements_are_booked AFTER INSERT ON movements
  BEGIN
    INSERT INTO balances VALUES (NEW.from_place, NEW.asset, -NEW.amount)
      ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
    INSERT INTO balances VALUES (NEW.to_place, NEW.asset, NEW.amount)
      ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
    SELECT RAISE(ABORT, 'This place cannot hold less than nothing.')
      FROM balances JOIN places ON places.number = balances.place
      WHERE place = NEW.from_place AND asset = NEW.asset AND amount < 0
        AND kind NOT IN ('conversion', 'elsewhere');
  END;

  CREATE TRIGGER movements_are_never_changed BEFORE UPDATE ON movements
  BEGIN SELECT RAISE(ABORT, 'What has moved has moved.'); END;

  CREATE TRIGGER movements_are_never_deleted BEFORE DELETE ON movements
  BEGIN SELECT RAISE(ABORT, 'What has moved has moved.'); END;

  -- What the bank, or the chain, has not told the service yet.
  CREATE TABLE unreported (receipt INTEGER PRIMARY KEY REFERENCES movements) STRICT;

  CREATE TABLE deposits (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    rail TEXT NOT NULL REFERENCES rails (id),
    receipt INTEGER NOT NULL UNIQUE REFERENCES movements,
    at TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    -- When its next step is due, in milliseconds since 1970.
    due INTEGER,
    -- What is to arrive, in minor units of the Rail's destination: fixed by the conversion.
    converted INTEGER
  ) STRICT;

  CREATE INDEX deposits_by_company ON deposits (company, number);
  CREATE INDEX deposits_by_rail ON deposits (rail, number);
  CREATE INDEX due_deposits ON deposits (due) WHERE due IS NOT NULL;

  CREATE TRIGGER deposits_go_forward BEFORE UPDATE OF state ON deposits
  WHEN (OLD.state, NEW.state) NOT IN (
    VALUES ('received', 'converted'), ('converted', 'delivered'), ('held', 'returned')
  )
  BEGIN SELECT RAISE(ABORT, 'A deposit does not go this way.'); END;

  -- What there was before the bank and the chain: entry points, and then all that is whitelisted.
  INSERT INTO places (company, kind, name, network, address, rail)
    SELECT rails.company, 'virtual-account', display_name, 'BANK', iban, rails.id
    FROM rails JOIN bank_accounts ON bank_accounts.id = bank_account_id WHERE type = 'ON_RAMP';
  INSERT INTO places (company, kind, name, network, address, rail)
    SELECT rails.company, 'dedicated-wallet', display_name, column1,
      iif(address LIKE '0x%', lower(address), address), rails.id
    FROM rails JOIN wallets ON wallets.id = wallet_id
      JOIN (VALUES ('SOLANA_DEVNET', 'SOLANA_DEVNET'), ('SOLANA_TESTNET', 'SOLANA_DEVNET'),
        ('ETHEREUM_SEPOLIA', 'ETHEREUM_SEPOLIA')) ON column2 = network
    WHERE type = 'OFF_RAMP';
  INSERT OR IGNORE INTO places (company, kind, name, network, address, is_whitelisted)
    SELECT company, 'bank-account', display_name, 'BANK', iban, 1
    FROM bank_accounts WHERE virtual_details IS NULL
      AND NOT EXISTS (SELECT 1 FROM places WHERE network = 'BANK' AND address = iban);
  INSERT OR IGNORE INTO places (company, kind, name, network, address, is_whitelisted)
    SELECT company, 'wallet', display_name, network,
      iif(address LIKE '0x%', lower(address), address), 1
    FROM wallets WHERE is_custodial = 0
      AND NOT EXISTS (
        SELECT 1 FROM places WHERE places.network = wallets.network
          AND places.address = iif(wallets.address LIKE '0x%', lower(wallets.address), wallets.address)
      );
  `,
  `
  CREATE TABLE tokens (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    last_four TEXT NOT NULL,
    issued_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT;
  `,
  `
  -- The nth Rail of its company: no Rail is ever deleted, so any page is found, and all are counted, by one look.
  ALTER TABLE rails ADD COLUMN nth INTEGER NOT NULL DEFAULT 0;
  UPDATE rails SET nth = counted.nth
    FROM (SELECT number, row_number() OVER (PARTITION BY company ORDER BY number) AS nth FROM rails)
      AS counted
    WHERE counted.number = rails.number;
  DROP INDEX rails_by_company;
  CREATE UNIQUE INDEX rails_by_company ON rails (company, nth);
  `,
];
