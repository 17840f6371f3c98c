import { isValidIBAN } from "ibantools";
import { z } from "zod";
import { isAddress } from "../addresses.ts";
import { name, network, object, text } from "./fields.ts";

const address = text.describe("Wallet address on the network.");

/** The body of `POST /wallets`. */
export const walletBody = object({ name, network_id: network, address }).refine(
  ({ network_id, address }) => isAddress(network_id, address),
  {
    path: ["address"],
    error: "must be an address on the network",
    // Otherwise zod skips the check if another field fails, and the answer does not name the address.
    when: ({ value }) => z.object({ network_id: network, address }).safeParse(value).success,
  },
);

/** The body of `POST /bank-accounts`. */
export const bankAccountBody = object({
  name,
  iban: text
    .refine((value) => isValidIBAN(value), { error: "must be a valid IBAN without spaces" })
    .describe("IBAN in electronic form: capitals, no spaces."),
});
