import type { RailSpec } from "../../src/platform/rail-api/rules/rail.ts";
import { findMessage } from "../../src/request/queries/messages.ts";
import {
  findRequest,
  findRequestByNumber,
  listEvents,
} from "../../src/request/queries/requests.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import type { ChangeRequest, Status } from "../../src/request/rules/change-request.ts";
import { canonicalJson } from "../../src/request/rules/digest.ts";
import { readTag } from "../../src/request/rules/outcome/tag.ts";
import type { RequestEvent } from "../../src/request/rules/request-event.ts";
import { listAudit } from "../support/audit-of.ts";
import { ADDRESS, ANA, TREASURY } from "../support/builders.ts";
import type { FaultKind } from "./faults.ts";
import type { History } from "./history.ts";
import { judgeNews } from "./judge-news.ts";
import type { Scene } from "./scene.ts";
import { APPROVALS_CHANNEL } from "./scene.ts";
import type { Held, Look } from "./service.ts";
import type { Posted } from "./slack.ts";
import { ON_THE_CARD } from "./truth.ts";

/** A promise that was not kept, and what was seen instead. */
export interface Broken {
  promise: string;
  what: string;
}

export interface Verdict {
  broken: Broken[];
  requests: { status: string; hasRail: boolean; isTagEchoed: boolean }[];
}

/** Cards that say that nothing was made. */
const NOTHING_MADE = /^(DENIED|WITHDRAWN|EXPIRED|VOID|FAILED)/;
const ENDED_WITHOUT: readonly Status[] = ["denied", "withdrawn", "expired", "voided", "failed"];
const AT_REST: readonly Status[] = ["done", "quarantined", "needs-a-person", ...ENDED_WITHOUT];
const WITH_PEOPLE: readonly Status[] = ["quarantined", "needs-a-person"];

/** After these a Rail that exists once may rightly be left to people. */
const CAUSES: readonly FaultKind[] = [
  "metadata-not-echoed",
  "duplicated-on-the-wire",
  "duplicated-and-lost",
  "made-alike-meanwhile",
  "read-altered",
  "request-tampered",
  "restored",
  "restored-without-marker",
];

/** After these Slack holds cards that the store has never heard of. */
const LEAVE_CARDS: readonly FaultKind[] = ["restored", "restored-without-marker"];

/** At the moment at which a POST leaves: who wanted it, and may it? */
export async function judgePost(
  scene: Scene,
  history: History,
  { spec, metadata }: { spec: RailSpec; metadata: readonly string[] },
  look: Look,
): Promise<Broken[]> {
  const { database, workspaceId, looks, marks, service } = scene;
  const tag = readTag(metadata);
  if (!tag) return [broken("every Rail carries the tag of its request", metadata.join())];
  const { requestId } = tag;
  const ref = { workspaceId, requestId };
  const asked = history.known.asked.get(requestId);
  const request = await findRequest(database.db, ref);
  if (!asked || !request) return [broken("nothing is sent that nobody asked for", requestId)];
  const events = await listEvents(database.db, ref);
  const claim = events.findLast(({ type }) => type === "sending-started");
  if (claim?.type !== "sending-started") {
    return [broken("only a claim leads to a POST", events.map(({ type }) => type).join())];
  }

  const found: Broken[] = [];
  const approvers = [...(history.known.approved.get(requestId) ?? [])].filter((by) => by !== ANA);
  if (approvers.length < 2) {
    found.push(broken("nothing is sent without a quorum", `only ${approvers.join()}`));
  }
  for (const by of claim.countedApprovers) {
    const look = looks.findLast((each) => each.userId === by && each.at <= claim.at);
    if (look && look.standing !== "active") {
      found.push(broken("only people who are active count", `${by} was ${look.standing}`));
    }
  }
  if (!look.isWhole) {
    found.push(...(await judgeShort(scene, history, look, { requestId, attempt: claim.attempt })));
  }
  const released = events.flatMap((event) => (event.type === "released" ? event.ruledOut : []));
  const ruledOut = [...asked.before, ...released];
  const nobodys = service.held().filter((rail) => rail.tag === undefined);
  const inDoubt = nobodys.filter(({ id }) => look.alike.includes(id) && !ruledOut.includes(id));
  // What was certainly never claimed before made no Rail: only a restore that the marker shows takes that certainty away.
  const isFirst = claim.attempt === 1 && history.restoredAt === 0;
  if (inDoubt.length > 0 && !isFirst) {
    found.push(
      broken(
        "a Rail that may be the one brings people, and no POST",
        inDoubt.map(({ id }) => id).join(),
      ),
    );
  }
  const audit = await listAudit(database.db, workspaceId);
  const claimed = audit.findLast(
    (entry) => entry.requestId === requestId && entry.action === "sending-started",
  );
  const marked = Math.max(0, ...marks.value.map(({ sequence }) => sequence));
  if (claimed && marked < claimed.sequence) {
    found.push(broken("what is sent is known outside the database before", `${marked}`));
  }
  const sent = canonicalJson(spec);
  if (tag.digest !== asked.digest || sent !== asked.spec) {
    found.push(broken("what is sent is what was approved", sent));
  }
  if (claim.at >= request.expiresAt && !events.some(({ type }) => type === "released")) {
    found.push(broken("nothing is sent after it has expired", `${claim.at}`));
  }
  if (history.known.ended.has(requestId) && !history.isForgetful) {
    found.push(broken("nothing is sent that was denied or withdrawn", requestId));
  }
  return [...found, ...(await judgeFreeze({ database, workspaceId }, history, requestId))];
}

