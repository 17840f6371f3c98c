import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { keepRegisterJob } from "../request/carry-out.ts";
import { whitelistDestinationJob } from "./post-destination.ts";
import { destinationListButtons, destinationsCommand } from "./register/destination-list.ts";
import { redrawDestination } from "./screens/add-destination.ts";
import { opensForm } from "./screens/open-destination-form.ts";
import { retireButton, submitRetirement } from "./screens/retire-destination.ts";

export const contents: Contents = {
  commands: [destinationsCommand],
  buttons: [
    ...destinationListButtons,
    {
      ids: [action.addWallet],
      act: "whitelist-destination",
      press: opensForm({ kind: "wallet", isImport: false }),
    },
    {
      ids: [action.addBankAccount],
      act: "whitelist-destination",
      press: opensForm({ kind: "bank-account", isImport: false }),
    },
    {
      ids: [action.importDestination],
      act: "import-destination",
      press: opensForm({ kind: null, isImport: true }),
    },
    {
      ids: [action.chooseDestinationKind, action.chooseNetwork, action.checkTyped],
      acknowledges: true,
      press: redrawDestination,
    },
    { ids: [action.retireDestination], act: "retire-destination", press: retireButton },
  ],
  modals: [{ id: callback.retireDestination, act: "retire-destination", submit: submitRetirement }],
  jobs: [whitelistDestinationJob, keepRegisterJob],
};
