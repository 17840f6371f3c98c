/** The longest text of a policy, in bytes of UTF-8. */
export const LONGEST_TEXT = 20_000;

/** `24h`, `2d`; undefined where it is no such time. */
export function hoursOf(text: string): number | undefined {
  const [, digits, unit] = /^(0|[1-9][0-9]{0,3})([hd])$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (unit === "d" ? 24 : 1);
}

/** Days from two on, where they are whole. */
export function timeText(hours: number): string {
  return hours >= 48 && hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

export const isUserId = (text: string) => /^[UW][A-Z0-9]{2,20}$/.test(text);
export const isGroupId = (text: string) => /^S[A-Z0-9]{2,20}$/.test(text);
