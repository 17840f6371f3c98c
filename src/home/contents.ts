import { healthCommand } from "./health-answer.ts";
import { homeCommand } from "./home.ts";

export const homeContents = { commands: [homeCommand, healthCommand] };
