import { z } from "zod";

/**
 * In the spelling of `blocks.validate`. Slack documents only the type `enum`; the other names are
 * ours.
 */
interface Constraint {
  type: string;
  expected?: string[];
  got?: string;
}

/** One fault of a payload. Its message quotes no words of people. */
export interface Fault {
  /** A JSON pointer from the blocks, message or view. */
  pointer: string;
  code: "missing_field" | "unknown_field" | "failed_constraint";
  message: string;
  constraint?: Constraint;
  /** The field that is missing or unknown. */
  field?: string;
}

/** What Slack has and this workspace has not: no screen of the app uses it. */
const UNSUPPORTED: ReadonlySet<string> = new Set(
  `broadcast carousel card channels_select color container context_actions data_table
  data_visualization datepicker datetimepicker email_text_input emoji external_select
  feedback_buttons file file_input icon_button image markdown multi_channels_select
  multi_conversations_select multi_external_select number_input plan rich_text_input
  rich_text_list task_card team timepicker url_text_input usergroup users_select video table
  workflow_button workflow_step attachments confirm dispatch_action_config response_url_enabled
  default_to_current_conversation external_id clear_on_close notify_on_close
  exclude_external_shared_channels`.split(/\s+/),
);

/** Makes an issue for a check of our own; `toFaults` reads it back. */
export function broken(message: string, constraint: Constraint, path: (string | number)[] = []) {
  return { code: "custom" as const, message, path, params: { constraint } };
}

export function failed(
  path: readonly PropertyKey[],
  message: string,
  constraint?: Constraint,
): Fault {
  const fault = { pointer: pointerTo(path), code: "failed_constraint" as const, message };
  return { ...fault, ...(constraint && { constraint }) };
}

/** Moves the pointer of a fault to an outer root. */
export const within = (root: string, fault: Fault): Fault => ({
  ...fault,
  pointer: root + fault.pointer,
});

const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

type Issue = z.core.$ZodIssue;

/**
 * Translates an issue of zod into Slack's terms. The issue must carry its input (`reportInput`).
 */
export function toFaults(issue: Issue): Fault[] {
  const { path, input } = issue;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        ...{ pointer: pointerTo([...path, key]), code: "unknown_field", field: key },
        message: UNSUPPORTED.has(key) ? unsupported(key) : "unknown field",
      }));
    case "invalid_union":
      return [wrongType(issue)];
    case "invalid_type":
    case "invalid_value": {
      if (input === undefined) return [missing(path)];
      const expected = "values" in issue ? issue.values.map(String) : [issue.expected];
      const type = "values" in issue ? "enum" : "type";
      const message = `must be ${type === "enum" ? "one of " : ""}${expected.join(", ")}`;
      return [failed(path, message, { type, expected })];
    }
    case "too_big":
      return [outside(issue, "max", issue.maximum)];
    case "too_small":
      return [outside(issue, "min", issue.minimum)];
    default:
      return [failed(path, issue.message, OWN.safeParse(issue).data?.params.constraint)];
  }
}

const OWN = z.object({ params: z.object({ constraint: z.custom<Constraint>() }) });

const unsupported = (name: string) => `"${name}" is not supported by this workspace`;

/** The type of the block, element or text is missing, belongs elsewhere, or is unknown. */
function wrongType(issue: Extract<Issue, { code: "invalid_union" }>): Fault {
  const { path, input } = issue;
  const type = typeof input === "object" && input !== null && "type" in input ? input.type : null;
  if (type === null) return missing(path);
  const got = typeof type === "string" ? type : JSON.stringify(type);
  const expected = "options" in issue ? issue.options?.map(String) : undefined;
  const message = UNSUPPORTED.has(got) ? unsupported(got) : `"${got}" cannot be used here`;
  return failed(path, message, { type: "enum", ...(expected && { expected }), got });
}

function missing(path: readonly PropertyKey[]): Fault {
  const field = String(path.at(-1) ?? "");
  const message = `missing required field: ${field}`;
  return { pointer: pointerTo(path), code: "missing_field", message, field };
}

function outside(
  { path, origin, input }: Extract<Issue, { code: "too_big" | "too_small" }>,
  side: "max" | "min",
  bound: number | bigint,
): Fault {
  const isList = origin === "array";
  const most = side === "max" ? "no more" : isList ? "no fewer" : "no less";
  return failed(path, `${most} than ${bound}${isList ? " items" : ""} allowed`, {
    type: isList ? `${side}_items` : origin === "string" ? `${side}_length` : `${side}_value`,
    expected: [String(bound)],
    got: String(Array.isArray(input) ? input.length : input),
  });
}
