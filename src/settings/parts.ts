import { z } from "zod";
import { type Config, HOURS } from "../config.ts";
import { input } from "../platform/slack/blocks/blocks.ts";
import { option, peopleSelect, radio } from "../platform/slack/blocks/elements.ts";
import type { Asking } from "../request/forms/admit.ts";
import type { Texts } from "../request/forms/ask-screen.ts";
import { text, textField } from "../request/forms/fields.ts";
import type { Form } from "../request/forms/surface.ts";
import type { Settings } from "../request/rules/settings.ts";
import { channelField, faultOfChannel } from "./channel.ts";
import { BY_OPERATOR, isOperators, type SettingsPart } from "./operator.ts";
import { type PartScreen, partScreen } from "./part-screen.ts";
import { faultOfPeople, MOST, people } from "./people.ts";

interface PartForm<Answers extends Texts> extends Omit<PartScreen<Answers>, "id"> {
  part: SettingsPart;
  /** The form as the part is now. */
  answersOf(settings: Settings): Partial<Answers>;
}

function partForm<A extends Texts>({ part, answersOf, ...screen }: PartForm<A>) {
  const form = partScreen<A>({
    ...{ ...screen, id: `settings-${part}` },
    async change(asking, answers) {
      // The operator may have set it since the form was opened.
      const isTheirs = isOperators(part, asking.context.config);
      return isTheirs ? { faults: { reason: BY_OPERATOR } } : screen.change(asking, answers);
    },
  });
  const open = (asking: Asking) => form.open(asking, answersOf(asking.inForce.settings));
  return { ...form, part, open };
}

/** What every form of a part has; its title is what the request is called. */
const textsOf = (title: string) => ({ name: text.transform(() => title), reason: text });

const channel = partForm({
  ...{ part: "channel", title: "Approvals channel" },
  answers: z.object({ ...textsOf("Approvals channel"), channel: text }),
  answersOf: (settings) => ({ channel: settings.channel }),
  draw: async (_, { channel }) => [channelField(channel)],
  async change(asking, { channel }) {
    const fault = await faultOfChannel(asking, channel);
    return fault ? { faults: { channel: fault } } : { ...asking.inForce.settings, channel };
  },
});

const EVERYONE = "everyone";

const team = partForm({
  ...{ part: "team", title: "Team" },
  answers: z.object({
    ...{ ...textsOf("Team"), people },
    who: z.enum([EVERYONE, "people"]).catch("people"),
  }),
  answersOf: (settings) =>
    settings.team === EVERYONE ? { who: settings.team } : { people: [...settings.team] },
  draw: async (_, { who, people: ids }) => [
    input("who", "Who may use Signalbox", radio("who", WHO, who), {
      hint: "To request, report, stop sending and see everything. Approvers always can.",
    }),
    input("people", "People", peopleSelect("people", ids, MOST.team), { isOptional: true }),
  ],
  async change({ inForce: { settings } }, { who, people: ids }) {
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

const auditors = partForm({
  ...{ part: "auditors", title: "Auditors" },
  answers: z.object({ ...textsOf("Auditors"), people }),
  answersOf: (settings) => ({ people: [...settings.auditors] }),
  draw: async (_, { people: ids }) => [
    input("people", "Auditors", peopleSelect("people", ids, MOST.auditors), {
      ...{ isOptional: true, hint: "They may export the audit." },
    }),
  ],
  async change(asking, { people: ids }) {
    const fault = await faultOfPeople(asking, "auditors", ids);
    return fault ? { faults: { people: fault } } : { ...asking.inForce.settings, auditors: ids };
  },
});

const hours = (
  part: "coolDownHours" | "expiresInHours",
  title: string,
  label: string,
  [least, most]: readonly [least: number, most: number],
) =>
  partForm({
    ...{ part, title },
    answers: z.object({ ...textsOf(title), hours: text }),
    answersOf: (settings) => ({ hours: String(settings[part]) }),
    draw: async (_, { hours }) => [textField("hours", hours, { label, max: 3 })],
    async change({ inForce: { settings } }, { hours }) {
      const given = /^[0-9]{1,3}$/.test(hours) ? Number(hours) : Number.NaN;
      return given >= least && given <= most
        ? { ...settings, [part]: given }
        : { faults: { hours: `Enter a number from ${least} to ${most}.` } };
    },
  });

const PARTS = [
  channel,
  team,
  hours("coolDownHours", "Cool-down", "Hours until Rails can use it", HOURS.coolDown),
  hours("expiresInHours", "Expiry", "Hours until a request ends", HOURS.expires),
  auditors,
];

/** Those that people can change here. */
export const changeable = (config: Config) =>
  PARTS.filter(({ part }) => !isOperators(part, config));

export const partForms: readonly Form[] = PARTS.flatMap(({ forms }) => forms);
