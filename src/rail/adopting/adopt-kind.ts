import type { RichTextBlockElement } from "@slack/types";
import { copyableInline, copyBlock, lines, named } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ChangeKind } from "../../request/change-kind.ts";
import { findDestinationByServiceId } from "../../request/queries/destinations.ts";
import { findSeenRail } from "../../request/queries/disputes.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { addAdoption, isAdoptionOpen } from "../../request/queries/rails/seen-rails.ts";
import type { AdoptRail } from "../../request/rules/change.ts";
import { isContradiction } from "../../request/rules/decide-destination.ts";
import { detailsOf, isUsable } from "../../request/rules/destination.ts";
import { isAsAdopted } from "../../request/rules/outcome/adopted.ts";
import type { SeenEnd } from "../../request/rules/outcome/seen-rail.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import { accountFacts } from "../instructions/pay-facts.ts";
import { whyVoidInto } from "../rail-kind.ts";

const routeOf = ({ railId }: AdoptRail) => `adopt-rail ${railId}`;

/** Instructions show all of it, so an approval covers all of it. */
function accountLines({ displayName, account }: SeenEnd): RichTextBlockElement[] {
  if (!account) return [];
  return accountFacts({ ...account, displayName, iban: null }).flatMap(([label, value]) =>
    value === null ? [] : lines([`${label}: `, copyableInline(value)]),
  );
}

/** Approves a Rail that was created outside Signalbox, as it is; nothing is sent. */
export const adoptKind: ChangeKind<AdoptRail> = {
  words: {
    nothingDone: "The Rail is still not approved here.",
    nothingWillBeDone: "The Rail stays not approved here.",
    next: "The Rail is adopted next.",
    sending: "The Rail is being adopted.",
    noWayBack: "Once there are enough approvals, people are told how to pay into it.",
    inForce: "ADOPTED",
    inRules: "the adoption of Rails",
  },
  title: ({ type, sourceAsset, destinationAsset }) =>
    `adopt an ${TYPE_NAMES[type]} Rail, ${code(sourceAsset)} → ${code(destinationAsset)}`,
  card: ({ railId, type, sourceAsset, destinationAsset, source, destinationName }) => ({
    facts: [
      ["Change", ["Adopt a Rail that was created outside Signalbox"]],
      ["Route", [`${TYPE_NAMES[type]} ${code(sourceAsset)} → ${code(destinationAsset)}`]],
      ["Destination", [named(destinationName)]],
      ["Rail", [shortened(railId, 255)]],
    ],
    body: [
      ...(source.detail ? [lines(["People pay into:"]), ...copyBlock(source.detail.value)] : []),
      ...accountLines(source),
      lines(["Approve only if you know who created this Rail, and why."]),
    ],
  }),
  warnings: () => [],
  route: routeOf,
  subject: ({ details, destinationId }) => ({ details, serviceId: destinationId }),
  traits: ({ type, sourceAsset, destinationAsset, source, destination }) => ({
    types: type === "EXCHANGE" ? [] : [type],
    assets: [sourceAsset, destinationAsset],
    networks: [source.network, destination.network].filter((each) => each !== null),
  }),
  isTyped: ({ isFirstUse, isLookedLike }) => isFirstUse || isLookedLike,
  fillsWorkspace: true,
  carriedOut: {
    by: "signalbox",
    job: "keep-register",
    settle: ({ destinationId }, { countedApprovers }) => ({
      type: "rail-adopted",
      serviceId: destinationId,
      countedApprovers,
    }),
  },
  remedies: () => ["close"],
  whyPinned: () => undefined,
  whyVoid: (_, { register }) => whyVoidInto(register),
  async obstacle(db, change, { connectionId, now }) {
    const { railId, destinationId } = change;
    const rail = await findSeenRail(db, connectionId, railId);
    const isOther = !rail || rail.dispute !== undefined || !isAsAdopted(change, rail);
    const owners = await findRequestsByRailIds(db, connectionId, [railId]);
    const isAsked = await isAdoptionOpen(db, connectionId, routeOf(change));
    if (isOther || isAsked || owners.length > 0) return { because: "not-adoptable" };
    const found = await findDestinationByServiceId(db, connectionId, destinationId);
    const isInto =
      found && isUsable(found, now) && !isContradiction(detailsOf(found), rail.destination);
    return isInto ? undefined : { because: "not-registered" };
  },
  async record(tx, request, { railId }, { type }) {
    if (type === "rail-adopted") await addAdoption(tx.db, request, railId);
  },
};