const DAY = 24 * 3_600_000;
/** A clock that is put back makes a walk look younger. */
const CLOCK_BACK = 3_600_000;

/** Instead of a whole look: by the books of the campaign, no Rail of this request can be there that the look passed over. */
async function judgeShort(
  { database, workspaceId, service }: Scene,
  history: History,
  { short }: Look,
  { requestId, attempt }: { requestId: string; attempt: number },
): Promise<Broken[]> {
  if (!short) return [broken("a whole look at the list comes before every POST", requestId)];
  const found: Broken[] = [];
  if (attempt > 1 || history.askedBeforeRestore.has(requestId)) {
    found.push(broken("a short look is enough only for what was certainly never sent", requestId));
  }
  const { at, ids } = service.walked();
  const age = Date.parse(short.at) - Date.parse(at ?? "");
  if (at === null || age > DAY + CLOCK_BACK) {
    found.push(broken("a short look builds on a whole walk of the day", `${at}`));
  }
  const claimed = await database.db
    .selectFrom("requests")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("attempt", ">", 0)
    .where("id", "!=", requestId)
    .execute();
  const owners = new Set(claimed.map(({ id }) => id));
  const owned = service.held().filter(({ tag }) => owners.has(tag?.requestId ?? ""));
  const walked = new Set(ids);
  const known = new Set([...walked, ...owned.map(({ id }) => id)]);
  const strange = short.ids.filter((id) => id === null || !known.has(id));
  if (strange.length > 0) {
    found.push(broken("a short look passes over no Rail that is not known", strange.join()));
  }
  const isLess = short.total < walked.size && history.known.restores === 0;
  if (short.total > known.size || isLess) {
    const what = `${short.total} counted, ${walked.size} walked, ${known.size} known`;
    found.push(broken("a short look is not enough where the total does not add up", what));
  }
  return found;
}

/** By the audit: no claim lies between a freeze and the resumption by two people. */
async function judgeFreeze(
  { database, workspaceId }: Pick<Scene, "database" | "workspaceId">,
  history: History,
  requestId: string,
): Promise<Broken[]> {
  const audit = await listAudit(database.db, workspaceId);
  let isFrozen = false;
  let claimedWhile = false;
  for (const entry of audit) {
    if (entry.action === "frozen") isFrozen = true;
    if (entry.action === "resumed") {
      isFrozen = false;
      const { by } = JSON.parse(entry.facts);
      if (new Set(by).size < 2) return [broken("sending goes on with a quorum only", String(by))];
      if (entry.sequence > history.restoredAt) history.mustBeFrozen = false;
    }
    if (entry.requestId === requestId && entry.action === "sending-started") {
      claimedWhile = isFrozen;
    }
  }
  return [
    ...(claimedWhile ? [broken("nothing is sent while it is frozen", requestId)] : []),
    ...(history.mustBeFrozen
      ? [broken("nothing is sent after a restore until people say so", requestId)]
      : []),
  ];
}

