import type { KnownMovement } from "../bank-and-chain/ledger.ts";
import { isOutside, type KnownPlace } from "../bank-and-chain/place.ts";
import type { Rail } from "../entities.ts";
import type { Reason } from "./deposits.ts";
import type { Parts } from "./parts.ts";

/**
 * Takes the number of a movement into an entry point. The first report of it makes a deposit, which is converted or held.
 * Later reports of the same receipt do nothing.
 */
export type Intake = (receipt: number) => void;

export function createIntake({ ledger, places, deposits, state, settings, clock }: Parts): Intake {
  return (receipt) => {
    const movement = ledger.movement(receipt);
    const entryPoint = places.get(movement.to_place);
    const rail = entryPoint.rail && state.findRail(entryPoint.company, entryPoint.rail);
    if (!rail) throw new Error(`Movement ${movement.id} went to no entry point`);

    const reason = whyHeld(rail, entryPoint, movement);
    const at = clock();
    ledger.transact(entryPoint.company, () =>
      deposits.add({
        company: entryPoint.company,
        rail: rail.id,
        receipt,
        at,
        reason,
        state: reason === null ? "received" : "held",
        due: reason === null ? Date.parse(at) + settings.conversionDelayMs : null,
      }),
    );
  };

  /** Null for a deposit to convert. It is judged once, so a later whitelisting releases nothing. */
  function whyHeld(rail: Rail, entryPoint: KnownPlace, movement: KnownMovement): Reason | null {
    switch (rail.type) {
      case "ON_RAMP":
        if (movement.asset !== rail.fiat) return "wrong-asset";
        return isFromWhitelisted(entryPoint.company, movement) ? null : "source-not-whitelisted";
      case "OFF_RAMP":
        if ("network" in entryPoint && entryPoint.network !== rail.wallet.network)
          return "wrong-network";
        return movement.asset === rail.stablecoin ? null : "wrong-asset";
    }
  }

  function isFromWhitelisted(company: string, movement: KnownMovement): boolean {
    const origin = ledger.origin(movement);
    return isOutside(origin) && places.isWhitelisted(company, origin);
  }
}
