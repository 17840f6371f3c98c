import { blocks } from "./blocks.ts";
import { chat } from "./chat.ts";
import { connection } from "./connection.ts";
import { files } from "./files.ts";
import type { Family } from "./method.ts";
import { oauth } from "./oauth.ts";
import { people } from "./people.ts";
import { usergroups } from "./usergroups.ts";
import { views } from "./views.ts";

/** All Web API methods of this workspace. */
export const families: readonly Family[] = [
  ...connection,
  ...oauth,
  blocks,
  chat,
  files,
  views,
  people,
  usergroups,
];
