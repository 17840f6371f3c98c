import type { Contents } from "../request/capability.ts";
import { policyCommand } from "./screens/policy-listeners.ts";
import { watchQuorumsChore } from "./watch-quorums.ts";

export const contents: Contents = { commands: [policyCommand], chores: [watchQuorumsChore] };
