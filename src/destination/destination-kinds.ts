import type { RichTextSection } from "@slack/types";
import { copyableInline, warningLine } from "../platform/slack/blocks/rich-text.ts";
import { NOTHING_MORE, registered } from "../request/card/change-facts.ts";
import type { RequestFacts } from "../request/card/request-facts.ts";
import { unproven } from "../request/card/request-warnings.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import { findDestinationByServiceId, markDestination } from "../request/queries/destinations.ts";
import { forgetCard } from "../request/queries/messages.ts";
import { findSeenDestination } from "../request/queries/rails/seen-rails.ts";
import type {
  ImportDestination,
  RetireDestination,
  WhitelistDestination,
} from "../request/rules/change.ts";
import {
  differencesFromSeen,
  ID_TAKEN,
  isContradiction,
} from "../request/rules/decide-destination.ts";
import { detailsKey, detailsOf, holdsItsId } from "../request/rules/destination.ts";
import { mindsFreeze } from "../request/rules/status.ts";
import { coolDown, destinationText, unchecked } from "./destination-card.ts";
import {
  aboutDestination,
  endWhatWaits,
  NOT_REGISTERED,
  newDestination,
  openRequestAbout,
  whyNotNew,
} from "./register-change.ts";
import { destinationFormAgain } from "./screens/add-destination.ts";

const WHITELISTED_LIMITS =
  "The Rail service cannot undo a whitelisting; the destination can be retired here.";

/** One `POST /wallets` or `POST /bank-accounts`, and then our register. */
export const whitelistKind: ChangeKind<WhitelistDestination> = {
  words: {
    nothingDone: "Nothing was whitelisted.",
    nothingWillBeDone: "Nothing will be whitelisted.",
    next: "Sent to the Rail service next.",
    sending: "The Rail service is being asked to whitelist it.",
    noWayBack: "It cannot be taken back once the Rail service has whitelisted it.",
    inForce: "WHITELISTED",
    inRules: "whitelisting",
    closed: [
      "Nothing is put into the register, and nothing more is sent.",
      "If the Rail service has whitelisted it all the same, it stays whitelisted there: the Rail service offers no way to undo that.",
    ],
  },
  title: ({ details }) => `whitelist a ${destinationText(details)}`,
  nothingElse(_, { attempt, state: { status } }, next) {
    const isAnswered = status === "failed" || status === "blocked";
    if (attempt <= (isAnswered ? 1 : 0)) return undefined;
    if (next) return NOTHING_MORE;
    return "Nothing was put into the register. See the thread under the card for earlier attempts at the Rail service.";
  },
  card: ({ details }, facts) => ({
    facts: [
      ["Change", [`Whitelist a ${destinationText(details)}`]],
      ["Limits", [[WHITELISTED_LIMITS, ...coolDown(facts, "whitelisted")].join(" ")]],
    ],
  }),
  warnings: unchecked,
  ...newDestination,
  subject: ({ details }) => ({ details, serviceId: null }),
  carriedOut: { by: "service", job: "whitelist-destination" },
  remedies: () => ["enter-id", "release-attempt", "close"],
  obstacle: whyNotNew,
  formAgain: destinationFormAgain,
};

const IMPORTED_LIMITS = "Nothing is sent to the Rail service. The destination can be retired here.";

