import { describe, expect, it } from "vitest";
import { railAnswer, railListAnswer } from "../../../src/platform/rail-api/schemas.ts";
import { cryptoEnd, fiatEnd, listWire, onRampWire } from "./wire.ts";

/** The document's tables by the name of the field; whatever is not named here is required. */
const NULLABLE = ["id", "iban", "reference", "external_id", "created_at", "next"];
const OPTIONAL = ["account_number", "sort_code", "bic_swift"];
/** Nothing here rests on these, so they may be anything. */
const UNREAD = ["human", "from", "to", "per_page", "path", "links", "first", "last", "prev"];

/** The dotted names of all fields of an object and the objects in it. */
function fieldsOf(value: unknown, before = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    `${before}${key}`,
    ...fieldsOf(item, `${before}${key}.`),
  ]);
}

/** The object with one field changed, or without it. */
function changed(value: object, [key = "", ...path]: string[], to?: unknown): object {
  const { [key]: item, ...rest } = value as Record<string, unknown>;
  if (path.length > 0) return { ...rest, [key]: changed(Object(item), path, to) };
  return to === undefined ? rest : { ...rest, [key]: to };
}

const { meta, links } = listWire();
describe.each([
  ["a Rail", railAnswer, { data: onRampWire }, ""],
  ["the list's meta", railListAnswer.pick({ meta: true }), { meta }, ""],
  ["the list's links", railListAnswer.pick({ links: true }), { links }, "links"],
])("%s", (_, schema, whole, required) => {
  it.each(fieldsOf(whole))("has a field %s", (field) => {
    const name = field.split(".").at(-1) ?? "";
    const isUnread = UNREAD.includes(name) && field !== required;
    const isOptional = isUnread || OPTIONAL.includes(name);
    const reads = (to?: unknown) => schema.safeParse(changed(whole, field.split("."), to)).success;

    expect(reads()).toBe(isOptional);
    expect(reads(null)).toBe(isOptional || NULLABLE.includes(name));
    expect(reads({ wrong: true })).toBe(isUnread);
    expect(reads(1.5)).toBe(isUnread);
  });
});

describe("a Rail", () => {
  const read = (more: object) => railAnswer.safeParse({ data: { ...onRampWire, ...more } }).data;

  it("is read with fields that the document does not name", () => {
    expect(read({ colour: "red", source: { ...fiatEnd, limit: 1 } })).toBeDefined();
  });

  it.each([
    ["ON_RAMP", cryptoEnd, fiatEnd],
    ["ON_RAMP", fiatEnd, fiatEnd],
    ["OFF_RAMP", fiatEnd, cryptoEnd],
    ["OFF_RAMP", cryptoEnd, cryptoEnd],
    ["EXCHANGE", { asset: "GBP", type: "fiat" }, fiatEnd],
    ["LOOP", fiatEnd, cryptoEnd],
  ])("is not read as %s with the wrong ends (%#)", (type, source, destination) => {
    expect(read({ type, source, destination })).toBeUndefined();
  });

  it.each([
    [fiatEnd, fiatEnd, "fiat", "fiat"],
    [fiatEnd, cryptoEnd, "fiat", "crypto"],
    [cryptoEnd, fiatEnd, "crypto", "fiat"],
  ])("is read as an EXCHANGE, whatever its ends are (%#)", (source, destination, from, to) => {
    expect(read({ type: "EXCHANGE", source, destination })?.data).toMatchObject({
      source: { kind: from },
      destination: { kind: to },
    });
  });

  it.each([[null], [[]], [["tag", 1, null, { a: [] }]]])("keeps its metadata %j", (externalId) => {
    expect(read({ metadata: { external_id: externalId } })?.data.metadata).toEqual(externalId);
  });
});
