import type { BlockSurface } from "../surfaces.ts";

/** One rule of Slack's, as a payload that is just within it and one just beyond. */
export interface Rule {
  name: string;
  surface: BlockSurface;
  /** A whole payload: `{ blocks }` of a message, or a view. */
  within: object;
  beyond: object;
  /** Where in `beyond` the fault is. */
  pointer: string;
  code: "missing_field" | "unknown_field" | "failed_constraint";
  /** As in `slack-platform.md`: how sure it is, and the section there. */
  mark: "D" | "S" | "R" | "3" | "U";
  source: string;
}

/** Where the part stands that a rule is about: what holds it, and the pointer to it. */
export interface Place {
  surface: BlockSurface;
  holding: (part: object) => object;
  root: string;
}

/** Writes rules about the parts at a place. The numbers in them are read from the documents anew, not from `limits.ts`. */
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

  return {
    rule,

    /** At most `max` of what `partOf` makes so many of. */
    atMost: (name: string, max: number, partOf: (count: number) => object, pointer: string): Rule =>
      rule(name, partOf(max), partOf(max + 1), pointer),

    /** At least `min` of them. */
    atLeast: (
      name: string,
      min: number,
      partOf: (count: number) => object,
      pointer: string,
    ): Rule => rule(name, partOf(min), partOf(min - 1), pointer),

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
