import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import {
  connectButton,
  replaceTokenButton,
  submitConnection,
  submitToken,
} from "./connection/set-up-connection.ts";
import { channelButton, submitChannel } from "./set-up/set-up-channel.ts";
import {
  carryOverButton,
  checkTokenButton,
  openSetupButton,
  removeTokenButton,
  setupCommand,
} from "./set-up/set-up-listeners.ts";

export const contents: Contents = {
  commands: [setupCommand],
  buttons: [
    { ids: [action.openSetup], act: "open-set-up", press: openSetupButton },
    { ids: [action.setUpConnection], act: "change-connection", press: connectButton },
    { ids: [action.replaceToken], act: "replace-token", press: replaceTokenButton },
    { ids: [action.checkToken], act: "open-set-up", press: checkTokenButton },
    {
      ids: [action.removeToken],
      act: "remove-token",
      remembers: "remove-token",
      press: removeTokenButton,
    },
    { ids: [action.carryOver], act: "carry-over", remembers: "carry-over", press: carryOverButton },
    // A link to our own page: Slack reports its press, too.
    {
      ids: [action.openTokenPage],
      acknowledges: true,
      press: (_, { ack }) => ack(),
    },
    { ids: [action.setUpChannel], act: "change-channel", press: channelButton },
  ],
  modals: [
    { id: callback.chooseConnection, act: "change-connection", submit: submitConnection },
    {
      id: callback.enterToken,
      act: ["replace-token", "change-connection"],
      submit: submitToken,
    },
    { id: callback.chooseChannel, act: "change-channel", submit: submitChannel },
  ],
};
