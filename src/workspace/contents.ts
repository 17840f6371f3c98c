import { setupCommand } from "./set-up/set-up-listeners.ts";

export const workspaceContents = { commands: [setupCommand] };
