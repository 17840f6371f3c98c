import { z } from "zod";
import { description } from "./described.ts";

/** As much of JSON Schema as the description speaks. */
interface Schema {
  $ref?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: boolean | Schema | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
  }),
);

const schemas = z.record(z.string(), schema).parse(description.components.schemas);

/** A named schema of the description in the document's words, a line for each field: `id: string or null, required`. */
export function linesOf(name: string): string[] {
  const named = schemas[name] ?? {};
  return named.properties === undefined ? [typeOf(named)] : fieldsOf(named, "");
}

export const schemaNames = () => Object.keys(schemas);

function fieldsOf({ properties = {}, required = [] }: Schema, above: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${above}${name}`;
    const line = `${path}: ${typeOf(field)}${required.includes(name) ? ", required" : ""}`;
    const below = field.items?.properties
      ? fieldsOf(field.items, `${path}[].`)
      : fieldsOf(field, `${path}.`);
    return [line, ...below];
  });
}

function typeOf(of: Schema): string {
  const { $ref, type, format, items, additionalProperties } = of;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (of.const !== undefined) return JSON.stringify(of.const);
  const among = of.anyOf ?? of.oneOf;
  if (among !== undefined) return among.map(typeOf).join(" or ");
  if (of.enum !== undefined) return of.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (items !== undefined && Object.keys(items).length > 0) return `array of ${typeOf(items)}`;
  if (typeof additionalProperties === "object") return `object of ${typeOf(additionalProperties)}`;
  return format === undefined ? `${type}` : `${type} (${format})`;
}
