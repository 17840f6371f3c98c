import { announceFreezeChore } from "./announce-freeze.ts";

export const FREEZE = { chores: [announceFreezeChore] };
