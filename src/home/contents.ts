import { announceChangesChore } from "./announce-changes.ts";

export const HOME = { chores: [announceChangesChore] };
