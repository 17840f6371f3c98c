import { contents as freeze } from "./freeze/contents.ts";
import type { Contents } from "./request/capability.ts";
import { contents as request } from "./request/contents.ts";

/** Everything that Signalbox can do. The binders read these lists, and nothing else names what is in them. */
const CAPABILITIES: readonly Contents[] = [request, freeze];

export const GAUGES = CAPABILITIES.flatMap(({ gauges = [] }) => gauges);
