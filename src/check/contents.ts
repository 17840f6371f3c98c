import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { checkButton, checkCommand, submitCheck } from "./check.ts";

export const contents: Contents = {
  commands: [checkCommand],
  buttons: [{ ids: [action.openCheck], act: "look", press: checkButton }],
  modals: [{ id: callback.checkText, act: "look", submit: submitCheck }],
};
