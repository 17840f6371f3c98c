import { isAdderAlone } from "../../../authority/judge.ts";
import type { Known } from "../../../authority/roster.ts";
import { AUTHORITY } from "../../../authority/table.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Circumstances } from "../decision.ts";
import { deedOf } from "./deed.ts";

/** Whoever added a destination cannot be the only one who approves its first use. */
export function isAddersAlone(
  approvers: readonly string[],
  { content }: Pick<ChangeRequest, "content">,
  { register, roster }: Pick<Circumstances, "register" | "roster">,
): Known {
  if (!AUTHORITY[deedOf(content.change)].isNotForAdderAlone) return "no";
  if (register.is === "absent") return "no";
  if (!register.isUnused) return "no";
  return isAdderAlone(approvers, register.addedBy, roster);
}
