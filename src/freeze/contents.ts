import { freezeCommand } from "./freeze-command.ts";
import { resumeCommand } from "./resume-command.ts";

export const freezeContents = { commands: [freezeCommand, resumeCommand] };
