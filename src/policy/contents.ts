import type { Contents } from "../request/capability.ts";
import { watchQuorumsChore } from "./watch-quorums.ts";

export const contents: Contents = {
  chores: [watchQuorumsChore],
};
