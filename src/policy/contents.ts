import { watchQuorumsChore } from "./watch-quorums.ts";

export const POLICY = { chores: [watchQuorumsChore] };
