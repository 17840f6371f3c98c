import type { z } from "zod";

/** Slack documents only the type `enum`; the other names are ours. */
interface Constraint {
  type: string;
  expected?: readonly string[];
}

/** One fault in the spelling of `blocks.validate`. Its message quotes no words of people. */
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
  workflow_button workflow_step attachments border confirm dispatch_action_config fields
  response_url_enabled default_to_current_conversation external_id clear_on_close notify_on_close
  exclude_external_shared_channels focus_on_load strike underline`.split(/\s+/),
);

/** Makes an issue for a check of our own; `toFaults` reads it back. */
export const broken = (
  message: string,
  constraint: Constraint,
  path: (string | number)[] = [],
) => ({ code: "custom" as const, message, path, params: { constraint } });

/** Translates an issue of zod, with its input (`reportInput`), into Slack's terms. */
export function toFaults(issue: z.core.$ZodIssue): Fault[] {
  const { path, input, message } = issue;
  const pointer = path
    .map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  const failed = (words: string, constraint: Constraint): Fault[] => [
    { pointer, code: "failed_constraint", message: words, constraint },
  ];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((field) => ({
        pointer: `${pointer}/${field}`,
        code: "unknown_field",
        message: UNSUPPORTED.has(field) ? unsupported(field) : "unknown field",
        field,
      }));
    case "invalid_union": {
      // The type of the block, element or text is missing, belongs elsewhere, or is unknown.
      const { type: got } = Object(input);
      const expected = "options" in issue ? issue.options?.map(String) : [];
      const words = UNSUPPORTED.has(got) ? unsupported(got) : "this type cannot be used here";
      return got === undefined
        ? [missing(pointer, path)]
        : failed(words, { type: "enum", expected });
    }
    case "custom":
      return failed(message, issue.params?.constraint ?? { type: "custom" });
    case "invalid_value":
      if (input === undefined) return [missing(pointer, path)];
      return failed(message, { type: "enum", expected: issue.values.map(String) });
    default:
      return input === undefined ? [missing(pointer, path)] : failed(message, { type: issue.code });
  }
}

const unsupported = (name: string) => `"${name}" is not supported by this workspace`;

function missing(pointer: string, path: readonly PropertyKey[]): Fault {
  const field = String(path.at(-1) ?? "");
  return { pointer, code: "missing_field", message: `missing required field: ${field}`, field };
}
