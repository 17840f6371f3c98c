import type { RichTextBlockElement } from "@slack/types";
import { registerFacts } from "../destination/register/destination-row.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Line, Lines } from "../platform/slack/blocks/rich-text.ts";
import {
  copyableInline,
  copyBlock,
  date,
  lines,
  mentions,
  named,
  user,
  userGroups,
} from "../platform/slack/blocks/rich-text.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted, isTime } from "../platform/text/times.ts";
import { accountFacts } from "../rail/instructions/rail-lines.ts";
import type { RailRow } from "../rail/screens/rail-row.ts";
import { knownRailRows, railStatus } from "../rail/screens/rail-row.ts";
import { findCurrentConnection, findPolicy } from "../request/queries/companies.ts";
import { listDestinations } from "../request/queries/destinations.ts";
import type { PolicyVersion } from "../request/queries/setups.ts";
import { listPolicyVersions } from "../request/queries/setups.ts";
import { everyApprover, everyGroup } from "../request/rules/approval/policy.ts";
import type { ReviewItem, Verdict } from "../request/rules/approval/review.ts";
import { isContradiction } from "../request/rules/decide-destination.ts";
import type { Destination } from "../request/rules/destination.ts";
import { destinationFacts, detailsOf, serviceIdOf } from "../request/rules/destination.ts";
import type { SeenEnd } from "../request/rules/outcome/seen-rail.ts";
import { code, networkName, TYPE_NAMES } from "../request/words.ts";

/** Something that a review is about, as it is now. */
export interface StandingThing extends ReviewItem {
  /** The people who asked for it. */
  own: readonly string[];
  /** Everybody who uses it, where that may be one person alone, by several accounts. */
  usedBy: readonly string[];
  /** In plain words; empty where a mention names it. */
  name: string;
  /** What a reviewer can decide besides keeping it; null for nothing. */
  change: Exclude<Verdict, "keep"> | null;
  /** A Rail that is not shown any more is told otherwise: it begins no review. */
  isMissing?: boolean;
  facts: () => RichTextBlockElement[];
}

interface Asked {
  workspaceId: string;
  now: string;
  /** The members of each user group that the policy names; null where Slack does not say. */
  members?: ReadonlyMap<string, readonly string[] | null>;
}

/** Nobody has more accounts, so that Slack is not asked about each member of a large user group. */
const MOST_ACCOUNTS = 5;

function perhapsOnePerson(users: readonly string[]): string[] {
  const all = [...new Set(users)];
  return all.length > MOST_ACCOUNTS ? [] : all;
}

/** Everything that a review is about: approvers and user groups of the policy, destinations in use, and Rails. */
export async function standingThings(
  db: Db,
  { workspaceId, now, members = new Map() }: Asked,
): Promise<StandingThing[]> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const { version } = await findPolicy(db, workspaceId);
  const versions = await listPolicyVersions(db, workspaceId, version, version);
  const rails = await knownRailRows(db, connectionId);
  const railsInto = Map.groupBy(rails, ({ known }) => known.rail.destination.serviceId);
  const destinations = await listDestinations(db, connectionId, {});
  const inUse = destinations.filter(({ retiredAt }) => retiredAt === null);
  const byServiceId = new Map(destinations.map((each) => [serviceIdOf(each), each]));
  return [
    ...approverThings(versions, members),
    ...inUse.map((each) => destinationThing(each, railsInto.get(serviceIdOf(each)) ?? [], now)),
    ...rails.map((row) =>
      railThing(row, byServiceId.get(row.known.rail.destination.serviceId ?? "")),
    ),
  ];
}

/** The person who asked for a Rail is the only one who is known to use it. */
export function railThing(row: RailRow, registered: Destination | undefined): StandingThing {
  const { known, name, by } = row;
  const { rail, owner } = known;
  const { source, destination, createdAt = null } = rail;
  const isRegistered = registered && !isContradiction(detailsOf(registered), destination);
  const into: Line = isRegistered
    ? [named(destinationFacts(registered).name)]
    : [`“${shortened(destination.displayName, 60)}” (not registered here)`];
  return {
    ...{ kind: "rail", ref: rail.railId, own: by === null ? [] : [by], usedBy: [], name },
    change: rail.dispute ? null : "dispute",
    isMissing: known.isMissing,
    facts: () => [
      lines(
        [
          `${railStatus(known)} · ${TYPE_NAMES[rail.type]} ${code(rail.sourceAsset)} → ${code(rail.destinationAsset)}`,
        ],
        [
          ...(owner ? ["Requested by ", user(owner.requestedBy)] : ["Created outside Signalbox"]),
          ...(isTime(createdAt) ? [" · created ", date(createdAt)] : []),
        ],
        ["Rail ", copyableInline(rail.railId)],
        [
          source.detail || source.account?.accountNumber
            ? "People pay into:"
            : "The Rail service does not show where people pay in.",
        ],
      ),
      ...copyBlock(source.detail?.value ?? null),
      ...accountBlock(source),
      lines([
        "Arrives in ",
        ...into,
        destination.network !== null && ` on ${networkName(destination.network)}`,
      ]),
      ...copyBlock(destination.detail?.value ?? null),
    ],
  };
}

