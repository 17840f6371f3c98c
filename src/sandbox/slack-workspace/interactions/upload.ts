import type { Context } from "../context.ts";
import { chosenFile } from "../kept/files.ts";
import { problemWithFiles } from "../kept/input-rules.ts";
import { PageError } from "../page-routes/page-error.ts";
import { type SlackFileObject, toSlackFile } from "../slack-file.ts";
import { act } from "./act.ts";
import type { Outcome } from "./outcome.ts";
import { type ElementName, elementOn } from "./surface.ts";

export interface Uploaded extends Outcome {
  /** All present files of the element. */
  files: SlackFileObject[];
  /** The reason for the person if the element does not take the files. */
  refused?: string;
}

/**
 * A person adds files to a `file_input`. It takes all of them or none. Throws a `PageError` if there is no such element.
 */
export async function upload(
  context: Context,
  userId: string,
  name: ElementName,
  files: readonly { name: string; bytes: Buffer }[],
): Promise<Uploaded> {
  const { surface, element } = elementOn(context, userId, name);
  if (element.type !== "file_input") {
    throw new PageError("element_not_found", "There is no field for files here.");
  }
  const before = surface.values[name.blockId]?.[name.actionId]?.files ?? [];
  const chosen = files.map(({ name, bytes }) => chosenFile(userId, name, bytes, context.now()));
  const wanted = [...before, ...chosen.map((file) => toSlackFile(file, context))];
  const problem = problemWithFiles(element, wanted);
  if (problem) return { acknowledged: false, refused: problem, files: before };

  for (const file of chosen) context.files.keep(file);
  const outcome = await act(context, userId, { ...name, value: wanted.map(({ id }) => id) });
  return { ...outcome, files: wanted };
}
