import type { z } from "zod";
import { block, tableCell } from "./block.ts";
import { anyText } from "./composition.ts";
import { accessory, actionsElement, inputElement } from "./elements.ts";
import { constraintIn, type Fault, failed, pointerTo } from "./fault.ts";
import { richTextLeaf, richTextPart } from "./rich-text.ts";
import { modalView } from "./view.ts";

/** Slack has these blocks and elements of 2025 and later; this workspace has not. */
const UNSUPPORTED: ReadonlySet<string> = new Set(
  (
    "carousel context_actions data_visualization feedback_buttons icon_button plan task_card url " +
    "workflow_step"
  ).split(" "),
);

interface Union {
  options: readonly { shape: { type: { value: string } } }[];
}

const typesIn = ({ options }: Union) => options.map(({ shape }) => shape.type.value);

/** This workspace knows these types, each in its own places. */
const KNOWN: ReadonlySet<string> = new Set([
  ...[block, accessory, actionsElement, inputElement].flatMap(typesIn),
  ...[anyText(1), tableCell, richTextPart, richTextLeaf].flatMap(typesIn),
  modalView.shape.type.value,
  "home",
]);

type Issue = z.core.$ZodIssue;

/** Translates an issue of zod into Slack's terms. The issue must carry its input (`reportInput`). */
export function toFaults(issue: Issue): Fault[] {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        pointer: pointerTo([...issue.path, key]),
        code: "unknown_field",
        message: "unknown field",
        field: key,
      }));
    case "invalid_union":
      return [wrongType(issue)];
    case "invalid_type":
      return [issue.input === undefined ? missing(issue) : misfit(issue, "type", [issue.expected])];
    case "invalid_value":
      if (issue.input === undefined) return [missing(issue)];
      return [misfit(issue, "enum", issue.values.map(String))];
    case "too_big":
      return [outside(issue, "max", issue.maximum)];
    case "too_small":
      return [outside(issue, "min", issue.minimum)];
    default:
      return [failed(issue.path, issue.message, constraintIn(issue))];
  }
}

/** The type of the block, element or text is missing, belongs elsewhere, or is unknown. */
function wrongType(issue: Extract<Issue, { code: "invalid_union" }>): Fault {
  const type = typeIn(issue.input);
  if (type === undefined) return missing(issue);
  const expected = "options" in issue ? issue.options?.map(String) : undefined;
  return failed(issue.path, whyNot(type), {
    type: "enum",
    ...(expected && { expected }),
    got: type,
  });
}

function whyNot(type: string): string {
  if (UNSUPPORTED.has(type)) return `"${type}" is not supported by this workspace`;
  return KNOWN.has(type)
    ? `"${type}" cannot be used here`
    : `"${type}" is no type that Slack knows`;
}

function typeIn(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("type" in input)) return undefined;
  return typeof input.type === "string" ? input.type : JSON.stringify(input.type);
}

function missing({ path }: Issue): Fault {
  const field = String(path.at(-1) ?? "");
  const message = `missing required field: ${field}`;
  return { pointer: pointerTo(path), code: "missing_field", message, field };
}

function misfit({ path }: Issue, type: "type" | "enum", expected: string[]): Fault {
  const message = `must be ${type === "enum" ? "one of " : ""}${expected.join(", ")}`;
  return failed(path, message, { type, expected });
}

function outside(
  { path, origin, input }: Extract<Issue, { code: "too_big" | "too_small" }>,
  side: "max" | "min",
  bound: number | bigint,
): Fault {
  const isList = origin === "array";
  const more = side === "max" ? "more" : "less";
  const message = `no ${isList && side === "min" ? "fewer" : more} than ${bound}${isList ? " items" : ""} allowed`;
  return failed(path, message, {
    type: isList ? `${side}_items` : origin === "string" ? `${side}_length` : `${side}_value`,
    expected: [String(bound)],
    got: String(Array.isArray(input) ? input.length : input),
  });
}
