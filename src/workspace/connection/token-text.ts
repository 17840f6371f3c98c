import { serviceTroubleSentence } from "../../platform/rail-api/service-trouble.ts";
import { CONNECTION_PINNED } from "../../request/rules/pinned.ts";
import type { ConnectFault } from "./connect.ts";

/** Why what was entered is no token. */
export type TokenFault =
  | "empty"
  | "quoted"
  | "bearer"
  | "spaces"
  | "strange"
  | "too-short"
  | "too-long";

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

/** Why a token was not kept, and what to do about it. Repeats nothing of the token. */
export function tokenFaultSentence(because: TokenFault | ConnectFault): string {
  switch (because) {
    case "empty":
      return "No token was entered.";
    case "quoted":
      return "There are quotation marks around it. Enter only what is between them.";
    case "bearer":
      return "It begins with Bearer, which does not belong to the token. Enter only what follows it.";
    case "spaces":
      return "There is a space or a line break in the middle of it, which no token has. Copy it once more, in one piece.";
    case "strange":
      return "It has characters that no token has, for example accents or invisible ones. Copy it once more from the Rail service itself.";
    case "too-short":
      return "It is too short for a token. Copy all of it.";
    case "too-long":
      return "It is far too long for a token. Copy the token alone.";
    case "token-refused":
      return "The Rail service does not accept this token. Look there whether it is the right one, and whether it has ended.";
    case "not-listed":
      return serviceTroubleSentence("not-listed");
    case "unreachable":
      return "The Rail service cannot be reached at that address. Try again in a minute; if it stays like this, the operator of Signalbox can check the address and the network.";
    case "silent":
      return "The Rail service does not answer at the moment, so the token could not be tried. Try again in a minute.";
    case "not-as-documented":
      return "The answer from that address is not what the Rail service documents, so the token could not be tried. The operator of Signalbox can check the address.";
    case "no-place":
      return "The approvers have to decide about this, and nobody could see their request: the bot cannot post in the approvals channel. Choose another one, or invite the bot there, and try again.";
    case "pinned":
      return CONNECTION_PINNED;
    case "not-asked":
      return "The approvers have to decide about this, but it could not be sent to them. The set-up has changed, or the same request is already open. Look at the set-up in Slack, and try again.";
  }
}
