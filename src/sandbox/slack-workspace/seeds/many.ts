import type { World } from "../world.ts";
import { globex } from "./globex.ts";
import { initech, initechWorkspaces } from "./initech.ts";
import { acmeWithLedger } from "./ledger.ts";

/** Acme with two apps, another company, and an organisation of two workspaces. */
export const manyWorkspaces: World = {
  enterprises: [initech],
  workspaces: [acmeWithLedger, globex, ...initechWorkspaces],
  furtherApps: [],
};