/** What people pay with besides, and the service's own name of the account: nobody approved that. */
function accountBlock({ account, displayName }: SeenEnd): RichTextBlockElement[] {
  if (!account) return [];
  const known = accountFacts({ ...account, displayName, iban: null });
  const rows = known.flatMap(([name, value]): Line[] =>
    value === null ? [] : [[`${name}: `, copyableInline(value)]],
  );
  return rows.length === 0 ? [] : [lines(...rows)];
}

/** One person who asked for every Rail into a destination uses it alone. */
export function destinationThing(
  destination: Destination,
  into: readonly RailRow[],
  now: string,
): StandingThing {
  const isAllOurs = into.every(({ by }) => by !== null);
  const usedBy = isAllOurs ? perhapsOnePerson(into.flatMap(({ by }) => by ?? [])) : [];
  const railsInto = into.map(({ known, ref }) => ({
    railId: ref ?? "",
    name: known.owner?.name ?? null,
    lastSeenAt: known.rail.lastSeenAt,
  }));
  const row = { is: "registered", destination, railsInto, openRequest: null } as const;
  return {
    ...{ kind: "destination", ref: destination.id, change: "retire" },
    ...{ own: [destination.addedBy], usedBy },
    name: shortened(destinationFacts(destination).name, 60),
    facts: () => registerFacts(row, now),
  };
}

/**
 * An approver uses their own place, and a group with one member is that person's.
 * @param versions The policy in force, and those before it, newest first.
 */
export function approverThings(
  versions: readonly PolicyVersion[],
  members: ReadonlyMap<string, readonly string[] | null>,
): StandingThing[] {
  const [now] = versions;
  if (!now) return [];
  const people = everyApprover(now).map((ref): StandingThing => {
    const { by, how } = namedIn(versions, ref, everyApprover);
    const what = { kind: "approver", ref, change: "remove", name: "" } as const;
    return { ...what, own: [ref, ...by], usedBy: [], facts: () => [lines([user(ref)], ...how)] };
  });
  const groups = everyGroup(now).map((ref): StandingThing => {
    const { by, how } = namedIn(versions, ref, everyGroup);
    const all = members.get(ref) ?? null;
    const who: Line =
      all === null
        ? ["Slack does not say who is in it."]
        : [`${counted(all.length, "member")}: `, ...mentions(all)];
    const what = { kind: "group", ref, change: "remove", name: "" } as const;
    return {
      ...what,
      own: by,
      usedBy: all ?? [],
      facts: () => [lines(userGroups([ref]), who, ...how)],
    };
  });
  return [...people, ...groups];
}

/** Each rule that names somebody, since when without a break, and the person by whom it was asked for. */
function namedIn(
  versions: readonly PolicyVersion[],
  ref: string,
  listed: (rules: Pick<PolicyVersion, "rules">) => string[],
): { by: string[]; how: Lines } {
  const rulesOf = ({ rules }: PolicyVersion) =>
    rules.filter((rule) => listed({ rules: [rule] }).includes(ref)).map(({ name }) => name);
  const namings = versions
    .slice(0, 1)
    .flatMap(rulesOf)
    .map((name) => {
      const end = versions.findIndex((version) => !rulesOf(version).includes(name));
      return { name, since: versions.at(end === -1 ? -1 : end - 1) };
    });
  return {
    by: [...new Set(namings.flatMap(({ since }) => since?.by ?? []))],
    how: namings.map(({ name, since }) => [
      `Approves under “${shortened(name, 60)}”: named by `,
      ...(since?.by ? [user(since.by)] : ["the configuration"]),
      ...(since ? [", ", date(since.since)] : []),
    ]),
  };
}