/** Whenever a card is drawn: it does not say that nothing was made while the Rail is there. */
export async function judgeDrawing(
  { database, workspaceId, service }: Scene,
  { struck }: History,
  { channelId, text, threadTs }: Posted,
): Promise<Broken[]> {
  if (channelId === TREASURY) {
    const saysHowToPay = !WITHDRAWN.test(text) && !ELSEWHERE.test(text);
    return saysHowToPay ? judgeInstructing({ database, workspaceId, service }) : [];
  }
  const card = /^R-(\d+): (.+)$/.exec(text);
  if (
    channelId !== APPROVALS_CHANNEL ||
    threadTs !== undefined ||
    !card ||
    struck.some((kind) => kind.startsWith("restored"))
  )
    return [];
  const [, number, says = ""] = card;
  if (!NOTHING_MADE.test(says)) return [];
  const request = await findRequestByNumber(database.db, workspaceId, Number(number));
  const rails = service.held().filter(({ tag }) => tag?.requestId === request?.id);
  return rails.length === 0 ? [] : [broken("a card says what is true when it is drawn", text)];
}

const WITHDRAWN = /^Do not send money to it: /;
const ELSEWHERE = /^R-\d+: these deposit instructions are in another message$/;

/** Instructions are posted: for something that is verified now, and of which only one Rail was ever shown. */
async function judgeInstructing({
  database,
  workspaceId,
  service,
}: Pick<Scene, "database" | "workspaceId" | "service">): Promise<Broken[]> {
  const open = await database.db
    .selectFrom("requests")
    .select(["id", "status"])
    .where("workspace_id", "=", workspaceId)
    .execute();
  const verified = open.filter(({ status }) => status === "verified");
  // The first of two that post at once may have come to its end.
  if (!open.some(({ status }) => status === "verified" || status === "done")) {
    const what = open.map(({ status }) => status).join();
    return [broken("instructions are posted only while the Rail is as approved", what)];
  }
  return verified.length === 1 && verified.some(({ id }) => service.hasShownTwo(id))
    ? [
        broken(
          "two Rails with one tag withhold the instructions",
          verified.map(({ id }) => id).join(),
        ),
      ]
    : [];
}

/** When everything has come to rest. */
export async function judge(scene: Scene, history: History): Promise<Verdict> {
  const { database, workspaceId, service } = scene;
  const found: Broken[] = [];
  const requests: Verdict["requests"] = [];
  const isRestored = history.struck.some((kind) => kind.startsWith("restored"));

  const audit = await listAudit(database.db, workspaceId);
  if (history.unnoticed > 0) {
    found.push(broken("a restore that the marker shows is noticed", `${history.unnoticed}`));
  }
  const gap = firstBreak(audit);
  if (gap) found.push(broken("the audit is a whole chain", JSON.stringify(gap)));
  for (const rail of service.held()) {
    if (rail.tag) found.push(...judgeRail(rail, history));
  }
  found.push(...(await judgeNews(audit, scene, history)));

  for (const requestId of history.known.asked.keys()) {
    const ref = { workspaceId, requestId };
    const request = await findRequest(database.db, ref);
    if (!request) {
      if (!isRestored) found.push(broken("nothing that was acknowledged is lost", requestId));
      continue;
    }
    const rails = service.held().filter(({ tag }) => tag?.requestId === requestId);
    const events = await listEvents(database.db, ref);
    const actions = audit
      .filter((entry) => entry.requestId === requestId)
      .map(({ action }) => action);
    found.push(
      ...judgeRails(request, rails, events, scene, history),
      ...judgeEvents(request, events, actions),
      ...judgeAttempts(events, scene, history, requestId),
      ...(await judgeCard(request, scene, history)),
      ...(await judgeAlarm(request, scene)),
      ...(await judgeInstructions(request, rails, events, scene, isRestored)),
      ...(await judgeWithdrawal(request, scene)),
    );
    requests.push({
      status: request.state.status,
      hasRail: rails.length === 1,
      isTagEchoed: service.isTagEchoed() && !history.struck.some((kind) => CAUSES.includes(kind)),
    });
  }
  return { broken: found, requests };
}

