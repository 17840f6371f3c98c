import { checkCommand } from "./check.ts";

export const checkContents = { commands: [checkCommand] };
