import type { KnownBlock, PlainTextOption } from "@slack/types";
import { z } from "zod";
import type { Config } from "../config.ts";
import { input } from "../platform/slack/blocks/blocks.ts";
import {
  checkboxes,
  multiSelect,
  option,
  peopleSelect,
  radio,
  select,
} from "../platform/slack/blocks/elements.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { isAlikeName } from "../platform/text/names.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import type { Asking } from "../request/forms/admit.ts";
import { chosenOf, NAME, text, textField } from "../request/forms/fields.ts";
import type { Form } from "../request/forms/surface.ts";
import { isForAll } from "../request/rules/requirements.ts";
import type { Condition, Requirement, Settings } from "../request/rules/settings.ts";
import { readRegister } from "./destination-names.ts";
import { BY_OPERATOR, operatorsOf } from "./operator.ts";
import { partScreen } from "./part-screen.ts";
import { faultOfPeople, MOST, people } from "./people.ts";

export const MOST_REQUIREMENTS = 8;

export const requirementAnswers = z.object({
  ...{ name: text, reason: text, needed: text },
  covers: z.enum(["rails", "destinations"]).catch("rails"),
  /** When it applies; nothing for always. */
  when: z.array(z.string()).catch([]),
  destinations: z.array(z.string()).catch([]),
  people,
});

type Answers = z.infer<typeof requirementAnswers>;

export const addRequirement = requirementScreen("add-requirement", "Add a requirement", true);
export const changeRequirement = requirementScreen("requirement", "Change a requirement", false);

/** Only a new one is given a name: by its name it is known. */
function requirementScreen(id: string, title: string, isNew: boolean) {
  const screen = partScreen<Answers>({
    ...{ id, title, answers: requirementAnswers },
    async draw(asking, given) {
      const own = operatorsOf(given, asking.context.config);
      const destinations = await destinationsOf(asking, given.destinations);
      return requirementBlocks(given, { isNew, own, destinations });
    },

    async change(asking, given) {
      const { settings } = asking.inForce;
      const all = settings.requirements;
      const before = all.find(({ name }) => name === given.name);
      if (isNew ? all.some(({ name }) => isAlikeName(name, given.name)) : !before) {
        return { faults: { name: isNew ? TAKEN : "It was removed meanwhile." } };
      }
      if (isNew && all.length >= MOST_REQUIREMENTS) {
        return { faults: { name: `There can be at most ${MOST_REQUIREMENTS} requirements.` } };
      }
      const own = operatorsOf(given, asking.context.config);
      const covers = before?.covers ?? given.covers;
      const offered = await destinationsOf(asking, before?.when.destinations ?? []);
      const condition = conditionOf(
        given.when,
        offered
          .flatMap(({ value }) => value ?? [])
          .filter((key) => given.destinations.includes(key)),
      );
      if (!own.all && covers === "destinations" && !isForAll({ when: condition })) {
        return { faults: { when: "This is for requirements of Rails only." } };
      }
      const needed = /^[0-9]{1,2}$/.test(given.needed) ? Number(given.needed) : 0;
      const after: Requirement = {
        ...{ name: before?.name ?? given.name, covers },
        when: own.all && before ? before.when : condition,
        people: own.people && before ? before.people : given.people,
        needed: own.needed && before ? before.needed : needed,
      };
      const fault = await faultOfPeople(asking, "approvers", after.people, after.needed);
      const isTooLong = (condition.destinations ?? []).length > MOST.destinations;
      const faults = {
        destinations: isTooLong ? `Choose at most ${MOST.destinations}.` : undefined,
        when: coversAll([...all.filter((each) => each !== before), after], covers)
          ? undefined
          : ALWAYS,
        needed: after.needed >= 1 && after.needed <= MOST.approvers ? undefined : NUMBER,
        [own.people ? "needed" : "people"]: fault,
      };
      if (Object.values(faults).some((fault) => fault)) return { faults };
      const requirements = before
        ? all.map((each) => (each === before ? after : each))
        : [...all, after];
      return { ...settings, requirements };
    },
  });
  return {
    ...screen,
    /** As it is now; a new one needs two approvals, until somebody says otherwise. */
    open(asking: Asking, name = "") {
      const found = asking.inForce.settings.requirements.find((each) => each.name === name);
      if (!found) return screen.open(asking, { needed: "2" });
      const { types = [], destinations = [], isFirstUse } = found.when;
      const now = {
        ...{ covers: found.covers, when: [...types, ...(isFirstUse ? ["first-use"] : [])] },
        ...{ destinations: [...destinations], people: [...found.people] },
        needed: String(found.needed),
      };
      return screen.open(asking, now, { name });
    },
  };
}

