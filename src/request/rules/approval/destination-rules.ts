import { isAdderAlone } from "../../../authority/judge.ts";
import type { Known } from "../../../authority/roster.ts";
import { AUTHORITY } from "../../../authority/table.ts";
import type { MoneyChange } from "../change.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Circumstances } from "../decision.ts";
import type { Unusable } from "../destination.ts";
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

/** Why what is asked for about a destination can no longer be done, in words for people; undefined when it can. */
export function whyNotIntoIt(
  { kind }: Pick<MoneyChange, "kind">,
  { register }: Pick<Circumstances, "register">,
): string | undefined {
  switch (kind) {
    case "create-rail":
      if (register.is === "absent") return NOT_REGISTERED;
      return register.whyUnusable && UNUSABLE[register.whyUnusable];
    case "whitelist-destination":
    case "import-destination":
      return register.is === "present" ? REGISTERED : undefined;
    case "retire-destination":
      if (register.is === "absent") return NOT_REGISTERED;
      return register.whyUnusable === "retired" ? "It is retired already." : undefined;
  }
}

const NOT_REGISTERED = "Its destination is not in the register of whitelisted ones.";
const REGISTERED = "It has come into the register in another way since this was asked for.";

const UNUSABLE: Record<Unusable, string> = {
  retired: "Its destination was retired while this waited.",
  contradicted:
    "The Rail service shows its destination with another address or IBAN than the register.",
  "cooling-down": "Its destination may not be used yet: it was whitelisted too recently.",
};
