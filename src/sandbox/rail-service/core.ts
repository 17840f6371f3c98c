import type { DatabaseSync } from "node:sqlite";
import { createListeners, type Listeners } from "../shared/listeners.ts";
import { createLedger } from "./bank-and-chain/ledger.ts";
import { createOutside } from "./bank-and-chain/outside.ts";
import { createPlaces, type Places } from "./bank-and-chain/places.ts";
import { createBooksReader } from "./bank-and-chain/read-books.ts";
import { createReports } from "./bank-and-chain/reports.ts";
import type { BankAndChain } from "./bank-and-chain/routes.ts";
import { createDeposits, type Deposits } from "./settlement/deposits.ts";
import { createIntake } from "./settlement/intake.ts";
import { createReturnDeposit } from "./settlement/return-deposit.ts";
import { createSettlement, type Settlement } from "./settlement/settlement.ts";
import { type SimulationOptions, simulationSettings } from "./settlement/simulation.ts";
import { createState, type State } from "./state.ts";

/** The service without HTTP, tokens and timer: its Rails, its books, and the steps that are due. */
export interface Core extends BankAndChain {
  state: State;
  places: Places;
  deposits: Deposits;
  settlement: Settlement;
  /** Is called for every company whose books changed. */
  changes: Listeners<string>;
}

interface Options {
  clock: () => string;
  settings?: SimulationOptions | undefined;
}

/** Throws a ZodError for impossible settings. */
export function createCore(database: DatabaseSync, { clock, settings: given = {} }: Options): Core {
  const settings = simulationSettings.parse(given);
  const changes = createListeners<string>();
  const onChange = changes.tell;
  const places = createPlaces(database);
  const ledger = createLedger({ database, places, clock, onChange });
  const reports = createReports(database);
  const deposits = createDeposits(database);
  const state = createState({ database, places, onChange });
  const parts = { ledger, places, deposits, state, settings, clock };
  const intake = createIntake(parts);

  return {
    changes,
    places,
    deposits,
    state,
    intake,
    outside: createOutside({ ledger, places, reports }),
    reader: createBooksReader(parts),
    returnDeposit: createReturnDeposit(parts),
    settlement: createSettlement({ ...parts, reports, intake }),
  };
}
