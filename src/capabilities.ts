import { checkContents } from "./check/contents.ts";
import { destinationContents } from "./destination/contents.ts";
import { freezeContents } from "./freeze/contents.ts";
import { homeContents } from "./home/contents.ts";
import { policyContents } from "./policy/contents.ts";
import { railContents } from "./rail/contents.ts";
import type { Command } from "./request/command.ts";
import { requestContents } from "./request/contents.ts";
import { workspaceContents } from "./workspace/contents.ts";

interface Contents {
  commands?: readonly Command[];
}

/** Help lists the verbs in this order. */
const CAPABILITIES: readonly Contents[] = [
  railContents,
  requestContents,
  destinationContents,
  checkContents,
  freezeContents,
  homeContents,
  workspaceContents,
  policyContents,
];

export const COMMANDS: readonly Command[] = CAPABILITIES.flatMap(({ commands = [] }) => commands);
