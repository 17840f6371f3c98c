import { isNode } from "./spell.ts";

export type Found = Readonly<Record<string, unknown>>;

/** Every object in a message or view, from the top down, with the keys that lead to it. */
export function nodesIn(
  shown: unknown,
  path: readonly string[] = [],
): { node: Found; path: readonly string[] }[] {
  if (Array.isArray(shown)) {
    return shown.flatMap((each, index) => nodesIn(each, [...path, String(index)]));
  }
  if (!isNode(shown)) return [];
  const below = Object.entries(shown).flatMap(([key, value]) => nodesIn(value, [...path, key]));
  return [{ node: shown, path }, ...below];
}

/** Every string in it that people can read, with the object that holds it. */
export function textsIn(shown: unknown): { text: string; node: Found; field: string }[] {
  return nodesIn(shown).flatMap(({ node }) =>
    ["text", "fallback", "accessibility_label"].flatMap((field) => {
      const text = node[field];
      return typeof text === "string" ? [{ text, node, field }] : [];
    }),
  );
}

export const buttonsIn = (shown: unknown): Found[] =>
  nodesIn(shown)
    .map(({ node }) => node)
    .filter(({ type }) => type === "button");

export const labelOf = ({ text }: Found): string => (isNode(text) ? String(text.text) : "");