function judgeRail({ id, tag, resource }: Held, { known }: History): Broken[] {
  const asked = tag && known.asked.get(tag.requestId);
  if (!asked) return [broken("every Rail was asked for", id)];
  const shown = JSON.stringify(resource);
  const approvedParts = [ADDRESS, `"SOLANA_DEVNET"`, `"GBPA"`, `"GBP"`, `"ON_RAMP"`];
  const missing = approvedParts.filter((part) => !shown.includes(part));
  return missing.length > 0
    ? [broken("every Rail is what was approved", `${id} lacks ${missing.join()}`)]
    : [];
}

function judgeRails(
  request: ChangeRequest,
  rails: readonly Held[],
  events: readonly RequestEvent[],
  { service, now }: Scene,
  history: History,
): Broken[] {
  const { status } = request.state;
  const found: Broken[] = [];
  const what = `R-${request.number} is ${status}, and has ${rails.length} Rails`;
  if (rails.length > 1 + service.duplicates() && !history.isExcused) {
    found.push(broken("one approved request, at most one Rail", what));
  }
  if (!AT_REST.includes(status) && !isLeftToBeDenied(request, history, now.value))
    found.push(broken("nothing is stuck", what));
  // A restore that lost the claim leaves nothing by which a Rail without its tag could be known.
  const isNobodys = !service.isTagEchoed() && history.known.restores > 0;
  if (rails.length > 0 && ENDED_WITHOUT.includes(status) && !isNobodys) {
    found.push(broken("a request whose Rail exists does not end without it", what));
  }
  if (rails.length > 1 && service.isTagEchoed() && status !== "quarantined") {
    found.push(broken("two Rails with one tag quarantine both", what));
  }
  if (status === "quarantined" && rails.length === 0 && !isExcused(history)) {
    found.push(broken("a quarantine has a Rail of its own", what));
  }
  if (status === "done") {
    const isIt = "railId" in request.state && request.state.railId === rails[0]?.id;
    if (rails.length === 0 || (rails.length === 1 && !isIt)) {
      found.push(broken("done means that very Rail", what));
    }
  }
  const mayBeWithPeople = history.struck.some((kind) => CAUSES.includes(kind));
  if (rails.length === 1 && status !== "done" && !mayBeWithPeople) {
    found.push(broken("a Rail that can be found is found, and no person is needed", what));
  }
  const isLinked = events.some(({ type }) => type === "linked");
  if (service.isAltered() && status === "done" && !isLinked && history.known.asked.size === 1) {
    found.push(broken("a Rail that differs is quarantined", what));
  }
  if (
    history.known.ended.has(request.id) &&
    !history.struck.some((kind) => kind.startsWith("restored"))
  ) {
    if (status !== "denied" && status !== "withdrawn") {
      found.push(broken("a decision that was acknowledged stands", what));
    }
  }
  return found;
}

/**
 * Asked for while the clock was far ahead, so that it expires as far ahead; and altered, so that nobody can approve it, or
 * with its jobs lost in a restore, so that it expires only then. Its card says so, and people can deny it.
 */
const isLeftToBeDenied = (
  { id, state, requestedAt }: ChangeRequest,
  history: History,
  now: string,
) =>
  state.status === "pending" &&
  requestedAt > now &&
  (history.tampered.has(id) ||
    history.known.restores > 0 ||
    history.struck.includes("clock-far-ahead-and-back"));

