import type { RichTextSection } from "@slack/types";
import type { ReadAddress } from "../../platform/payment-details/address.ts";
import { chainNames } from "../../platform/payment-details/value-faults.ts";
import { warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { code } from "../../request/words.ts";

/** What is worth a second look about an address whose form is right, or could not be checked. */
export function addressWarnings(reading: ReadAddress, network: string): RichTextSection[] {
  switch (reading.family) {
    case "ethereum":
      return [];
    case "solana":
      return reading.isOnCurve ? [] : [NO_KEY];
    case null: {
      const { resembles } = reading;
      const resemblance =
        resembles.length === 0 ? "" : ` It looks like an address of ${chainNames(resembles)}.`;
      return [
        warningLine(
          `the format of addresses on ${code(network)} is not checked: nobody told Signalbox what they look like. A slip of one letter would not be noticed.${resemblance}`,
        ),
      ];
    }
  }
}

const NO_KEY = warningLine(
  "no key can exist for this address: it is the address of a program, token account or vault. Be sure that this is meant.",
);
