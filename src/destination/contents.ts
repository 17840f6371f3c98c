import type { Contents } from "../request/capability.ts";
import { destinationsCommand } from "./register/destinations.ts";

export const contents: Contents = { commands: [destinationsCommand] };
