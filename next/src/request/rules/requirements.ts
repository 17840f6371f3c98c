import type { Content } from "./content.ts";
import { canonicalBytes } from "./digest.ts";
import type { Condition, Requirement, Settings } from "./settings.ts";

/** All requirements that apply: each must be met. Where there is none nobody can approve. */
export function requirementsFor(
  { change, traits }: Content,
  { requirements }: Settings,
): readonly Requirement[] {
  const applying = (covers: Requirement["covers"]) =>
    requirements.filter((each) => each.covers === covers && matches(each.when, traits));
  switch (change.kind) {
    case "create-rail":
      return applying("rails");
    case "add-destination":
      return applying("destinations");
    case "trust-rail":
      return [
        ...applying("rails"),
        ...(change.registeredAs === null ? applying("destinations") : []),
      ];
    case "change-settings":
      return requirements.filter(
        (each) =>
          isForAll(each) || !change.settings.requirements.some((other) => isSame(each, other)),
      );
    case "resume":
      return requirements.filter(isForAll);
  }
}

/** It has no condition. */
export const isForAll = ({ when }: Pick<Requirement, "when">) => Object.keys(when).length === 0;

const isSame = (one: Requirement, other: Requirement) =>
  canonicalBytes(one) === canonicalBytes(other);

function matches({ types, destinations, isFirstUse }: Condition, traits: Content["traits"]) {
  const { type, destination } = traits;
  if (types && (type === null || !types.includes(type))) return false;
  if (destinations && (destination === null || !destinations.includes(destination))) return false;
  return !isFirstUse || traits.isFirstUse;
}
