/** JSON of Slack and of the Rail service, read by key. */
export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null;

/** What lies at a path, as far as it exists. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), value);
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

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
