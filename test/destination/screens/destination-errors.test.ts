import { describe, expect, it } from "vitest";
import { destinationErrors } from "../../../src/destination/screens/destination-errors.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import {
  aDestinationRequest,
  aWalletDestination,
  aWhitelisting,
  VIRTUAL_IBAN,
} from "../../support/builders.ts";

const request = aDestinationRequest(aWhitelisting(), { number: 7 });

describe("what stands in the way of a destination", () => {
  it("is said beside the field that it is about", () => {
    const destination = aWalletDestination();

    expect([
      destinationErrors("wallet", { ok: false, because: "network-not-offered" }),
      destinationErrors("wallet", { ok: false, because: "already-registered", destination }),
      destinationErrors("wallet", { ok: false, because: "already-asked", request }),
      destinationErrors("wallet", { ok: false, because: "id-taken", destination }),
      destinationErrors("bank-account", {
        ok: false,
        because: "contradicted",
        shown: VIRTUAL_IBAN,
      }),
      destinationErrors("bank-account", { ok: false, because: "contradicted", shown: null }),
    ]).toEqual([
      { [block.walletNetwork]: "This network is not offered here. Choose again." },
      {
        [block.address]:
          "This address is already registered as “Treasury cold wallet”. You do not need to add it again.",
      },
      {
        [block.address]:
          "R-7 is about this address already: “Payroll wallet”, whitelist a wallet on Solana (devnet). Wait for its outcome.",
      },
      {
        [block.serviceId]:
          "This id is already in the register, as “Treasury cold wallet”, with another address. Check the id at the Rail service again.",
      },
      {
        [block.serviceId]:
          "The Rail service has shown this id with another IBAN: GB33 BUKB 2020 1555 5555 55. Do not use it before that is cleared up with the service.",
      },
      {
        [block.serviceId]:
          "The Rail service has shown this id with another IBAN, which cannot be shown. Do not use it before that is cleared up with the service.",
      },
    ]);
  });
});
