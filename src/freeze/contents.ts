import type { Contents } from "../request/capability.ts";
import { frozenGauge } from "./frozen-gauge.ts";

export const contents: Contents = { gauges: [frozenGauge] };
