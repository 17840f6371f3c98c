import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";

/** The text of a note that this key has signed, as any verifier of C2SP notes reads it; undefined for any other. */
export function openNote(note: string, publicKey: Uint8Array): string | undefined {
  const [, text, encoded = ""] =
    /^((?:.*\n)+?)\n— signalbox ([A-Za-z0-9+/]{91}=)\n$/.exec(note) ?? [];
  if (text === undefined) return undefined;
  const bytes = base64.decode(encoded);
  const named = concatBytes(utf8ToBytes("signalbox\n"), Uint8Array.of(1), publicKey);
  const isOfKey = bytesToHex(bytes.subarray(0, 4)) === bytesToHex(sha256(named).subarray(0, 4));
  const isSigned = isOfKey && ed25519.verify(bytes.subarray(4), utf8ToBytes(text), publicKey);
  return isSigned ? text : undefined;
}
