import type { BlockRules } from "./blocks/list-rules.ts";
import type { Context } from "./context.ts";
import { isKnownPicture } from "./pictures.ts";

/** How blocks are read that come from an app. */
export const blockRules = (context: Context): BlockRules => ({
  isPicture: isKnownPicture(context),
  mayReadFiles: context.installation()?.scopes.includes("files:read") ?? false,
  assumed: context.assumed.blockKit,
});
