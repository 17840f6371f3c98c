import type { Config } from "../config.ts";
import { actions, header, ours, context as small } from "../platform/slack/blocks/blocks.ts";
import { button, option, select } from "../platform/slack/blocks/elements.ts";
import {
  bold,
  channel,
  date,
  type Line,
  richText,
  user,
} from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { coolDownText } from "../request/card/change-lines.ts";
import { joined, named } from "../request/card/people.ts";
import type { Asking } from "../request/forms/admit.ts";
import { sentence } from "../request/forms/refusals.ts";
import type { Button } from "../request/forms/surface.ts";
import type { Around } from "../request/rules/around.ts";
import type { DestinationNames } from "../request/rules/content.ts";
import { scopeText } from "../request/rules/differences.ts";
import { type Request, SIGNALBOX } from "../request/rules/request.ts";
import { isForAll } from "../request/rules/requirements.ts";
import type { InForce, Requirement } from "../request/rules/settings.ts";
import { readConnection, readToken } from "../request/store/connections.ts";
import { readNames } from "./destination-names.ts";
import { readChanges, settingsHistoryButton, versionOf } from "./history.ts";
import { isOperators, operatorsOf, type SettingsPart } from "./operator.ts";
import { changeable, partForms } from "./parts.ts";
import { shortageOf } from "./people.ts";
import {
  addRequirement,
  changeRequirement,
  isChangeable,
  MOST_REQUIREMENTS,
  removable,
  removeRequirement,
  requirementForms,
} from "./requirement-form.ts";
import { takeOutButton, takeOutForm } from "./take-out.ts";

const CHANGE = "change-part";

/** *Change…*: the form of what was chosen. */
const changeButton: Button = {
  verb: CHANGE,
  async press(asking, chosen) {
    const choices = choicesOf(asking.inForce, asking.context.config);
    const found = choices.find(({ id }) => id === chosen);
    if (found) return found.open(asking);
    return sentence("This cannot be changed now. Open the settings again.");
  },
};

export const settingsButtons = [changeButton, takeOutButton, settingsHistoryButton];
export const settingsForms = [...partForms, ...requirementForms, takeOutForm];

/** What people can change here: nothing that the environment sets. */
function choicesOf({ settings }: InForce, config: Config) {
  const { requirements } = settings;
  return [
    ...requirements
      .filter((each) => isChangeable(each, config))
      .map(({ name }) => ({
        ...{ id: `requirement ${name}`, label: name },
        open: (asking: Asking) => changeRequirement.open(asking, name),
      })),
    ...changeable(config),
    ...(requirements.length < MOST_REQUIREMENTS ? [addRequirement] : []),
    ...(removable(settings, config).length > 0 ? [removeRequirement] : []),
  ];
}

export async function drawSettings(asking: Asking): Promise<Message> {
  const { context, inForce, service, account } = asking;
  const { db, config } = context;
  const { workspace, connection } = service;
  const named = inForce.settings.requirements.flatMap(({ people }) => people);
  const kept = await readConnection(db, workspace, connection);
  const token = kept && readToken(db, kept);
  return settingsMessage(inForce, {
    ...{ config, account, baseUrl: asking.connection.baseUrl, token: token?.slice(-4) ?? null },
    names: await readNames(db, service, [inForce.settings]),
    standings: await context.people.standingsOf(workspace, named, "minute"),
    changed: (await readChanges(db, workspace)).find((each) => versionOf(each) === inForce.version),
  });
}

interface Shown {
  config: Config;
  account: string;
  /** Of the Rail service that is used. */
  baseUrl: string;
  /** The last four characters; null if there is none. */
  token: string | null;
  names: DestinationNames;
  standings: Around["standings"];
  /** The request that made this version; undefined for the first one. */
  changed: Request | undefined;
}

/** More would not fit; the form has them all. */
const MOST_NAMED = 9;
const OPERATORS = " · set by the operator";

export function settingsMessage(inForce: InForce, shown: Shown): Message {
  const { settings, version } = inForce;
  const { config, account, standings, token } = shown;
  const { requirements, coolDownHours, expiresInHours, team, auditors } = settings;
  const shortages = requirements.flatMap((each): Line[] => {
    const shortage = shortageOf(each, standings);
    return shortage ? [["⚠️ ", ...shortage.says]] : [];
  });
  const by = (part: SettingsPart) => isOperators(part, config) && OPERATORS;
  const isOne = config.SLACK_BOT_TOKEN !== undefined;
  const choices = choicesOf(inForce, config).map(({ id, label }) => option(label, id));
  const always = requirements.filter(isForAll).map(({ name }) => cleanText(name, 60));
  const deciding = [...always, "any requirement that it alters"];
  return message(
    "Settings",
    header(`Settings · version ${version}`),
    token === null && richText(["⚠️ There is no token. An administrator sets one here."]),
    richText(...shortages),
    richText(
      [bold("Rail service")],
      [
        `${cleanText(shown.baseUrl, 100)} · ${token === null ? "no token" : `token …${token}`}`,
        isOne && OPERATORS,
      ],
      [bold("Approvals channel")],
      [channel(settings.channel), by("channel")],
      ...requirements.flatMap((each) => requirementLines(each, shown)),
      [bold("New destinations")],
      [`Usable ${coolDownText(coolDownHours)}`, by("coolDownHours")],
      [bold("Team")],
      [...(team === "everyone" ? ["Everyone here"] : named(team, ",", MOST_NAMED)), by("team")],
      [bold("Auditors")],
      auditors.length === 0 ? ["None"] : named(auditors, ",", MOST_NAMED),
      [bold("Expiry")],
      [`Requests end after ${counted(expiresInHours, "hour")}`, by("expiresInHours")],
    ),
    actions(
      choices.length > 0 && select(CHANGE, choices, null, "Change…"),
      !isOne && button("Set token", "set-token", "token", { says: "Set the service's token" }),
      button("Take a person out", "take-out", "person"),
      button("History", "settings-history", "settings", { says: "History of the settings" }),
    ),
    small(agreedBy(shown.changed), `A change needs ${joined(deciding, "and")}`, account),
  );
}

function requirementLines(
  requirement: Requirement,
  { config, names }: Pick<Shown, "config" | "names">,
): Line[] {
  const { name, people, needed } = requirement;
  const own = operatorsOf(requirement, config);
  const scope = scopeText(requirement, names);
  return [
    [bold(cleanText(name, 60))],
    [
      `${scope.charAt(0).toUpperCase()}${scope.slice(1)} · ${needed} of `,
      ...named(people, ",", MOST_NAMED),
      own.people && (own.needed ? OPERATORS : " · people set by the operator"),
    ],
  ];
}

function agreedBy(changed: Request | undefined) {
  if (changed?.state.is !== "done") return ours("Set by the operator");
  const { approvals, requestedBy, state } = changed;
  const agreed = approvals.map(({ by }) => by);
  const by = requestedBy === SIGNALBOX ? "the operator" : user(requestedBy);
  const who =
    agreed.length > 0 ? ["Agreed by ", ...named(agreed, ",", MOST_NAMED)] : ["Changed by ", by];
  return ours(...who, " ", date(state.at));
}
