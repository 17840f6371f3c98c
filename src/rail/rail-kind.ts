import { NOT_REGISTERED } from "../destination/register-change.ts";
import type { Db } from "../platform/database/schema.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { NOTHING_MORE } from "../request/card/change-facts.ts";
import type { ChangeKind, ObstacleAround } from "../request/change-kind.ts";
import { findDestinationByServiceId } from "../request/queries/destinations.ts";
import { findSimilarRequest } from "../request/queries/requests.ts";
import type { CreateRail } from "../request/rules/change.ts";
import type { MadeRail, PersonQuestion } from "../request/rules/change-request.ts";
import type { RegisterEntry } from "../request/rules/decision.ts";
import type { Unusable } from "../request/rules/destination.ts";
import { destinationIdOf, detailsOf, isUsable, routeOfSpec } from "../request/rules/destination.ts";
import { canonicalJson } from "../request/rules/digest.ts";
import type { Remedy } from "../request/rules/remedy.ts";
import { routeText } from "../request/words.ts";
import { railCard, railWarnings } from "./rail-card.ts";
import { newRailAgain } from "./screens/new-rail.ts";

/** One `POST /rails`. */
export const railKind: ChangeKind<CreateRail> = {
  words: {
    nothingDone: "No Rail was created.",
    nothingWillBeDone: "No Rail will be created.",
    next: "Sent to the Rail service next.",
    sending: "The Rail service is being asked to create the Rail.",
    noWayBack: "It cannot be taken back once the Rail is created.",
    inForce: "DONE",
    inRules: "new Rails",
    closed: [
      "Nothing more is sent, and no deposit instructions are posted.",
      "If the Rail exists all the same, it stays live: the Rail service offers no way to stop it. Signalbox alerts the approvers when it sees the Rail.",
    ],
  },
  title: ({ spec }) => routeText(spec),
  nothingElse(_, { attempt, state }, next) {
    if (state.status === "voided" && state.made) return stillThere(state.made);
    // A refused token says nothing of the last attempt: the look before the next one may have met it.
    const isAnswered = state.status === "failed";
    if (attempt <= (isAnswered ? 1 : 0)) return undefined;
    if (next) return NOTHING_MORE;
    return isAnswered
      ? "This attempt created no Rail."
      : "No Rail is known to have been created. See the thread under the card for each attempt.";
  },
  card: railCard,
  warnings: railWarnings,
  route: ({ spec }) => routeOfSpec(spec),
  subject: ({ spec }) => ({
    details: detailsOf(spec.destination),
    serviceId: destinationIdOf(spec),
  }),
  traits({ spec }) {
    const { source, destination } = spec;
    // An edited row may lack what its type promises; its digest is compared only afterwards.
    const details = detailsOf(spec.destination);
    const into = details.kind === "wallet" ? [details.network] : [];
    return {
      types: [spec.type],
      assets: [source.asset, destination.asset],
      networks: spec.type === "OFF_RAMP" ? [spec.source.network] : into,
    };
  },
  isTyped: ({ isFirstUse, isLookedLike }) => isFirstUse || isLookedLike,
  fillsWorkspace: true,
  carriedOut: { by: "service", job: "create-rail" },
  remedies: (question) => REMEDIES[question],
  whyPinned: () => undefined,
  whyVoid: (_, { register }) => whyVoidInto(register),
  async obstacle(db, change, around) {
    if (!(await isStillUsable(db, change, around))) return { because: "destination-not-usable" };
    // The form asked when it was kept; of two who were asked at once, the second learns of the first here.
    const similar =
      !change.isAnother && (await findSimilarRequest(db, around.connectionId, change.spec));
    return similar ? { because: "similar-exists" } : undefined;
  },
  formAgain: newRailAgain,
};

/** Why no Rail may deliver there; undefined if one may. */
export function whyVoidInto(register: RegisterEntry): string | undefined {
  if (register.is === "absent") return NOT_REGISTERED;
  return register.whyUnusable && UNUSABLE[register.whyUnusable];
}

/** The draft holds the full destination, which must still equal the register's entry to the letter. */
async function isStillUsable(
  db: Db,
  { spec }: CreateRail,
  { connectionId, now }: ObstacleAround,
): Promise<boolean> {
  const found = await findDestinationByServiceId(db, connectionId, destinationIdOf(spec));
  if (!found || !isUsable(found, now)) return false;
  const [asked, registered] =
    spec.type === "ON_RAMP"
      ? [spec.destination.wallet, found.kind === "wallet" && found.wallet]
      : [spec.destination.bankAccount, found.kind === "bank-account" && found.bankAccount];
  return canonicalJson(asked) === canonicalJson(registered);
}

/** One more attempt is possible only if no Rail is known to have been made. */
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

/** The service deletes nothing, so the Rail stays. */
const stillThere = ({ railId }: MadeRail) =>
  `The Rail service said that it created the Rail${railId === null ? "" : `, ${shortened(railId, 80)}`}: treat it as live. A new request would create a second one. Signalbox alerts the approvers if it sees the Rail.`;
