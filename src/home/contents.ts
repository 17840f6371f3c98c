import type { Contents } from "../request/capability.ts";
import { announceChangesChore } from "./announce-changes.ts";

export const contents: Contents = { chores: [announceChangesChore] };
