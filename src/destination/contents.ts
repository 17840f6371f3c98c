import { keepRegisterJob } from "./change-register.ts";
import { whitelistDestinationJob } from "./post-destination.ts";

export const DESTINATION = { jobs: [whitelistDestinationJob, keepRegisterJob] };