/** What may follow a claim, and what a further claim may follow: written down apart from the code that decides it. */
const AFTER_A_CLAIM: readonly RequestEvent["type"][] = [
  "created",
  "blocked",
  "not-sent",
  "refused",
  "outcome-unknown",
  "gave-up",
  "quarantined",
];
const MAY_BE_SENT_AGAIN: readonly RequestEvent["type"][] = ["not-sent", "blocked", "released"];

function judgeEvents(
  request: ChangeRequest,
  events: readonly RequestEvent[],
  actions: readonly string[],
): Broken[] {
  const types = events.map(({ type }) => type);
  const found: Broken[] = [];
  if (actions.join() !== ["requested", ...types].join() || request.version !== events.length) {
    found.push(
      broken("every transition is in the audit, once", `${actions.join()} | ${types.join()}`),
    );
  }
  let isSent = false;
  for (const [place, type] of types.entries()) {
    if (type === "sending-started") {
      if (isSent) found.push(broken("a claim follows no claim", types.join()));
      isSent = true;
      const next = types[place + 1];
      if (next && !AFTER_A_CLAIM.includes(next)) {
        found.push(broken("what is being sent is not ended by anything else", types.join()));
      }
    }
    if (MAY_BE_SENT_AGAIN.includes(type)) isSent = false;
  }
  const posted = types.indexOf("instructions-posted");
  if (posted >= 0 && types.slice(0, posted).lastIndexOf("verified") < 0) {
    found.push(broken("instructions come after the read-back", types.join()));
  }
  return found;
}

const isExcused = ({ struck }: History) =>
  struck.some((kind) => kind.startsWith("restored") || CAUSES.includes(kind));

/** What is said of attempts and approvals is what has happened to them. */
function judgeAttempts(
  events: readonly RequestEvent[],
  { looks }: Scene,
  { struck, left }: History,
  requestId: string,
): Broken[] {
  const found: Broken[] = [];
  const claims = events.filter((event) => event.type === "sending-started");
  if (claims.some(({ attempt }, place) => attempt !== place + 1)) {
    found.push(broken("attempts are numbered", claims.map(({ attempt }) => attempt).join()));
  }
  // After a restore its attempts are counted anew.
  if (!struck.some((kind) => kind.startsWith("restored"))) {
    const saysNotSent = saidNotToBeSent(events).filter((each) =>
      left.includes(`${requestId} ${each}`),
    );
    if (saysNotSent.length > 0) {
      found.push(broken("not sent is said only of what did not leave", saysNotSent.join()));
    }
  }
  for (const event of events) {
    if (event.type !== "approvals-lapsed" || struck.includes("approvals-forged")) continue;
    for (const by of event.of) {
      const look = looks.findLast((each) => each.userId === by && each.at <= event.at);
      if (look?.standing === "not-known") {
        found.push(broken("an approval lapses only of somebody who is not active", by));
      }
    }
  }
  return found;
}

/** The attempts of which it is said that they were not sent, until it is sent for again. */
function saidNotToBeSent(events: readonly RequestEvent[]): number[] {
  let attempt = 0;
  const notSent: number[] = [];
  for (const event of events) {
    if (event.type === "sending-started") attempt = event.attempt;
    // What comes after these is said of looks before the next attempt.
    if (event.type === "released") attempt = 0;
    if (event.type !== "not-sent" && event.type !== "blocked") continue;
    notSent.push(attempt);
    attempt = 0;
  }
  return notSent;
}

