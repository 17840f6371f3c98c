import type { SeedApp } from "./seed.ts";

/** What people can type and take. Without the scope `commands`, an app offers neither. */
export const offeredBy = ({
  scopes,
  commands,
  shortcuts,
}: SeedApp): Pick<SeedApp, "commands" | "shortcuts"> =>
  scopes.includes("commands") ? { commands, shortcuts } : { commands: [], shortcuts: [] };
