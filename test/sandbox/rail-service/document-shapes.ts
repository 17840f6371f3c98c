import { z } from "zod";
import {
  BankAccountResource,
  CryptoAssetResource,
  FiatAssetResource,
  OffRampRail,
  OnRampRail,
  RailPage,
  WalletResource,
} from "../../../src/sandbox/rail-service/requests/schemas.ts";

/**
 * The resources as this service gives them, for tests that read on in an answer: what the document leaves open
 * (nullable, optional) is there. `document.test.ts` holds both against the document.
 */

const id = z.string();
const wallet = WalletResource.extend({ id });
const whitelistedAccount = BankAccountResource.extend({ id, iban: z.string() });
const virtualAccount = whitelistedAccount.required().extend({ reference: z.string() });

export const onRampRail = OnRampRail.extend({
  id,
  source: FiatAssetResource.extend({ bank_account: virtualAccount }),
  destination: CryptoAssetResource.extend({ wallet }),
});

export const offRampRail = OffRampRail.extend({
  id,
  source: CryptoAssetResource.extend({ wallet }),
  destination: FiatAssetResource.extend({ bank_account: whitelistedAccount }),
});

export const data = <Shape extends z.ZodType>(shape: Shape) => z.object({ data: shape });

export const railPage = RailPage.extend({
  data: z.array(z.discriminatedUnion("type", [onRampRail, offRampRail])),
});
