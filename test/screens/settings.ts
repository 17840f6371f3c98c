import { readConfig } from "../../src/config.ts";
import { setupMessage, setupModal } from "../../src/install/set-up.ts";
import { option } from "../../src/platform/slack/blocks/elements.ts";
import { modal } from "../../src/platform/slack/blocks/views.ts";
import type { ChangeSettings } from "../../src/request/rules/content.ts";
import { SIGNALBOX } from "../../src/request/rules/request.ts";
import type { Requirement, Settings } from "../../src/request/rules/settings.ts";
import { historyMessage } from "../../src/settings/history.ts";
import { requirementAnswers, requirementBlocks } from "../../src/settings/requirement-form.ts";
import { settingsMessage } from "../../src/settings/setup.ts";
import { NEW_SETTINGS } from "../rules/changes.ts";
import { NOW } from "../rules/company.ts";
import { formFacts, MANY_CONFIG } from "./known.ts";
import { factsOf, settingsOf, type World } from "./world.ts";

/** All parts change at once, as the environment can do it. */
function changeOf(world: World): ChangeSettings {
  const before = settingsOf(world);
  const { people, words } = world;
  const keys = people.slice(0, people.length > 9 ? 9 : 1);
  const destinations = [...keys, "gone"];
  const when = { types: ["ON_RAMP"], destinations, isFirstUse: true } as const;
  const [first, ...others] = before.requirements;
  const more = { name: "Board", covers: "rails", when, people, needed: 1 } as const;
  const requirements: Requirement[] = [
    ...(first ? [{ ...first, needed: 1, people: [...people.slice(1), "UEVE"] }] : []),
    ...others.slice(0, -1),
    more,
  ];
  const settings: Settings = {
    ...{ ...before, requirements, team: people, channel: "C2", auditors: people },
    ...{ coolDownHours: 1, expiresInHours: 100 },
  };
  const { reason } = words;
  return {
    ...NEW_SETTINGS,
    name: "Environment",
    reason,
    before,
    settings,
    destinations: Object.fromEntries(keys.map((key) => [key, words.destination])),
  };
}

export function settingsCases(world: World) {
  const change = changeOf(world);
  const state = { is: "done", at: NOW, result: null } as const;
  return {
    "settings waiting": factsOf(world, { change, given: 1 }),
    "settings done": factsOf(world, { change, given: 3, state }),
    "settings changed at once": factsOf(world, {
      change,
      state,
      request: { requestedBy: SIGNALBOX },
    }),
  };
}

/** What shows the settings, and the form of a requirement. */
export function settingsScreens(world: World) {
  const { settings, before, destinations } = changeOf(world);
  const account = `${world.account} · SANDBOX`;
  const changes = Object.values(settingsCases(world)).map(({ request }) => request);
  const many = Array.from({ length: 6 }, () => changes[1] ?? changes).flat();
  const screen = (inForce: Settings, shown: Partial<Parameters<typeof settingsMessage>[1]>) =>
    settingsMessage(
      { version: 7, settings: inForce },
      {
        ...{
          config: formFacts().config,
          account,
          baseUrl: "https://rails.example/api/v1",
          token: "611f",
        },
        ...{ names: destinations, standings: new Map(), changed: changes[1], ...shown },
      },
    );
  const left = new Map([...world.people, "UFAY"].map((each) => [each, "deactivated"] as const));
  const set = { TEAM: "everyone", COOL_DOWN_HOURS: "1", EXPIRES_IN_HOURS: "2" };
  const typed = {
    ...world.words,
    name: world.words.requirement,
    destinations: ["key"],
    needed: "2",
  };
  const form = (isNew: boolean, isOwn: boolean) =>
    modal({
      ...{ id: "form", title: "Form", submit: "Review" },
      blocks: requirementBlocks(requirementAnswers.parse({ ...typed, people: world.people }), {
        isNew,
        own: { all: isOwn, people: isOwn, needed: isOwn },
        destinations: [option(world.words.destination, "key")],
      }),
    });
  const connection = { workspace: "T1", id: "1", environment: "sandbox", mark: "sealed" };
  const baseUrl = "https://rails.test/api/v1";
  const offered = { account: { ...connection, baseUrl }, lastFour: "611f" };
  return [
    { name: "settings", shown: screen(settings, {}) },
    { name: "settings, too few", shown: screen(before, { standings: left, changed: changes[2] }) },
    {
      name: "settings of the environment",
      shown: screen(before, { config: formFacts(set).config, token: null, changed: undefined }),
    },
    {
      name: "settings of one workspace of many",
      shown: screen(settings, { config: readConfig(MANY_CONFIG) }),
    },
    { name: "set-up", shown: setupMessage(null) },
    { name: "set-up with a token", shown: setupMessage(offered) },
    { name: "form, set-up", shown: setupModal(offered) },
    { name: "settings, history", shown: historyMessage(many, account) },
    { name: "settings, no history", shown: historyMessage([], account) },
    { name: "form, new requirement", shown: form(true, false) },
    { name: "form, requirement", shown: form(false, false) },
    { name: "form, requirement of the environment", shown: form(false, true) },
  ];
}
