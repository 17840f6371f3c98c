/** Shorter tokens would be given away by their end. */
const SHORTEST = 12;

/** The last four characters of a token, which people recognise; empty for one too short to show any of it. */
export function lastFourOf(token: string): string {
  return token.length < SHORTEST ? "" : token.slice(-4);
}
