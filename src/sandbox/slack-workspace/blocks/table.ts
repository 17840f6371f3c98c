import { z } from "zod";
import { blockId } from "./composition.ts";
import { limits } from "./limits.ts";
import { richTextValue } from "./rich-text.ts";

const text = z.string().min(1);

export const tableCell = z.discriminatedUnion("type", [
  richTextValue,
  z.strictObject({ type: z.literal("raw_text"), text }),
  z.strictObject({ type: z.literal("raw_number"), value: z.number(), text }),
]);

const column = z.strictObject({
  align: z.enum(["left", "center", "right"]).optional(),
  is_wrapped: z.boolean().optional(),
});

export const table = z.strictObject({
  type: z.literal("table"),
  block_id: blockId,
  rows: z.array(z.array(tableCell).max(limits.tableColumns)).max(limits.tableRows),
  column_settings: z.array(column).max(limits.tableColumns).optional(),
});

export type TableCell = z.output<typeof tableCell>;
