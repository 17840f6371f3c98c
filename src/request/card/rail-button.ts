import type { Button } from "@slack/types";
import { button } from "../../platform/slack/blocks/blocks.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";

/** A button that carries a Rail's id verbatim: none without an id, or with one that no list has room for. */
export function railButton(
  label: string,
  actionId: string,
  railId: string | null,
  more: Pick<Button, "style"> = {},
): Button[] {
  if (railId === null || railId === "" || !railId.isWellFormed()) return [];
  return [...railId].length <= limits.id ? [button(label, actionId, railId, more)] : [];
}
