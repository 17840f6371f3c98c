import type { Contents } from "../request/capability.ts";
import { keepRegisterJob } from "../request/carry-out.ts";
import { whitelistDestinationJob } from "./post-destination.ts";
import { destinationsCommand } from "./register/destinations.ts";

export const contents: Contents = {
  commands: [destinationsCommand],
  jobs: [whitelistDestinationJob, keepRegisterJob],
};
