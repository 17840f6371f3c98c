import type { Assumed } from "../assumptions.ts";
import { type Block, placedBlocks } from "./block.ts";
import { allOptions } from "./choices.ts";
import { type Fault, failed } from "./fault.ts";
import { placedElements, placedFiles } from "./find-elements.ts";
import type { SlackFile } from "./image.ts";
import { limits } from "./limits.ts";
import type { BlockSurface } from "./rules/rule.ts";
import { surfacesOf } from "./surfaces.ts";

/** Is there a picture by this name that the app may show? */
export type IsPicture = (file: SlackFile) => boolean;

/** These rules decide about blocks beside their shape. */
export interface BlockRules {
  isPicture: IsPicture;
  /** Has the app the scope files:read, which a `file_input` needs? */
  mayReadFiles: boolean;
  assumed: Assumed["blockKit"];
}

/**
 * Returns the faults that well-formed blocks have because of their place, of each other, or of this workspace's
 * assumptions.
 */
export function faultsAmong(
  blocks: readonly Block[],
  surface: BlockSurface,
  { isPicture, mayReadFiles, assumed }: BlockRules,
): Fault[] {
  return [
    ...misplaced(blocks, surface, assumed),
    ...tablesTooMany(blocks, assumed),
    ...dataTablesOff(blocks, assumed),
    ...markdownTooLong(blocks),
    ...missingPictures(blocks, isPicture),
    ...focusedTwice(blocks),
    ...(mayReadFiles ? [] : unreadableFiles(blocks)),
    ...(assumed.uniqueOptionValues ? repeatedOptions(blocks) : []),
  ];
}

function misplaced(
  blocks: readonly Block[],
  surface: BlockSurface,
  assumed: Assumed["blockKit"],
): Fault[] {
  return placedBlocks(blocks).flatMap(({ block: { type }, path }) => {
    const expected = surfacesOf(type, assumed);
    if (expected.includes(surface)) return [];
    const constraint = { type: "surface", expected: [...expected], got: surface };
    return [failed([...path, "type"], `"${type}" cannot be used here`, constraint)];
  });
}

function tablesTooMany(
  blocks: readonly Block[],
  { dataTableIsTable }: Assumed["blockKit"],
): Fault[] {
  const constraint = { type: "max_tables", expected: [String(limits.tables)] };
  return placedBlocks(blocks)
    .filter(
      ({ block: { type } }) => type === "table" || (type === "data_table" && dataTableIsTable),
    )
    .slice(limits.tables)
    .map(({ path }) => failed([...path, "type"], "only one table allowed", constraint));
}

function dataTablesOff(
  blocks: readonly Block[],
  { dataTableRows, dataTableEvenRows }: Assumed["blockKit"],
): Fault[] {
  return blocks.flatMap((block, index) => {
    if (block.type !== "data_table") return [];
    const [{ length: columns }, ...body] = block.rows;
    const uneven = body.findIndex(({ length }) => length !== columns) + 1;
    const lengths = { type: "items", expected: [String(columns)] };
    const most = { type: "max_items", expected: [String(dataTableRows)] };
    return [
      ...(block.rows.length > dataTableRows
        ? [failed([index, "rows"], `no more than ${dataTableRows} items allowed`, most)]
        : []),
      ...(dataTableEvenRows && uneven > 0
        ? [failed([index, "rows", uneven], "not as many cells as the head", lengths)]
        : []),
    ];
  });
}

/** Points at the block that takes the sum of all over the limit. */
function markdownTooLong(blocks: readonly Block[]): Fault[] {
  let length = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.type !== "markdown") continue;
    length += [...block.text].length;
    if (length <= limits.markdownText) continue;
    const expected = [String(limits.markdownText)];
    const constraint = { type: "max_length", expected, got: String(length) };
    return [failed([index, "text"], "too much markdown in one message", constraint)];
  }
  return [];
}

function missingPictures(blocks: readonly Block[], isPicture: IsPicture): Fault[] {
  return placedFiles(blocks)
    .filter(({ file }) => !isPicture(file))
    .map(({ path }) => failed(path, "invalid slack file", { type: "slack_file" }));
}

/** Only one element of a view has the focus (types 3.2 [S]). */
function focusedTwice(blocks: readonly Block[]): Fault[] {
  return placedElements(blocks)
    .filter(({ element }) => "focus_on_load" in element && element.focus_on_load)
    .slice(1)
    .map(({ path }) =>
      failed([...path, "focus_on_load"], "another element has the focus", { type: "unique" }),
    );
}

/** Slack documents the scope, but not the refusal. */
function unreadableFiles(blocks: readonly Block[]): Fault[] {
  const constraint = { type: "scope", expected: ["files:read"] };
  return placedElements(blocks)
    .filter(({ element }) => element.type === "file_input")
    .map(({ path }) => failed([...path, "type"], "file_input needs files:read", constraint));
}

function repeatedOptions(blocks: readonly Block[]): Fault[] {
  return placedElements(blocks).flatMap(({ element, path }) => {
    if (!("options" in element || "option_groups" in element)) return [];
    const values = allOptions<{ value: string }>(element).map(({ value }) => value);
    if (new Set(values).size === values.length) return [];
    return [failed(path, "two options have the same value", { type: "unique" })];
  });
}
