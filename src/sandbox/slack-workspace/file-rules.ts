import type { FileInput } from "./blocks/elements.ts";
import { limits } from "./blocks/limits.ts";
import { type SlackFileObject, spelledBySlack } from "./slack-file.ts";

/** Why a `file_input` does not take these files, for the person who chose them; undefined where it does. */
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
