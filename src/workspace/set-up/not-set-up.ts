import type { RailCommand } from "../../home/parse-rail-command.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { notSetUp } from "./set-up-messages.ts";
import { isSetUp } from "./setup-facts.ts";

/** What is answered where the workspace is not set up yet; undefined where it is, or where that does not matter. */
export async function whyNotYet(
  { db, command }: Pick<Context, "db" | "transaction" | "command">,
  workspaceId: string,
  name?: RailCommand["name"],
): Promise<Message | undefined> {
  if (name !== undefined && ALWAYS.has(name)) return undefined;
  return isSetUp(await findSetup(db, workspaceId)) ? undefined : notSetUp(command);
}

/** What says how things stand, or sets them up. */
const ALWAYS: ReadonlySet<string> = new Set<RailCommand["name"] | "policy">([
  "setup",
  "policy",
  "health",
  "home",
  "help",
  "freeze",
]);
