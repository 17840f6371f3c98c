import { serviceTroubleSentence } from "../../platform/rail-api/service-trouble.ts";
import { CONNECTION_PINNED } from "../../request/rules/pinned.ts";

/** Why what was entered is no token. */
const NO_TOKEN = {
  empty: "No token was entered.",
  quoted: "There are quotation marks around it. Enter only what is between them.",
  bearer: "It begins with Bearer, which does not belong to the token. Enter only what follows it.",
  spaces:
    "There is a space or a line break in the middle of it, which no token has. Copy it once more, in one piece.",
  strange:
    "It has characters that no token has, for example accents or invisible ones. Copy it once more from the Rail service itself.",
  "too-short": "It is too short for a token. Copy all of it.",
  "too-long": "It is far too long for a token. Copy the token alone.",
} as const;

export type TokenFault = keyof typeof NO_TOKEN;

const NOT_AS_DOCUMENTED =
  "The answer from that address is not what the Rail service documents, so the token could not be tried. The operator of Signalbox can check the address.";

const NOT_KEPT = {
  unauthenticated:
    "The Rail service does not accept this token. Check there that it is the right one and has not expired.",
  "not-listed": serviceTroubleSentence("not-listed"),
  "not-sent":
    "The Rail service cannot be reached at that address. Try again in a minute; if it stays like this, the operator of Signalbox can check the address and the network.",
  unavailable:
    "The Rail service does not answer at the moment, so the token could not be tried. Try again in a minute.",
  "not-found": NOT_AS_DOCUMENTED,
  invalid: NOT_AS_DOCUMENTED,
  "unexpected-response": NOT_AS_DOCUMENTED,
  "no-place":
    "The approvers have to decide about this, and nobody could see their request: the bot cannot post in the approvals channel. Choose another one, or invite the bot there, and try again.",
  pinned: CONNECTION_PINNED,
  "not-asked":
    "The approvers have to decide about this, but it could not be sent to them. The set-up has changed, or the same request is already open. Look at the set-up in Slack, and try again.",
} as const;

export type ConnectFault = keyof typeof NOT_KEPT;

/** Each fault, and what to do about it. Repeats nothing of the token. */
export const TOKEN_FAULTS = { ...NO_TOKEN, ...NOT_KEPT };

export type TokenRead = { ok: true; token: string } | { ok: false; because: TokenFault };

const SHORTEST = 8;
const LONGEST = 4_096;

/** Reads a token as people paste it: blanks around it are dropped, and any other fault is named. */
export function readToken(pasted: string): TokenRead {
  const token = pasted.trim();
  const because = faultOf(token);
  return because === undefined ? { ok: true, token } : { ok: false, because };
}

function faultOf(token: string): TokenFault | undefined {
  if (token === "") return "empty";
  if (token.length > LONGEST) return "too-long";
  if (/^["'`“”‘’«»]|["'`“”‘’«»]$/.test(token)) return "quoted";
  if (/^(authorization\s*:\s*)?bearer\b/i.test(token)) return "bearer";
  if (/\s/.test(token)) return "spaces";
  // A header can carry nothing else.
  if (!/^[\x21-\x7e]+$/.test(token)) return "strange";
  return token.length < SHORTEST ? "too-short" : undefined;
}

/** Shorter tokens would be given away by their end. */
const SHORTEST_WITH_AN_END = 12;

/** The last four characters of a token, which people recognise; empty for one too short to show any of it. */
export function lastFourOf(token: string): string {
  return token.length < SHORTEST_WITH_AN_END ? "" : token.slice(-4);
}
