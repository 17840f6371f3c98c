import type { Contents } from "../request/capability.ts";
import { setupCommand } from "./set-up/set-up-listeners.ts";

export const contents: Contents = { commands: [setupCommand] };
