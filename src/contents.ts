import { checkCommand, checkShortcut } from "./check/check.ts";
import { addDestination } from "./destination/add-destination.ts";
import { addButton, addScreen, importScreen } from "./destination/destination-form.ts";
import { retire } from "./destination/retire.ts";
import { auditCommand } from "./evidence/audit-command.ts";
import { freezeButton, freezeCommand, freezeForm, resume } from "./freeze/freeze.ts";
import { healthCommand } from "./home/health.ts";
import { home } from "./home/home.ts";
import { destinationsCommand, listButtons, listCommand, pendingCommand } from "./home/list.ts";
import { csvButton, searchButton, searchForm } from "./home/list-acts.ts";
import { historyButton, showButtons, showCommand, withdrawCommand } from "./home/show.ts";
import { removeWorkspace } from "./install/remove.ts";
import { installButtons, installForms, setupCommands } from "./install/set-up.ts";
import { createRail } from "./rail/create-rail.ts";
import { newRailButtons, newRailCommand, newRailScreen } from "./rail/new-rail.ts";
import { report } from "./rail/report.ts";
import { trustButton, trustScreen } from "./rail/trust-form.ts";
import { trustRail } from "./rail/trust-rail.ts";
import type { Kinds } from "./request/engine/context.ts";
import { answer } from "./request/forms/answer.ts";
import { approve } from "./request/forms/approve.ts";
import { deny, withdraw } from "./request/forms/request-form.ts";
import type { Surface } from "./request/forms/surface.ts";
import { changeSettings } from "./settings/change-settings.ts";
import { settingsButtons, settingsForms } from "./settings/setup.ts";

/** Every kind of change. */
export const KINDS: Kinds = {
  "create-rail": createRail,
  "add-destination": addDestination,
  "trust-rail": trustRail,
  "change-settings": changeSettings,
  resume,
};

const DECIDING = [approve, deny, withdraw, answer, report, retire];

/** Everything that people can do in Slack. */
export const SURFACE: Surface = {
  home,
  removed: removeWorkspace,
  commands: [
    // Help begins with these.
    newRailCommand,
    listCommand,
    showCommand,
    freezeCommand,
    pendingCommand,
    withdrawCommand,
    destinationsCommand,
    checkCommand,
    healthCommand,
    auditCommand,
    ...setupCommands,
  ],
  buttons: [
    trustButton,
    ...DECIDING.map(({ button }) => button),
    freezeButton,
    addButton,
    ...newRailButtons,
    ...showButtons,
    historyButton,
    checkShortcut,
    ...listButtons,
    ...settingsButtons,
    ...installButtons,
    searchButton,
    csvButton,
  ],
  forms: [
    ...newRailScreen.forms,
    ...addScreen.forms,
    ...importScreen.forms,
    searchForm,
    ...trustScreen.forms,
    ...settingsForms,
    ...installForms,
    ...DECIDING.map(({ form }) => form),
    freezeForm,
  ],
};
