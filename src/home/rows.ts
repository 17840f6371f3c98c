import { type Known, registeredIn, toKnown, useOf } from "../destination/known.ts";
import { groupsOf, shownText } from "../platform/payment-details/destination-value.ts";
import { entryPointOf } from "../platform/rail-api/rail.ts";
import { bold, type Leaf, type Line } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { foldName } from "../platform/text/names.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { shortAgeOf } from "../platform/text/times.ts";
import { type JudgedRail, judgeRail, readAllRails } from "../rail/judged-rails.ts";
import { progressOf } from "../rail/new-rail-form.ts";
import { assetsText, nameOf, placeText, quoted, titleOf } from "../request/card/change-lines.ts";
import type { Mark } from "../request/card/face.ts";
import { markOf } from "../request/card/faces.ts";
import { numberOf } from "../request/card/facts.ts";
import { payableWarnings } from "../request/card/warnings.ts";
import { noticeBroken } from "../request/engine/broken.ts";
import type { Asking } from "../request/forms/admit.ts";
import { heldReason } from "../request/forms/reasons.ts";
import { type Change, valueIn } from "../request/rules/content.ts";
import { isOpen, issuedRail, type Request } from "../request/rules/request.ts";
import type { InForce } from "../request/rules/settings.ts";
import { trustOf } from "../request/rules/trust.ts";
import type { Ground } from "../request/store/ground.ts";
import type { RailRow } from "../request/store/mirror.ts";
import { destinationOf } from "../request/store/rail-columns.ts";
import { readRequests } from "../request/store/requests.ts";

/** A request, or a Rail that no request of ours made. */
export interface Row {
  /** A request's id, or a Rail's key in the mirror. */
  value: string;
  /** `R-142`, `Settings R-142`, or what kind of Rail it is. */
  noun: string;
  mark: Mark;
  /** ` 1 of 2`, where that can be said. */
  progress: string;
  /** The requester's name for it, or the service's id. */
  name: string | null;
  /** The same as people see it: in bold only where approvers agreed to it. */
  shownName: Leaf | null;
  since: string;
  route: string;
  /** Why a Rail is held, or a destination not usable; or what is wrong with either. */
  why: Line | null;
  isOpen: boolean;
  /** Somebody reported a problem with it: it comes before all else. */
  isReported: boolean;
  /** The Rail's id at the service. */
  railId: string | null;
  /** Of a payable Rail alone: the text of what stands in its instructions. */
  paid: Record<"into" | "reference" | "arrives", string> | null;
  /** The value in fours: of a destination that is registered, or waits to be. */
  groups?: string;
}

/** Can be read and not requested; the document does not say where people pay in. */
export const EXCHANGE = "Exchange Rail";

/** All requests and all Rails, also those made elsewhere. `broken`: how many are left out. */
export async function readRows({ context, ground, inForce, service }: Asking) {
  const { db } = context;
  const { requests, broken } = await readRequests(db, service.workspace, {});
  const [changed] = broken;
  if (changed) await noticeBroken(context, service.workspace, changed);
  const rails = await readAllRails(db, service, requests);
  const [current = []] = rails;
  const rows = rowsOf({ requests, rails: rails.flat(), current }, { ...ground, inForce });
  return { rows, requests, broken: broken.length };
}

interface Shown {
  requests: readonly Request[];
  rails: readonly RailRow[];
  /** Those of the Rail service that is used now. */
  current: readonly RailRow[];
}

/** Reported first, then what else is held, then what waits; newest first. One row a Rail. */
export function rowsOf(
  { requests, rails, current }: Shown,
  around: Pick<Ground, "now" | "restoredAt"> & { inForce: InForce },
): Row[] {
  const byId = new Map(requests.map((request) => [request.id, request]));
  const ofRequests = new Map(
    rails.flatMap((row) => [row.owner, row.namedBy].map((id) => [id, row] as const)),
  );
  const { settings } = around.inForce;
  const knownOf = (request: Request) =>
    request.content.connection.id === settings.connectionId ? toKnown(request) : null;
  const known = requests.flatMap((request) => knownOf(request) ?? []);
  const own = requests.flatMap((request): Row | [] => {
    const rail = ofRequests.get(request.id) ?? null;
    if (isOfOtherRow(request, rail)) return [];
    const naming = rail?.namedBy ? (byId.get(rail.namedBy) ?? null) : request;
    const row = ownRow(request, rail, naming, { ...around, requests });
    const destination = knownOf(request);
    if (!destination) return row;
    const groups = groupsOf(destination.value).join(" ");
    return { ...row, groups, ...useOf(destination, current, { settings, now: around.now }) };
  });
  const others = rails
    .filter(({ owner, namedBy }) => ![owner, namedBy].some((id) => id !== null && byId.has(id)))
    .map((row) => outsideRow(judgeRail(row, byId, around.now), known));
  return [...own, ...others].toSorted(
    (one, other) =>
      Number(other.isReported) - Number(one.isReported) ||
      URGENCY.indexOf(one.mark.sign) - URGENCY.indexOf(other.mark.sign) ||
      Date.parse(other.since) - Date.parse(one.since),
  );
}

