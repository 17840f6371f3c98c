import type { CharacterFault } from "../text/characters.ts";
import { shortened } from "../text/shown-text.ts";
import { counted } from "../text/times.ts";
import type { AddressFault } from "./address.ts";
import type { Chain } from "./chains.ts";
import type { IbanFault } from "./iban.ts";

/** Why a typed text is no IBAN, and what to do about it. */
export function ibanFaultSentence(fault: IbanFault): string {
  switch (fault.type) {
    case "empty":
      return "The IBAN is empty. Type or paste it.";
    case "not-unicode":
    case "line-break":
    case "hidden-character":
    case "foreign-character":
      return characterSentence(fault, "an IBAN has only letters A to Z and digits");
    case "unknown-country":
      return `“${shortened(fault.country, 4, "nothing")}” is not the code of a country with IBANs.`;
    case "wrong-length":
      return `An IBAN that begins with ${fault.country} has ${fault.expected} characters, and this has ${fault.found}. ${COPY_AGAIN}`;
    case "wrong-structure":
      return `An IBAN that begins with ${fault.country} has letters and digits in other places than this. ${COPY_AGAIN}`;
    case "wrong-check-digits":
      return fault.of === "iban"
        ? `Its check digits do not fit: at least one character is wrong, missing or swapped. ${COPY_AGAIN}`
        : `The check digits inside its account number do not fit: at least one digit of the account is wrong or swapped. ${COPY_AGAIN}`;
  }
}

/** Why a typed text is no address of the network, and what to do about it. */
export function addressFaultSentence(fault: AddressFault): string {
  switch (fault.type) {
    case "empty":
      return "The address is empty. Paste it.";
    case "not-unicode":
    case "line-break":
    case "hidden-character":
    case "foreign-character":
      return characterSentence(fault, "an address has only plain letters and digits");
    case "blank-inside":
      return `Character ${fault.at + 1} is a space, and no address has one. Paste it in one piece.`;
    case "belongs-to":
      return `This is an address of ${chainNames(fault.chains)}, not of this network. Money sent to it here would be lost. Choose its network, or ask for an address on this one.`;
    case "missing-prefix":
      return `An address of this network begins with ${fault.expected}, and this does not. ${COPY_AGAIN}`;
    case "wrong-length":
      return `${lengthSentence(fault)} ${COPY_AGAIN}`;
    case "wrong-alphabet":
      return `${charactered(fault)} is in no address of this network. ${COPY_AGAIN}`;
    case "wrong-checksum":
      return `Its checksum does not fit: at least one character is wrong, or a capital where a small letter belongs. ${COPY_AGAIN}`;
    case "not-32-bytes":
      return `A Solana address has 32 bytes, and this has ${fault.found}: a character is missing or too many. ${COPY_AGAIN}`;
  }
}

/** `Bitcoin`, `Bitcoin or Litecoin`: the chains that share this form of address. */
export function chainNames(chains: readonly Chain[]): string {
  const names = chains.map((chain) => CHAIN_NAMES[chain]);
  return [...names.slice(0, -2), names.slice(-2).join(" or ")].join(", ");
}

const CHAIN_NAMES: Record<Chain, string> = {
  ethereum: "Ethereum and networks like it",
  solana: "Solana",
  bitcoin: "Bitcoin",
  litecoin: "Litecoin",
  dogecoin: "Dogecoin",
  tron: "Tron",
  xrp: "the XRP Ledger",
  stellar: "Stellar",
  cardano: "Cardano",
  cosmos: "a Cosmos chain",
};

const COPY_AGAIN = "Copy it again from its source.";

/** What a person cannot see is named by its code point: they could not find it otherwise. */
function characterSentence(fault: CharacterFault, rule: string): string {
  switch (fault.type) {
    case "not-unicode":
      return `Character ${fault.at + 1} is half a character, like a broken emoji, and ${rule}. Type it again instead of pasting it.`;
    case "line-break":
      return `There is a line break in it (character ${fault.at + 1}, ${fault.codePoint}). Put it on one line.`;
    case "hidden-character":
      return `It holds a character that cannot be seen (character ${fault.at + 1}, ${fault.codePoint}), and ${rule}. Someone may have hidden it there: ask for the value again by another way, and type it.`;
    case "foreign-character":
      return fault.looksLike === null || fault.looksLike === " "
        ? `${charactered(fault)} does not belong there: ${rule}. ${COPY_AGAIN}`
        : `${charactered(fault)} only looks like “${fault.looksLike}”, and ${rule}. Someone may have put it there: ask for the value again by another way, and type it.`;
  }
}

/** A mark that only combines with its neighbour, or would be folded away, is named by its code point alone. */
function charactered({
  character,
  codePoint,
  at,
}: {
  character: string;
  codePoint: string;
  at: number;
}): string {
  const isSeen = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character);
  return isSeen
    ? `“${character}” (character ${at + 1}, ${codePoint})`
    : `Character ${at + 1} (${codePoint})`;
}

function lengthSentence({
  shortest,
  longest,
  found,
}: Extract<AddressFault, { type: "wrong-length" }>): string {
  const has = `this has ${counted(found, "character")}`;
  if (shortest === longest)
    return `An address of this network has ${longest} characters, and ${has}.`;
  return shortest > 1
    ? `An address of this network has ${shortest} to ${longest} characters, and ${has}.`
    : `No address has more than ${longest} characters, and ${has}.`;
}
