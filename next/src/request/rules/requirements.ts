import type { Content } from "./content.ts";
import type { Condition, Requirement, Settings } from "./settings.ts";

/**
 * All requirements that apply to a content: each of them must be met. None means that nobody can
 * approve it.
 */
export function requirementsFor(content: Content, settings: Settings): readonly Requirement[] {
  switch (content.change.kind) {
    case "create-rail":
      return applying("rails", content, settings);
    case "add-destination":
      return applying("destinations", content, settings);
    case "resume":
      return settings.requirements.filter(({ when }) => Object.keys(when).length === 0);
  }
}

function applying(covers: Requirement["covers"], { traits }: Content, settings: Settings) {
  return settings.requirements.filter(
    (each) => each.covers === covers && matches(each.when, traits),
  );
}

function matches({ types, destinations, isFirstUse }: Condition, traits: Content["traits"]) {
  if (types && (traits.type === null || !types.includes(traits.type))) return false;
  if (destinations) {
    if (traits.destination === null || !destinations.includes(traits.destination)) return false;
  }
  return !isFirstUse || traits.isFirstUse;
}
