import { listCommand } from "./screens/list.ts";
import { newCommand } from "./screens/new-rail.ts";
import { showCommand } from "./screens/show.ts";

export const railContents = { commands: [newCommand, listCommand, showCommand] };
