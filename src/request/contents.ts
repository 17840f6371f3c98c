import { pendingCommand } from "./screens/pending.ts";
import { withdrawCommand } from "./screens/withdraw.ts";

export const requestContents = { commands: [pendingCommand, withdrawCommand] };
