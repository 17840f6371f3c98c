import type { SlackWorkspaceOptions } from "../../../src/sandbox/slack-workspace/server.ts";
import { useOne } from "../support/use-one.ts";
import { startAcme } from "./bolt-app.ts";

/** One workspace for the tests of a file. */
export const useAcme = (options: Partial<SlackWorkspaceOptions> = {}) =>
  useOne(
    () => startAcme(options),
    (workspace) => workspace.stop(),
  );
