import { address, type Place, plain, times, x } from "./payloads.ts";

export type BlockSurface = "message" | "modal" | "home";

/** One rule of Slack's, with one payload just within it and one just beyond. */
export interface Rule {
  name: string;
  surface: BlockSurface;
  /** Each payload is a whole message with `{ blocks }`, or a whole view. */
  within: object;
  beyond: object;
  /** Points to the fault in `beyond`. */
  pointer: string;
  code: "missing_field" | "unknown_field" | "failed_constraint";
  /** The mark and the section in `slack-platform.md`. */
  mark: "D" | "S" | "R" | "3" | "U";
  source: string;
}

/** Writes rules about the parts at a place. Their numbers come from the documents, and not from `limits.ts`. */
export function rulesAt({ surface, holding, root }: Place, mark: Rule["mark"], source: string) {
  function rule(
    name: string,
    within: object,
    beyond: object,
    pointer: string,
    code: Rule["code"] = "failed_constraint",
  ): Rule {
    const payloads = { within: holding(within), beyond: holding(beyond) };
    return { name, surface, ...payloads, pointer: root + pointer, code, mark, source };
  }

  /** The part takes a count of at most `max`. */
  const atMost = (
    name: string,
    max: number,
    partOf: (count: number) => object,
    pointer: string,
  ): Rule => rule(name, partOf(max), partOf(max + 1), pointer);

  return {
    rule,
    atMost,

    /** The part needs a count of at least `min`. */
    atLeast: (
      name: string,
      min: number,
      partOf: (count: number) => object,
      pointer: string,
    ): Rule => rule(name, partOf(min), partOf(min - 1), pointer),

    /** The field takes the first value, and not the second. */
    field: (name: string, part: object, field: string, good: unknown, bad: unknown): Rule =>
      rule(name, { ...part, [field]: good }, { ...part, [field]: bad }, `/${field}`),

    /** The field is a number of at most `max`. */
    number: (name: string, max: number, part: object, field: string): Rule =>
      atMost(name, max, (n) => ({ ...part, [field]: n }), `/${field}`),

    /** The field is a text of at most `max` characters. */
    text: (name: string, max: number, part: object, field: string): Rule =>
      atMost(name, max, (n) => ({ ...part, [field]: x(n) }), `/${field}`),

    /** The field is a text object of at most `max` characters. */
    plain: (name: string, max: number, part: object, field: string): Rule =>
      atMost(name, max, (n) => ({ ...part, [field]: plain(n) }), `/${field}/text`),

    /** The field is an address of at most `max` characters. */
    address: (name: string, max: number, part: object, field: string): Rule =>
      atMost(name, max, (n) => ({ ...part, [field]: address(n) }), `/${field}`),

    /** The field is a list of at most `max` items. */
    list: (name: string, max: number, part: object, field: string, item: object): Rule =>
      atMost(name, max, (n) => ({ ...part, [field]: times(n, item) }), `/${field}`),

    /** The part must have the field. */
    needs(name: string, part: Record<string, unknown>, field: string): Rule {
      const { [field]: _, ...without } = part;
      return rule(name, part, without, `/${field}`, "missing_field");
    },

    /** The part must have no such field. */
    knowsNo: (name: string, part: object, field: string, value: unknown): Rule =>
      rule(name, part, { ...part, [field]: value }, `/${field}`, "unknown_field"),
  };
}
