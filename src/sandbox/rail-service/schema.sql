-- Amounts are whole minor units, at most 10^15 in all, so a number holds each of them exactly.

CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,
  company TEXT NOT NULL
) STRICT;

-- Whitelisted wallets and bank accounts, and Rails, each in JSON as the interface shows it.
CREATE TABLE destinations (
  id TEXT PRIMARY KEY,
  company TEXT NOT NULL,
  resource TEXT NOT NULL
) STRICT;

-- The nth Rail of its company. No Rail is ever deleted, so the last one's number counts them all.
CREATE TABLE rails (
  id TEXT PRIMARY KEY,
  company TEXT NOT NULL,
  nth INTEGER NOT NULL,
  resource TEXT NOT NULL,
  UNIQUE (company, nth)
) STRICT;

-- Where value can be. An IBAN is an address on the network BANK.
CREATE TABLE places (
  number INTEGER PRIMARY KEY,
  company TEXT NOT NULL,
  -- outside: the company's own account or wallet; entry-point: a Rail's account or wallet;
  -- conversion: the service's own; elsewhere: the source of all opening balances.
  kind TEXT NOT NULL CHECK (kind IN ('outside', 'entry-point', 'conversion', 'elsewhere')),
  name TEXT NOT NULL,
  network TEXT,
  address TEXT,
  rail TEXT REFERENCES rails,
  is_whitelisted INTEGER NOT NULL DEFAULT 0,
  UNIQUE (company, network, address)
) STRICT;

CREATE UNIQUE INDEX own_places ON places (company, kind) WHERE address IS NULL;
CREATE UNIQUE INDEX entry_points ON places (network, address) WHERE rail IS NOT NULL;
CREATE INDEX places_by_rail ON places (rail) WHERE rail IS NOT NULL;

-- The journal: each row takes an amount from one place of a company to another of its places.
CREATE TABLE movements (
  number INTEGER PRIMARY KEY,
  company TEXT NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind IN ('opening', 'payment', 'conversion', 'delivery', 'return')),
  from_place INTEGER NOT NULL REFERENCES places,
  to_place INTEGER NOT NULL REFERENCES places CHECK (to_place <> from_place),
  asset TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  reference TEXT,
  deposit INTEGER REFERENCES deposits
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
      AND kind IN ('outside', 'entry-point');
END;

CREATE TRIGGER movements_are_never_changed BEFORE UPDATE ON movements
BEGIN SELECT RAISE(ABORT, 'What has moved has moved.'); END;

CREATE TRIGGER movements_are_never_deleted BEFORE DELETE ON movements
BEGIN SELECT RAISE(ABORT, 'What has moved has moved.'); END;

CREATE TABLE deposits (
  number INTEGER PRIMARY KEY,
  company TEXT NOT NULL,
  rail TEXT NOT NULL REFERENCES rails,
  -- The movement into the entry point: it has the amount and the sender.
  receipt INTEGER NOT NULL UNIQUE REFERENCES movements,
  state TEXT NOT NULL,
  reason TEXT
) STRICT;

CREATE INDEX deposits_by_company ON deposits (company, number);
CREATE INDEX deposits_by_rail ON deposits (rail);
CREATE INDEX deposits_under_way ON deposits (number) WHERE state IN ('received', 'converted');

CREATE TRIGGER deposits_go_forward BEFORE UPDATE OF state ON deposits
WHEN (OLD.state, NEW.state) NOT IN (
  VALUES ('received', 'converted'), ('converted', 'delivered'), ('held', 'returned')
)
BEGIN SELECT RAISE(ABORT, 'A deposit does not go this way.'); END;
