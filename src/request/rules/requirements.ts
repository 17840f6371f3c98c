import type { Change, Content } from "./content.ts";
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

/** Its people, less any one of them, are enough: one may be the requester. */
export const canBeMet = ({ people, needed }: Pick<Requirement, "people" | "needed">): boolean =>
  people.length > needed;

/** The requirements that a change makes or alters. */
export function madeBy(change: Change): readonly Requirement[] {
  if (change.kind !== "change-settings") return [];
  const { requirements: before } = change.before;
  return change.settings.requirements.filter((each) => !before.some((was) => isSame(was, each)));
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
