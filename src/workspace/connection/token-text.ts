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

/** Reads a token as people paste it: blanks around it do not belong to it, all else that is wrong is named. */
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
