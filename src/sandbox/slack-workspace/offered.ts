import type { Context } from "./context.ts";
import type { SeedApp } from "./seed.ts";

/**
 * The commands and shortcuts that people can use. Without the scope `commands` there are neither.
 */
export function offeredBy({
  seed,
  installation,
}: Context): Pick<SeedApp, "commands" | "shortcuts"> {
  const { commands, shortcuts } = seed.app;
  const isGranted = installation()?.scopes.includes("commands") ?? false;
  return isGranted ? { commands, shortcuts } : { commands: [], shortcuts: [] };
}
