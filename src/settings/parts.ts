import { z } from "zod";
import { type Config, HOURS } from "../config.ts";
import { input } from "../platform/slack/blocks/blocks.ts";
import { option, peopleSelect, radio } from "../platform/slack/blocks/elements.ts";
import type { Asking } from "../request/forms/admit.ts";
import { text, textField } from "../request/forms/fields.ts";
import type { Form } from "../request/forms/surface.ts";
import type { Settings } from "../request/rules/settings.ts";
import { channelScreen } from "./channel.ts";
import { BY_OPERATOR, isOperators, type Part } from "./operator.ts";
import { partScreen, textsOf } from "./part-screen.ts";
import { faultOfPeople, MOST, people } from "./people.ts";

const EVERYONE = "everyone";

const teamScreen = partScreen({
  ...{ id: "settings-team", title: "Team" },
  answers: z.object({
    ...{ ...textsOf("Team"), people },
    who: z.enum([EVERYONE, "people"]).catch("people"),
  }),
  draw: async (_, { who, people: ids }) => [
    input("who", "Who may use Signalbox", radio("who", WHO, who), {
      hint: "To request, report, stop sending and see everything. Approvers always can.",
    }),
    input("people", "People", peopleSelect("people", ids, MOST.team), { isOptional: true }),
  ],
  async change({ context, inForce: { settings } }, { who, people: ids }) {
    if (isOperators("team", context.config)) return { faults: { who: BY_OPERATOR } };
    if (who === EVERYONE) return { ...settings, team: EVERYONE };
    if (ids.length === 0) return { faults: { people: "Choose people, or everyone." } };
    if (ids.length > MOST.team) return { faults: { people: `Choose at most ${MOST.team}.` } };
    return { ...settings, team: ids };
  },
});

const WHO = [
  option("Every full member of this workspace", EVERYONE),
  option("Only these people", "people"),
];

const auditorsScreen = partScreen({
  ...{ id: "settings-auditors", title: "Auditors" },
  answers: z.object({ ...textsOf("Auditors"), people }),
  draw: async (_, { people: ids }) => [
    input("people", "Auditors", peopleSelect("people", ids, MOST.auditors), {
      ...{ isOptional: true, hint: "They may export the audit." },
    }),
  ],
  async change(asking, { people: ids }) {
    const whom = { whom: "auditors", most: MOST.auditors, ids };
    const fault = await faultOfPeople(asking, whom);
    return fault ? { faults: { people: fault } } : { ...asking.inForce.settings, auditors: ids };
  },
});

/** A part of the settings, what it is called, and its form as the part is now. */
interface PartForm {
  part: Part;
  label: string;
  forms: readonly Form[];
  open(asking: Asking, settings: Settings): ReturnType<typeof teamScreen.open>;
}

function hoursForm(
  part: "coolDownHours" | "expiresInHours",
  title: string,
  label: string,
  [least, most]: readonly [least: number, most: number],
): PartForm {
  const { forms, open } = partScreen({
    ...{ id: `settings-${part}`, title },
    answers: z.object({ ...textsOf(title), hours: text }),
    draw: async (_, { hours }) => [textField("hours", hours, { label, max: 3 })],
    async change({ context, inForce: { settings } }, { hours }) {
      if (isOperators(part, context.config)) return { faults: { hours: BY_OPERATOR } };
      const given = /^[0-9]{1,3}$/.test(hours) ? Number(hours) : Number.NaN;
      return given >= least && given <= most
        ? { ...settings, [part]: given }
        : { faults: { hours: `Enter a number from ${least} to ${most}.` } };
    },
  });
  return {
    ...{ part, label: title, forms },
    open: (asking, settings) => open(asking, { hours: String(settings[part]) }),
  };
}

const PARTS: readonly PartForm[] = [
  {
    ...{ part: "channel", label: "Approvals channel", forms: channelScreen.forms },
    open: (asking, { channel }) => channelScreen.open(asking, { channel }),
  },
  {
    ...{ part: "team", label: "Team", forms: teamScreen.forms },
    open: (asking, { team }) =>
      teamScreen.open(
        asking,
        team === EVERYONE ? { who: EVERYONE } : { who: "people", people: [...team] },
      ),
  },
  hoursForm("coolDownHours", "Cool-down", "Hours until Rails can use it", HOURS.coolDown),
  hoursForm("expiresInHours", "Expiry", "Hours until a request ends", HOURS.expires),
  {
    ...{ part: "auditors", label: "Auditors", forms: auditorsScreen.forms },
    open: (asking, { auditors }) => auditorsScreen.open(asking, { people: [...auditors] }),
  },
];

/** Those that people can change here. */
export const changeable = (config: Config): PartForm[] =>
  PARTS.filter(({ part }) => !isOperators(part, config));

export const partForms: readonly Form[] = PARTS.flatMap(({ forms }) => forms);
