import type { Rail } from "../../../platform/rail-api/rules/rail.ts";
import { canonicalJson } from "../digest.ts";

/** All that the service shows of a Rail as one text: by it a Rail without a usable id is told from others. */
export function railText(rail: Rail): string {
  return canonicalJson(wellFormed(rail));
}

/** False where half a character or an endless number hides what the service meant. */
export function isReadable(rail: Rail): boolean {
  return JSON.stringify(rail) === JSON.stringify(wellFormed(rail));
}

/** JSON may carry what canonical JSON cannot: one such Rail must not end the walk over all others. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return spelled(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [spelled(key), wellFormed(item)]),
  );
}

const spelled = (text: string) => (text.isWellFormed() ? text : JSON.stringify(text));
