import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { keepRegisterJob } from "../request/carry-out.ts";
import { whitelistDestinationJob } from "./post-destination.ts";
import {
  destinationsCommand,
  destinationsPage,
  filterDestinations,
} from "./register/destinations.ts";
import { addDestinationButton, redrawDestination } from "./screens/add-destination.ts";
import { retireButton, submitRetirement } from "./screens/retire-destination.ts";

export const contents: Contents = {
  commands: [destinationsCommand],
  buttons: [
    {
      ids: [action.showDestinations, action.destinationsPreviousPage, action.destinationsNextPage],
      act: "look",
      press: destinationsPage,
    },
    { ids: [action.filterDestinations], act: "look", press: filterDestinations },
    {
      ids: [action.addWallet],
      act: "whitelist-destination",
      press: (context) => addDestinationButton(context, { kind: "wallet", isImport: false }),
    },
    {
      ids: [action.addBankAccount],
      act: "whitelist-destination",
      press: (context) => addDestinationButton(context, { kind: "bank-account", isImport: false }),
    },
    {
      ids: [action.importDestination],
      act: "import-destination",
      press: (context) => addDestinationButton(context, { kind: null, isImport: true }),
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
