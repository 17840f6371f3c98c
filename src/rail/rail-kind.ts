import { NOT_REGISTERED } from "../destination/destination-rules.ts";
import type { Unusable } from "../destination/rules/destination.ts";
import { detailsOfSpec } from "../destination/rules/destination.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import type { CreateRail } from "../request/rules/change.ts";
import type { PersonQuestion } from "../request/rules/change-request.ts";
import type { Remedy } from "../request/rules/remedy.ts";
import { destinationIdOf, routeOfSpec } from "../request/rules/route.ts";

/** One `POST /rails`. */
export const railKind: ChangeKind<CreateRail> = {
  route: ({ spec }) => routeOfSpec(spec),
  subject: ({ spec }) => ({ details: detailsOfSpec(spec), serviceId: destinationIdOf(spec) }),
  traits({ spec }) {
    const { source, destination } = spec;
    return {
      types: [spec.type],
      assets: [source.asset, destination.asset],
      networks: [spec.type === "OFF_RAMP" ? spec.source.network : spec.destination.wallet.network],
    };
  },
  isTyped: ({ isFirstUse, isLookedLike }) => isFirstUse || isLookedLike,
  fillsWorkspace: true,
  job: "create-rail",
  remedies: (question) => REMEDIES[question],
  whyPinned: () => undefined,
  whyVoid(_, { register }) {
    if (register.is === "absent") return NOT_REGISTERED;
    return register.whyUnusable && UNUSABLE[register.whyUnusable];
  },
};

/** One more attempt only where no Rail is known to have been made. */
const REMEDIES: Record<PersonQuestion, readonly Remedy["type"][]> = {
  outcome: ["link-rail", "release-attempt", "close"],
  "look-alike-rail": ["link-rail", "release-attempt", "close"],
  "no-id": ["link-rail", "close"],
  "not-shown": ["link-rail", "close"],
  tampered: ["close"],
  register: ["close"],
};

const UNUSABLE: Record<Unusable, string> = {
  retired: "Its destination was retired while this waited.",
  contradicted:
    "The Rail service shows its destination with another address or IBAN than the register.",
  "cooling-down": "Its destination may not be used yet: it was whitelisted too recently.",
};
