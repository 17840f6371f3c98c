import { createHash, randomBytes } from "node:crypto";
import { Integer, OctetString } from "asn1js";
import {
  AlgorithmIdentifier,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const PATIENCE_MS = 10_000;
const LARGEST_ANSWER = 65_536;

/** The answer of a time-stamp authority (RFC 3161) about a text, as it came. Throws where it is no stamp of this text. */
export async function timeStampOf(text: string, url: string): Promise<Uint8Array> {
  const digest = createHash("sha256").update(text).digest();
  // A first byte below 128 that is not 0 keeps the number positive and of this length.
  const nonce = Uint8Array.from([1, ...randomBytes(8)]);
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/timestamp-query" },
    body: requestFor(digest, nonce),
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`The time-stamp authority answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > LARGEST_ANSWER)
    throw new Error("The time-stamp authority's answer is too long");
  judge(bytes, digest, nonce);
  return bytes;
}

function requestFor(digest: Uint8Array, nonce: Uint8Array): ArrayBuffer {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digest).buffer }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  });
  return request.toSchema().toBER();
}

/** Its signature is for the auditor to verify, who has the authority's certificate. */
function judge(answer: Uint8Array, digest: Uint8Array, nonce: Uint8Array): void {
  const { status, timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(answer).buffer);
  if (status.status > 1 || !timeStampToken) {
    throw new Error(`The time-stamp authority refused: status ${status.status}`);
  }
  const { eContent } = new SignedData({ schema: timeStampToken.content }).encapContentInfo;
  if (!eContent) throw new Error("The time stamp holds nothing");
  const info = TSTInfo.fromBER(eContent.getValue());
  const isOfText = isSame(info.messageImprint.hashedMessage.getValue(), digest);
  const isAnswer = info.nonce !== undefined && isSame(info.nonce.valueBlock.valueHexView, nonce);
  if (!isOfText || !isAnswer) throw new Error("The time stamp is of something else");
}

const isSame = (one: ArrayBuffer | Uint8Array, other: Uint8Array) =>
  Buffer.from(new Uint8Array(one)).equals(other);
