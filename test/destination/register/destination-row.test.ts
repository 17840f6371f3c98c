import { expect, it } from "vitest";
import { destinationRow } from "../../../src/destination/register/destination-row.ts";
import type { RegisterRow } from "../../../src/destination/register/register-list.ts";
import { detailsOf, paymentDetailOf } from "../../../src/request/rules/destination.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  aBankAccountDestination,
  aDestinationRequest,
  anImport,
  anOffRampRail,
  anOnRampRail,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  ETHEREUM_ADDRESS,
  NOW,
} from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";

/** As long as addresses get. */
const CARDANO = `addr1${"q".repeat(50)}${"z".repeat(48)}`;

const wallets = [ETHEREUM_ADDRESS, CARDANO].map((address) =>
  aWalletDestination({ wallet: aWallet({ address, name: "N".repeat(200) }) }),
);
const rows: readonly [string, RegisterRow][] = [
  ...[...wallets, aWalletDestination(), aBankAccountDestination()].flatMap(
    (destination): [string, RegisterRow][] => {
      const details = detailsOf(destination);
      const { value } = paymentDetailOf(details);
      const asked = [aWhitelisting({ details }), anImport({ details })];
      return [
        [value, { is: "registered", destination, railsInto: [], openRequest: null }],
        ...asked.map((change): [string, RegisterRow] => [
          value,
          { is: "waiting", request: aDestinationRequest(change) },
        ]),
      ];
    },
  ),
  ...[anOnRampRail(), anOffRampRail()].flatMap((rail): [string, RegisterRow][] => {
    const seen = seenRail(rail, NOW);
    const value = seen?.destination.detail?.value;
    if (!seen || value === undefined) throw new Error("It has a value");
    return [
      [value, { is: "unregistered", end: seen.destination, rails: [seen], openRequest: null }],
    ];
  }),
];

it.each(rows)("a row of the register shows %s whole", (value, row) => {
  expect(plainText(destinationRow(row, NOW, ""))).toContain(value);
});
