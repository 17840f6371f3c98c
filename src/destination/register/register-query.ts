import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { REGISTER_FILTERS } from "./register-entries.ts";
import type { RegisterQuery } from "./register-list.ts";

/** In code points. Escaped and among the other fields it must fit into a block_id. */
export const LONGEST_SEARCH = 80;

const schema = z.strictObject({
  filter: z.enum(REGISTER_FILTERS),
  search: z
    .string()
    .refine((text) => [...text].length <= LONGEST_SEARCH)
    .nullable(),
  page: z.int().min(1).max(999_999),
});

/** What the buttons and the block of the list carry, so that turning a page keeps filter and search. */
export function registerQueryText({ filter, search, page }: RegisterQuery): string {
  return JSON.stringify({ filter, search, page } satisfies RegisterQuery);
}

/** Undefined when the text is not one of ours. It gives nobody any right: it only says what is looked at. */
export function readRegisterQuery(text: string | undefined): RegisterQuery | undefined {
  return schema.safeParse(parsedJson(text)).data;
}

/** What `/rail destinations` alone shows. */
export const EVERYTHING: RegisterQuery = { filter: "all", search: null, page: 1 };

/** The first page of another filter, with the search that the list's block carries. */
export function filtered(blockId: string, filter: string): RegisterQuery {
  const shown = readRegisterQuery(blockId) ?? EVERYTHING;
  const chosen = schema.shape.filter.safeParse(filter).data ?? EVERYTHING.filter;
  return { ...shown, filter: chosen, page: 1 };
}