const URGENCY: readonly Mark["sign"][] = ["🔴", "⚠️", "🛑", "⏳", "✅", "⚪️"];

/** What people asked about a Rail has no row once it is decided, unless it alone names the Rail. */
function isOfOtherRow({ id, content, state }: Request, rail: RailRow | null): boolean {
  const { change } = content;
  if (change.kind !== "trust-rail" || isOpen({ state })) return false;
  return state.is === "closed" || change.made !== null || rail?.namedBy !== id;
}

type Around = Parameters<typeof rowsOf>[1];

function ownRow(
  request: Request,
  rail: RailRow | null,
  naming: Request | null,
  around: Around & Pick<Shown, "requests">,
): Row {
  const { now, inForce, requests } = around;
  const { change } = request.content;
  const issued = issuedRail(request);
  const trust = issued && trustOf(naming, rail, now);
  const { settings } = inForce;
  const why =
    trust?.is === "held"
      ? [heldReason(trust)]
      : payableWarnings(naming ?? request, requests, settings);
  return {
    value: request.id,
    noun: change.kind === "change-settings" ? titleOf(request) : numberOf(request),
    mark: markOf({ request, settings, now, trust, naming }),
    progress: progressOf(request, around),
    name: change.kind === "resume" ? null : change.name,
    shownName: nameOf(request),
    since: request.requestedAt,
    route: routeText(change),
    why: trust && why.length > 0 ? why : null,
    isOpen: isOpen(request),
    isReported: trust?.is === "held" && trust.because === "reported",
    railId: issued?.railId ?? null,
    paid: trust?.is === "payable" ? paidOf(naming) : null,
  };
}

function paidOf(naming: Request | null): Row["paid"] {
  const result = naming && issuedRail(naming);
  const value = naming && valueIn(naming.content.change);
  if (!result || !value) return null;
  const { source } = result.issued;
  return {
    into: entryPointOf({ source }) ?? "",
    reference: source.kind === "fiat" ? (source.bankAccount.reference ?? "") : "",
    arrives: shownText(value),
  };
}

/** Nobody approved it here. Its maker chose the names in it, so none of them is shown. */
function outsideRow({ row, trust }: JudgedRail, known: readonly Known[]): Row {
  const { key, rail, firstSeen } = row;
  const registered = registeredIn(known, rail, destinationOf(rail).key ?? "");
  const place = rail.destination.kind === "crypto" ? "wallet" : "account";
  return {
    value: key,
    noun: rail.type === "EXCHANGE" ? EXCHANGE : "Rail",
    mark: { sign: "🔴", state: "Held" },
    progress: "",
    name: rail.id,
    shownName: rail.id === null ? null : quoted(rail.id),
    since: rail.createdAt ?? firstSeen,
    route: `${assetsText(rail)} · ${toText(registered, place)}`,
    why: trust.is === "held" ? [heldReason(trust)] : null,
    isOpen: false,
    isReported: false,
    ...{ railId: rail.id, paid: null },
  };
}

const toText = (name: string | null, place: string) =>
  name === null ? `unregistered ${place}` : cleanText(name, 60);

function routeText(change: Change): string {
  switch (change.kind) {
    case "create-rail":
      return `${assetsText(change)} · ${cleanText(change.destination.name, 60)}`;
    case "add-destination":
      return placeText(change.value);
    case "trust-rail":
      return `${assetsText(change.shown)} · ${toText(change.registeredAs, placeText(change.value))}`;
    case "change-settings":
      return "";
    case "resume":
      return "stop of all sending";
  }
}

/** Those that have all the words somewhere in `textsOf`, in any spelling that means the same. */
export function rowsWith(
  rows: readonly Row[],
  words: string,
  textsOf = ({ noun, mark, name, route }: Row) => [noun, mark.state, name ?? "", route],
): Row[] {
  const wanted = foldName(words).split(" ");
  return rows.filter((row) => {
    const text = foldName(textsOf(row).join(" "));
    return wanted.every((word) => text.includes(word));
  });
}

/** A row as people read it: state and name, age and route, why it is held. */
export function rowLines(row: Row, now: string): Part<Line>[] {
  const { noun, mark, progress, shownName, since, route, why } = row;
  const title = bold(`${noun} · ${mark.state}${progress}`);
  return [
    [`${mark.sign} `, title, shownName !== null && " · ", shownName],
    [[shortAgeOf(since, now), route].filter((part) => part !== "").join(" · ")],
    why,
  ];
}