/** The service has whitelisted it already: nothing is sent. */
export const importKind: ChangeKind<ImportDestination> = {
  words: {
    nothingDone: "Nothing was put into the register.",
    nothingWillBeDone: "Nothing will be put into the register.",
    next: "Put into the register next.",
    sending: "It is being put into the register.",
    noWayBack:
      "Once there are enough approvals, it is in the register; to take it out again needs approvals too.",
    inForce: "IMPORTED",
    inRules: "imports",
  },
  title: ({ details }) => `import a ${destinationText(details)}`,
  card: ({ details, serviceId }, facts) => ({
    facts: [
      ["Change", [`Import a ${destinationText(details)}, as `, copyableInline(serviceId)]],
      ["Limits", [[IMPORTED_LIMITS, ...coolDown(facts, "imported")].join(" ")]],
    ],
  }),
  warnings: (change, facts) => [...unchecked(change), ...ofTheId(change, facts)],
  ...newDestination,
  subject: ({ details, serviceId }) => ({ details, serviceId }),
  carriedOut: {
    by: "signalbox",
    job: "keep-register",
    settle({ details, serviceId }, { isIdTaken, seen }) {
      if (isIdTaken) return { type: "voided", because: ID_TAKEN };
      const differences = seen ? differencesFromSeen(details, seen) : [];
      if (differences.length > 0) return { type: "quarantined", railIds: [], differences };
      return { type: "in-force", serviceId, isProven: seen !== null && seen.detail !== null };
    },
  },
  remedies: () => ["close"],
  formAgain: destinationFormAgain,
  async obstacle(db, change, around) {
    const obstacle = await whyNotNew(db, change, around);
    if (obstacle) return obstacle;
    const { details, serviceId } = change;
    const taken = await findDestinationByServiceId(db, around.connectionId, serviceId);
    if (taken && holdsItsId(taken, details)) return { because: "id-taken", destination: taken };
    const seen = await findSeenDestination(db, around.connectionId, serviceId);
    return seen && isContradiction(details, seen)
      ? { because: "contradicted", shown: seen.detail?.value ?? null }
      : undefined;
  },
};

function ofTheId(
  change: ImportDestination,
  { request, destination, same }: RequestFacts,
): RichTextSection[] {
  if (!mindsFreeze(request)) return [];
  const isShown = same.some(
    (known) => known.is === "unregistered" && known.rail.destination.serviceId === change.serviceId,
  );
  return [
    ...(isShown ? [] : [unproven(change.details)]),
    ...(destination !== null && destination.whyUnusable !== "retired"
      ? [warningLine("this id is already in the register, so it cannot be imported.")]
      : []),
  ];
}

/** No form offers it any more; nothing is sent, and the service goes on knowing it. */
export const retireKind: ChangeKind<RetireDestination> = {
  words: {
    nothingDone: "Nothing was retired.",
    nothingWillBeDone: "Nothing will be retired.",
    next: "Taken out of the forms next.",
    sending: "It is being taken out of the forms.",
    noWayBack: "Once there are enough approvals, it is retired, and no form offers it again.",
    inForce: "RETIRED",
    inRules: "retirements",
  },
  title: ({ details }) => `retire a ${destinationText(details)}`,
  card({ details, serviceId }, { destination }) {
    const count = destination?.usedByRails ?? 0;
    const live = count === 0 ? "" : ` Live Rails that will keep paying it: ${count}.`;
    return {
      facts: [
        ["Change", [`Retire a ${destinationText(details)}, `, copyableInline(serviceId)]],
        [
          "Limits",
          [
            `No new Rail can pay it. Requests for Rails to it end if they still wait for approval or sending.${live}`,
          ],
        ],
      ],
      ...(destination && { context: registered(destination) }),
    };
  },
  warnings: () => [],
  ...aboutDestination,
  subject: ({ details, serviceId }) => ({ details, serviceId }),
  isTyped: () => false,
  fillsWorkspace: false,
  carriedOut: {
    by: "signalbox",
    job: "keep-register",
    settle: ({ serviceId }) => ({ type: "in-force", serviceId, isProven: false }),
  },
  remedies: () => ["close"],
  whyVoid(_, { register }) {
    if (register.is === "absent") return NOT_REGISTERED;
    return register.whyUnusable === "retired" ? "It is retired already." : undefined;
  },
  async obstacle(db, change, around) {
    const asked = await openRequestAbout(db, change, around);
    if (asked) return asked;
    const found = await findDestinationByServiceId(db, around.connectionId, change.serviceId);
    const isTheSame =
      found?.id === change.destinationId &&
      detailsKey(detailsOf(found)) === detailsKey(change.details);
    const isUsed = isTheSame && found.retiredAt === null;
    return isUsed ? undefined : { because: "destination-not-usable" };
  },
  async record(tx, { workspaceId, connectionId }, { destinationId, serviceId }, event) {
    if (event.type !== "in-force") return;
    await markDestination(tx.db, connectionId, destinationId, "retired", event.at);
    await endWhatWaits(tx, connectionId, serviceId);
    // A destination has the id of the request that added it, whose card says how usable it is.
    const added = { workspaceId, requestId: destinationId };
    await forgetCard(tx.db, added);
    await tx.enqueue({ name: "update-approval-card", request: added });
  },
};