async function judgeCard(
  request: ChangeRequest,
  { database, workspaceId, slack }: Scene,
  { struck, deletedAfterwards }: History,
): Promise<Broken[]> {
  const ref = { workspaceId, requestId: request.id };
  const known = await findMessage(database.db, ref, "approval-card");
  const alarm = await findMessage(database.db, ref, "alarm");
  const card = known && slack.find(known.channelId, known.ts);
  if (!card) {
    // Nobody misses it any more, or it was restored away.
    const isRestored = struck.some((kind) => kind.startsWith("restored"));
    const isExcused = deletedAfterwards.has(request.id) || isRestored;
    return isExcused ? [] : [broken("every request has its card", `R-${request.number}`)];
  }
  const found: Broken[] = [];
  const says = /^R-\d+: (.+)$/.exec(card.text)?.[1] ?? "";
  if (!ON_THE_CARD[request.state.status].test(says) || known?.version !== request.version) {
    found.push(broken("the card shows the last state", `${request.state.status}: ${card.text}`));
  }
  const live = slack.messages().filter(({ channelId, ts, threadTs, text, blocks }) => {
    const isCard = threadTs === undefined && ts !== alarm?.ts;
    const isOfIt = isCard && text.startsWith(`R-${request.number}: `);
    const hasButtons = JSON.stringify(blocks).includes(`"type":"actions"`);
    return channelId === APPROVALS_CHANNEL && isOfIt && hasButtons && known?.ts;
  });
  const isExcused = struck.some((kind) => LEAVE_CARDS.includes(kind));
  if (live.length > 1 && !isExcused) {
    found.push(broken("one live card for a request", `${live.length} of R-${request.number}`));
  }
  return found;
}

/** Somebody was called to its last state of alarm. */
async function judgeAlarm(
  request: ChangeRequest,
  { database, workspaceId, slack }: Scene,
): Promise<Broken[]> {
  if (!WITH_PEOPLE.includes(request.state.status)) return [];
  const alarm = await findMessage(database.db, { workspaceId, requestId: request.id }, "alarm");
  const isSaid = alarm && slack.find(alarm.channelId, alarm.ts) && alarm.version >= request.version;
  return isSaid ? [] : [broken("people are called to what needs them", `R-${request.number}`)];
}

/** What tells how to pay stands there for what was read back, and for nothing else; more than once only if that is known. */
async function judgeInstructions(
  request: ChangeRequest,
  rails: readonly Held[],
  events: readonly RequestEvent[],
  { database, workspaceId, slack }: Scene,
  isRestored: boolean,
): Promise<Broken[]> {
  const ibans = rails.map(({ resource }) => /"iban":"([^"]+)"/.exec(JSON.stringify(resource))?.[1]);
  const posted = slack
    .messages()
    .filter(({ channelId }) => channelId === TREASURY)
    .map(({ blocks }) => JSON.stringify(blocks).replaceAll(" ", ""))
    .filter((text) => ibans.some((iban) => iban !== undefined && text.includes(iban)));
  const what = `R-${request.number}: ${posted.length} posted`;
  if (request.state.status === "done" && posted.length === 0) {
    return [broken("done means that its instructions stand there", what)];
  }
  const ref = { workspaceId, requestId: request.id };
  const tries = await findMessage(database.db, ref, "instructions-tries");
  if (!isRestored && posted.length > 1 + (tries?.version ?? 0)) {
    return [broken("instructions do not stand twice without anybody knowing", what)];
  }
  const isRead = isRestored || events.some(({ type }) => type === "verified");
  return posted.length > 0 && !isRead
    ? [broken("instructions are posted only for what was read back", what)]
    : [];
}

/** What tells how to pay does not stand there for what is quarantined, as far as it is known, and its requester knows. */
async function judgeWithdrawal(
  { id, number, state }: ChangeRequest,
  { database, workspaceId, slack }: Scene,
): Promise<Broken[]> {
  if (state.status !== "quarantined") return [];
  const posted = await findMessage(database.db, { workspaceId, requestId: id }, "instructions");
  const shown = posted && slack.find(posted.channelId, posted.ts);
  if (!shown) return [];
  const isTold = slack
    .messages()
    .some(({ channelId, text }) => channelId === `D${ANA}` && WITHDRAWN.test(text));
  return WITHDRAWN.test(shown.text) && isTold
    ? []
    : [broken("instructions of what is quarantined are withdrawn", `R-${number}: ${shown.text}`)];
}

function broken(promise: string, what: string): Broken {
  return { promise, what };
}
