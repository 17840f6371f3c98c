import type { Contents } from "../request/capability.ts";
import { announceFreezeChore } from "./announce-freeze.ts";
import { frozenGauge } from "./frozen-gauge.ts";

export const contents: Contents = { chores: [announceFreezeChore], gauges: [frozenGauge] };