interface Offered {
  isNew: boolean;
  /** What the environment sets of it. */
  own: ReturnType<typeof operatorsOf>;
  destinations: readonly PlainTextOption[];
}

export function requirementBlocks(
  { name, needed, covers, when, people: ids, destinations: named }: Answers,
  { isNew, own, destinations }: Offered,
): Part<KnownBlock>[] {
  const hasConditions = !own.all && covers === "rails";
  const to = multiSelect("destinations", destinations, named);
  return [
    isNew
      ? textField("name", name, { ...NAME, hint: "For example CFO." })
      : richText([bold(cleanText(name, 60))]),
    isNew && input("covers", "Covers", radio("covers", COVERS, covers)),
    hasConditions &&
      input("when", "Only for", checkboxes("when", CONDITIONS, when), {
        isOptional: true,
        hint: "Nothing ticked: for every Rail. Otherwise all must match.",
      }),
    hasConditions &&
      destinations.length > 0 &&
      input("destinations", "Only to these destinations", to, { isOptional: true }),
    own.people
      ? richText([`Approvers: ${BY_OPERATOR}`])
      : input("people", "Approvers", peopleSelect("people", ids, MOST.approvers)),
    own.needed
      ? richText([`Approvals needed: ${BY_OPERATOR}`])
      : textField("needed", needed, { label: "Approvals needed", max: 2 }),
  ];
}

const TAKEN = "There is a requirement with this name, or one that looks like it.";
const ALWAYS = "One requirement must stay without conditions. Add one first.";
const NUMBER = `Enter a number from 1 to ${MOST.approvers}.`;

const COVERS = [option("Rails", "rails"), option("Destinations", "destinations")];
const CONDITIONS = [
  option("On-ramps", "ON_RAMP"),
  option("Off-ramps", "OFF_RAMP"),
  option("The first Rail to a destination", "first-use"),
];

function conditionOf(when: readonly string[], destinations: readonly string[]): Condition {
  const types = (["ON_RAMP", "OFF_RAMP"] as const).filter((type) => when.includes(type));
  return {
    ...(types.length > 0 && { types }),
    ...(destinations.length > 0 && { destinations: destinations.toSorted() }),
    ...(when.includes("first-use") && { isFirstUse: true as const }),
  };
}

/** Whether one of them applies to all Rails, or destinations. */
export const coversAll = (all: readonly Requirement[], covers: Requirement["covers"]): boolean =>
  all.some((each) => each.covers === covers && isForAll(each));

/** The register, and what was in it when the requirement named it. */
async function destinationsOf({ context, service }: Asking, named: readonly string[]) {
  const register = await readRegister(context.db, service);
  const gone = named.filter((key) => !register.has(key));
  return [
    ...gone.map((key) => option("Removed destination", key)),
    ...[...register].map(([key, name]) => option(name, key)),
  ];
}

/** Whether people can change anything of it. */
export function isChangeable(requirement: Requirement, config: Config): boolean {
  const own = operatorsOf(requirement, config);
  return !own.people || !own.needed;
}

/** Those that may go: not the environment's, nor the last one without conditions. */
export function removable({ requirements }: Settings, config: Config) {
  return requirements.filter(
    (each) =>
      !operatorsOf(each, config).all &&
      coversAll(
        requirements.filter((other) => other !== each),
        each.covers,
      ),
  );
}

export const removeRequirement = partScreen<Pick<Answers, "name" | "reason">>({
  ...{ id: "remove-requirement", title: "Remove a requirement" },
  answers: requirementAnswers.pick({ name: true, reason: true }),

  async draw({ inForce, context }, { name }) {
    const options = removable(inForce.settings, context.config).map((each) =>
      option(each.name, each.name),
    );
    return [input("name", "Requirement", select("name", options, name))];
  },

  async change({ inForce: { settings }, context }, { name }) {
    const all = removable(settings, context.config);
    const chosen = chosenOf(
      all.map((each) => each.name),
      name,
    );
    if (chosen === undefined) return { faults: { name: "Choose a requirement." } };
    const requirements = settings.requirements.filter((each) => each.name !== chosen);
    return { ...settings, requirements };
  },
});

export const requirementForms: readonly Form[] = [
  ...addRequirement.forms,
  ...changeRequirement.forms,
  ...removeRequirement.forms,
];
