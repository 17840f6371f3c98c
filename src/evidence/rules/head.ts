import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";

/** The last entry of a workspace's audit at a moment. */
export interface Head {
  workspaceId: string;
  /** How many entries the chain had: the sequence number of the last one. */
  size: number;
  /** The hash of the last entry, 64 characters of hex. */
  hash: string;
  /** When it was signed, in ISO 8601. */
  at: string;
  /** The public key that signed it, as `NoteKey` has it. */
  key: string;
}

/** A head with the signed note that holds it. */
export interface SignedHead extends Head {
  note: string;
}

const ORIGIN = "signalbox.audit-head/v1/";

/** Origin, size, hash, time and key, one a line. The key outlives its own replacement here. */
export function headText({ workspaceId, size, hash, at, key }: Head): string {
  return `${ORIGIN}${workspaceId}\n${size}\n${hash}\n${at}\n${key}\n`;
}

/** The head that a note holds, whoever signed it; undefined for a note about something else. */
export function readHead(note: string): SignedHead | undefined {
  const [origin = "", size = "", hash = "", at = "", key = "", blank] = note.split("\n");
  const isHead =
    origin.startsWith(ORIGIN) &&
    /^[1-9][0-9]{0,14}$/.test(size) &&
    /^[0-9a-f]{64}$/.test(hash) &&
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) &&
    /^[A-Za-z0-9+/]{59}=$/.test(key) &&
    blank === "";
  if (!isHead) return undefined;
  return { workspaceId: origin.slice(ORIGIN.length), size: Number(size), hash, at, key, note };
}

/** In the order of the chain, each note once. */
export function inOrder(heads: readonly SignedHead[]): SignedHead[] {
  const each = new Map(heads.map((head) => [head.note, head]));
  return [...each.values()].sort(
    (one, other) => one.size - other.size || (one.at < other.at ? -1 : 1),
  );
}

/** The name of every key of ours in notes. C2SP allows neither spaces nor a plus. */
const KEY_NAME = "signalbox";
const ED25519 = Uint8Array.of(1);
const KEY_ID_BYTES = 4;
/** What RFC 8410 puts before the 32 bytes of a public key. */
const SPKI_PREFIX = Uint8Array.from([48, 42, 48, 5, 6, 3, 43, 101, 112, 3, 33, 0]);

export interface NoteKey {
  /** 32 bytes. */
  publicKey: Uint8Array;
  /** The same in base64 as a PEM file holds it. */
  text: string;
  sign(bytes: Uint8Array): Uint8Array;
}

export function noteKey(seed: Uint8Array): NoteKey {
  const publicKey = ed25519.getPublicKey(seed);
  return {
    publicKey,
    text: base64.encode(concatBytes(SPKI_PREFIX, publicKey)),
    sign: (bytes) => ed25519.sign(bytes, seed),
  };
}

/** SHA-256 of the key as `openssl pkey -pubin -outform DER` writes it, in hex: by this people know a key. */
export function fingerprintOf({ text }: Pick<NoteKey, "text">): string {
  return bytesToHex(sha256(base64.decode(text)));
}

export function pemOf({ text }: Pick<NoteKey, "text">): string {
  return `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`;
}

/** https://c2sp.org/signed-note: the text, which ends with a line end, a blank line, and one line with the signature. */
export function signedNote(text: string, key: NoteKey): string {
  const signature = concatBytes(keyIdOf(key.publicKey), key.sign(utf8ToBytes(text)));
  return `${text}\n— ${KEY_NAME} ${base64.encode(signature)}\n`;
}

/** Whether the key that a head names has signed it. */
export function isSignedAsSaid(head: SignedHead): boolean {
  const text = headText(head);
  const line = head.note.slice(text.length);
  const [, encoded] = /^\n— signalbox ([A-Za-z0-9+/]{91}=)\n$/.exec(line) ?? [];
  if (encoded === undefined || !head.note.startsWith(text)) return false;
  const signature = base64.decode(encoded).subarray(KEY_ID_BYTES);
  const publicKey = base64.decode(head.key).subarray(SPKI_PREFIX.length);
  return ed25519.verify(signature, utf8ToBytes(text), publicKey);
}

function keyIdOf(publicKey: Uint8Array): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`${KEY_NAME}\n`), ED25519, publicKey)).subarray(
    0,
    KEY_ID_BYTES,
  );
}
