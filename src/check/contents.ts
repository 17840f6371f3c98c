import type { Contents } from "../request/capability.ts";
import { checkCommand } from "./check.ts";

export const contents: Contents = { commands: [checkCommand] };
