import { useOne } from "../support/use-one.ts";
import { startAcme } from "./bolt-app.ts";

/** One workspace for the tests of a file. */
export const useAcme = (options: Parameters<typeof startAcme>[0] = {}) =>
  useOne(
    () => startAcme(options),
    (workspace) => workspace.stop(),
  );
