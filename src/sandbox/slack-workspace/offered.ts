import type { Context } from "./context.ts";
import type { SeedApp } from "./seed.ts";

/** What people can type and take. Where the app was not granted the scope `commands`, it offers neither. */
export function offeredBy({
  seed,
  installation,
}: Pick<Context, "seed" | "installation">): Pick<SeedApp, "commands" | "shortcuts"> {
  const { commands, shortcuts } = seed.app;
  const isGranted = installation()?.scopes.includes("commands") ?? false;
  return isGranted ? { commands, shortcuts } : { commands: [], shortcuts: [] };
}
