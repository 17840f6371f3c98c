import { copyableInline } from "../platform/slack/blocks/rich-text.ts";
import { whitelisted } from "../request/card/change-facts.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import { findDestinationByServiceId, markDestination } from "../request/queries/destinations.ts";
import type { RetireDestination } from "../request/rules/change.ts";
import { detailsKey, detailsOf } from "../request/rules/destination.ts";
import {
  aboutDestination,
  endWhatWaits,
  NOT_REGISTERED,
  openRequestAbout,
} from "./register-change.ts";
import { destinationText } from "./values/destination-text.ts";

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
        ["Limits", [`No new Rail can pay it, and Rails that wait for approval end.${live}`]],
      ],
      ...(destination && { context: whitelisted(destination) }),
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
  async record(tx, { connectionId }, { destinationId, serviceId }, event) {
    if (event.type !== "in-force") return;
    await markDestination(tx.db, connectionId, destinationId, "retired", event.at);
    await endWhatWaits(tx, connectionId, serviceId);
  },
};
