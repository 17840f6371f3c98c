/** What lies at a path in parsed JSON, as far as it exists. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** The text at a path; empty where there is none. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = dig(value, ...path);
  return typeof found === "string" ? found : "";
}

export function listAt(value: unknown, ...path: (string | number)[]): readonly unknown[] {
  const found = dig(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** JSON of Slack and of the Rail service, read by key. */
export type Json = Record<string, unknown>;

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All texts below a value, in order. */
export function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leaves);
}

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null;
