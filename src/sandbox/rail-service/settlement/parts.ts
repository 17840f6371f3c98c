import type { Ledger } from "../bank-and-chain/ledger.ts";
import type { Places } from "../bank-and-chain/places.ts";
import type { State } from "../state.ts";
import type { Deposits } from "./deposits.ts";
import type { Simulation } from "./simulation.ts";

/** The parts that settle deposits. */
export interface Parts {
  ledger: Ledger;
  places: Places;
  deposits: Deposits;
  state: State;
  settings: Simulation;
  clock: () => string;
}
