import { blocks } from "./blocks.ts";
import { chat } from "./chat.ts";
import { connection } from "./connection.ts";
import { files } from "./files.ts";
import type { Family } from "./method.ts";
import { people } from "./people.ts";
import { views } from "./views.ts";

/** Every method of the Web API that this workspace has. */
export const families: readonly Family[] = [...connection, blocks, chat, files, views, people];
