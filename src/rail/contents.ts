import type { Contents } from "../request/capability.ts";
import { listCommand } from "./screens/list.ts";
import { newCommand } from "./screens/new-rail.ts";
import { showCommand } from "./screens/show.ts";

export const contents: Contents = { commands: [newCommand, listCommand, showCommand] };
