import type { Asking } from "../request/forms/admit.ts";
import { type AskScreen, askScreen, type Faults, type Texts } from "../request/forms/ask-screen.ts";
import { reasonField } from "../request/forms/fields.ts";
import { NO_TRAITS } from "../request/rules/content.ts";
import { differences } from "../request/rules/differences.ts";
import type { Settings } from "../request/rules/settings.ts";
import { readNames } from "./destination-names.ts";

/** One form that changes one part of the settings. It draws all but the reason. */
export interface PartScreen<Answers extends Texts> extends Omit<AskScreen<Answers>, "build"> {
  /** The settings as they would be. */
  change(asking: Asking, answers: Answers): Promise<Settings | { faults: Faults }>;
}

/** A change of the settings is asked for like any other; one that changes nothing is refused. */
export function partScreen<A extends Texts>(screen: PartScreen<A>) {
  const { id, title, answers } = screen;
  const { forms, open } = askScreen<A>({
    ...{ id, title, answers },

    draw: async (asking, given) => [
      ...(await screen.draw(asking, given)),
      reasonField(given.reason),
    ],

    async build(asking, given) {
      const { version: from, settings: before } = asking.inForce;
      const settings = await screen.change(asking, given);
      if ("faults" in settings) return settings;
      const destinations = await readNames(asking.context.db, asking.service, [before, settings]);
      const changed = { before, settings, destinations };
      if (differences(changed).length === 0) return { faults: { reason: SAME } };
      const { name, reason } = given;
      const change = { kind: "change-settings", name, reason, from, ...changed } as const;
      return { change, traits: NO_TRAITS };
    },
  });
  return { id, label: title, forms, open };
}

const SAME = "Nothing would change. It is set like this already.";
