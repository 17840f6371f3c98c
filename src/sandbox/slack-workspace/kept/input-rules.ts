import type { Block } from "../blocks/block.ts";
import type { FileInput } from "../blocks/elements.ts";
import { inputBlocks } from "../blocks/find-elements.ts";
import { limits } from "../blocks/limits.ts";
import { type SlackFileObject, spelledBySlack } from "../slack-file.ts";
import { entered, type StateValue, type StateValues } from "./element-values.ts";

type Element = ReturnType<typeof inputBlocks>[number]["element"];

/**
 * Returns the faults that Slack's client finds before the app gets a submission, by block_id. An empty object allows
 * the submission.
 */
export function refusedInputs(
  blocks: readonly Block[],
  values: StateValues,
): Record<string, string> {
  const refused = inputBlocks(blocks).flatMap(({ block_id, element, optional }) => {
    const state = values[block_id]?.[element.action_id];
    const value = state && entered(state);
    const problem =
      value === undefined
        ? !optional && "Please complete this required field."
        : problemWith(element, value, state);
    return problem ? [[block_id, problem] as const] : [];
  });
  return Object.fromEntries(refused);
}

function problemWith(
  element: Element,
  value: string,
  { files = [] }: Partial<StateValue> = {},
): string | undefined {
  switch (element.type) {
    case "plain_text_input": {
      const length = [...value].length;
      const { min_length: min = 0, max_length: max = limits.inputText } = element;
      if (length < min) return `Must be at least ${min} characters (it has ${length}).`;
      return length > max ? `Must be at most ${max} characters (it has ${length}).` : undefined;
    }
    case "number_input": {
      const number = Number(value);
      if (!Number.isFinite(number)) return "Must be a number.";
      if (!element.is_decimal_allowed && !Number.isInteger(number))
        return "Must be a whole number.";
      if (element.min_value !== undefined && number < Number(element.min_value))
        return `Must be at least ${element.min_value}.`;
      if (element.max_value !== undefined && number > Number(element.max_value))
        return `Must be at most ${element.max_value}.`;
      return undefined;
    }
    case "email_text_input":
      return /^\S+@\S+\.\S+$/.test(value) ? undefined : "Must be an email address.";
    case "url_text_input":
      return /^https?:\/\/\S+$/.test(value) ? undefined : "Must be a web address.";
    case "file_input":
      return problemWithFiles(element, files);
    default:
      return undefined;
  }
}

/** Returns the reason, in words for the person, why a `file_input` refuses these files; undefined if it takes them. */
export function problemWithFiles(
  { filetypes, max_files = limits.files }: FileInput,
  files: readonly Pick<SlackFileObject, "name" | "filetype" | "size">[],
): string | undefined {
  const large = files.find(({ size }) => size > limits.fileBytes);
  if (large) return `"${large.name}" is larger than 10 MB.`;
  const kinds = filetypes?.map(spelledBySlack);
  const strange = kinds && files.find(({ filetype }) => !kinds.includes(filetype));
  if (strange) return `"${strange.name}" cannot be used here: choose ${kinds.join(", ")}.`;
  if (files.length <= max_files) return undefined;
  return max_files === 1 ? "Choose one file only." : `Choose at most ${max_files} files.`;
}
