import type { Contents } from "../request/capability.ts";
import { keepRegisterJob } from "./change-register.ts";
import { whitelistDestinationJob } from "./post-destination.ts";

export const contents: Contents = { jobs: [whitelistDestinationJob, keepRegisterJob] };
