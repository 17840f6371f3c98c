import type { ViewSubmitAction } from "@slack/bolt";
import { whyMayNot } from "../authority/judge.ts";
import { ownersFor } from "../authority/quorum.ts";
import type { Roster } from "../authority/roster.ts";
import { draftDestination } from "../destination/draft-destination.ts";
import { obstacleSentence } from "../destination/screens/destination-errors.ts";
import { checkedView } from "../platform/slack/blocks/checked.ts";
import { limits } from "../platform/slack/blocks/limits.ts";
import { clickOf, isFirstDelivery, workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { SubmitArgs } from "../platform/slack/intake/listeners.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { withoutApprovers } from "../policy/rules/living-quorum.ts";
import { savePolicy } from "../policy/save-policy.ts";
import { policyErrors } from "../policy/screens/policy-form-listeners.ts";
import { keepProblem } from "../rail/disputes/report-problem.ts";
import { requestOfRail } from "../rail/screens/rail-facts.ts";
import type { Context } from "../request/context.ts";
import { lockWorkspace } from "../request/queries/audit.ts";
import { findCurrentConnection, findPolicy } from "../request/queries/companies.ts";
import { lockProblem } from "../request/queries/disputes.ts";
import { addToReview, findReview } from "../request/queries/reviews.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { namedAnywhere } from "../request/rules/approval/policy.ts";
import type { Review, Verdict } from "../request/rules/approval/review.ts";
import { isUnreviewed } from "../request/rules/approval/review.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { askForApproval, tellAsked, whyNotAsked } from "../request/screens/asking.ts";
import { rosterOfPolicy } from "../request/who-is.ts";
import { actorOf, myReviews } from "./my-reviews.ts";
import type { Decided } from "./review-modal.ts";
import { readReview, reviewModal, verdictBlock } from "./review-modal.ts";
import type { StandingThing } from "./standing-things.ts";

/** A thing with the decision about it, and the field in which it was made. */
interface Chosen {
  thing: StandingThing;
  verdict: Verdict;
  field: string;
}

/** What became of some decisions: a sentence for each field of which nothing came. */
interface Outcome {
  errors: Record<string, string>;
  requests: ChangeRequest[];
}

/** Keeps what was decided, asks for what takes approval, and shows the next page. What cannot be done stays open. */
export async function submitReview(context: Context, { view, body, ack }: SubmitArgs) {
  const form = readReview(view);
  if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
  const whose = { workspaceId: workspaceOf(body), userId: body.user.id };
  const found = await myReviews(context, whose);
  const chosen = (found?.mine ?? []).flatMap((thing): Chosen[] => {
    const field = found ? verdictBlock(found.review, thing) : "";
    const verdict = form.verdicts.get(field);
    const isOffered = verdict === "keep" || verdict === thing.change;
    return verdict && isOffered ? [{ thing, verdict, field }] : [];
  });
  const policy = await findPolicy(context.db, whose.workspaceId);
  const concerned = chosen.flatMap(({ thing }) => [...thing.own, ...thing.usedBy]);
  const people = [...new Set([whose.userId, ...concerned])];
  const roster = await rosterOfPolicy(context, whose.workspaceId, policy, people, "now");
  const refused = whyNotTheirs(policy, roster, { by: whose.userId, chosen });
  const allowed = chosen.filter(({ field }) => refused[field] === undefined);
  const { errors, requests } = await ask(context, body, form, allowed);
  const done = allowed.filter(({ field }) => errors[field] === undefined);
  const kept = found ? await keep(context, body, found.review, form.reason, done, roster) : 0;
  const all = { ...refused, ...errors };
  const failed = Object.values(all);
  // Once something is saved the page is drawn anew: what was saved must not be submitted again.
  if (kept === 0 && failed.length > 0) await ack({ response_action: "errors", errors: all });
  else {
    const saved = savedSentence(kept, form.verdicts.size - kept - failed.length);
    const said = shortened([saved, ...new Set(failed)].join(" "), limits.text);
    const next = (await myReviews(context, whose)) ?? NO_REVIEW;
    const view = checkedView(reviewModal(next, { askedIn: form.askedIn, said }));
    await ack({ response_action: "update", view });
  }
  for (const request of requests) await tellAsked(context, request);
  await context.announceChanges();
}

const NO_REVIEW = {
  review: { from: "", to: "", total: 0, undecided: new Map() },
  ...{ isApprover: false, mine: [] },
};

function savedSentence(kept: number, others: number): string {
  const saved = kept === 0 ? "Nothing was saved." : `${counted(kept, "decision")} saved.`;
  if (others === 0) return saved;
  return `${saved} ${counted(others, "decision")} not saved: the facts had changed, or somebody else had decided.`;
}

/** A sentence by field. Nobody decides about what another account of theirs asked for. */
function whyNotTheirs(
  policy: Policy,
  roster: Roster,
  { by, chosen }: { by: string; chosen: readonly Chosen[] },
): Record<string, string> {
  const anywhere = namedAnywhere(policy);
  return Object.fromEntries(
    chosen.flatMap(({ thing, field }) => {
      const own = ownersFor(by, thing, roster);
      const why = whyMayNot("review", actorOf(by, roster), { anywhere, roster, own });
      return why === undefined ? [] : [[field, WHY_NOT[why]]];
    }),
  );
}

const NOT_KNOWN = "Slack isn't responding. Nothing was saved here; try again in a minute.";
const WHY_NOT = {
  "not-an-approver": "Only active approvers review. Nothing was saved.",
  "not-an-active-member": "Only active approvers review. Nothing was saved.",
  "standing-not-known": NOT_KNOWN,
  "group-not-known": NOT_KNOWN,
  "person-not-known": NOT_KNOWN,
  own: "You requested this, or use it alone. Somebody else reviews it.",
};

/** Asks for each destination to be retired, and once for all approvers to be removed. */
async function ask(
  context: Context,
  body: ViewSubmitAction,
  { askedIn, reason }: Decided,
  chosen: readonly Chosen[],
): Promise<Outcome> {
  const removed = chosen.filter(({ verdict }) => verdict === "remove");
  const retired = chosen.filter(({ verdict }) => verdict === "retire");
  const outcomes = await Promise.all([
    ...(removed.length === 0 ? [] : [remove(context, body, { askedIn, reason }, removed)]),
    ...retired.map((each) => retire(context, body, { askedIn, reason }, each)),
  ]);
  return {
    errors: Object.assign({}, ...outcomes.map(({ errors }) => errors)),
    requests: outcomes.flatMap(({ requests }) => requests),
  };
}

type Wanted = Pick<Decided, "askedIn" | "reason">;

async function retire(
  context: Context,
  body: ViewSubmitAction,
  wanted: Wanted,
  { thing, field }: Chosen,
): Promise<Outcome> {
  const draftId = context.newId();
  const drafted = await draftDestination(context, workspaceOf(body), body.user.id, {
    ...wanted,
    ...{ kind: "retire-destination", draftId, destinationId: thing.ref },
  });
  // Somebody has asked for it already.
  if (!drafted.ok && drafted.because === "already-asked") return NOTHING;
  if (!drafted.ok) return failed([field], obstacleSentence("wallet", drafted));
  return asked(context, body, { draftId, digest: drafted.digest }, [field]);
}

async function remove(
  context: Context,
  body: ViewSubmitAction,
  wanted: Wanted,
  chosen: readonly Chosen[],
): Promise<Outcome> {
  const click = clickOf(body);
  const { version: from, ...policy } = await findPolicy(context.db, click.workspaceId);
  const fields = chosen.map(({ field }) => field);
  const saved = await savePolicy(context, {
    ...{ ...wanted, ...click, from },
    document: withoutApprovers(
      policy,
      chosen.map(({ thing }) => thing.ref),
    ),
  });
  if (!saved.ok) return failed(fields, Object.values(policyErrors(saved)).join(" "));
  return saved.how === "drafted" ? asked(context, body, saved, fields) : NOTHING;
}

const NOTHING: Outcome = { errors: {}, requests: [] };

const failed = (fields: readonly string[], why: string): Outcome => ({
  errors: Object.fromEntries(fields.map((field) => [field, why])),
  requests: [],
});

async function asked(
  context: Context,
  body: ViewSubmitAction,
  { draftId, digest }: { draftId: string; digest: string },
  fields: readonly string[],
): Promise<Outcome> {
  const found = await askForApproval(context, body, { draftId, digest }, `:${fields[0]}`);
  if (found.ok) return { errors: {}, requests: [found.request] };
  // Slack delivered the form twice.
  return found.because === "seen-before" ? NOTHING : failed(fields, whyNotAsked(found));
}

/** Keeps the decisions, and marks Rails as disputed with them. Returns how many counted. */
async function keep(
  { db, transaction, clock }: Pick<Context, "db" | "transaction" | "clock">,
  body: ViewSubmitAction,
  shown: Review,
  reason: string,
  chosen: readonly Chosen[],
  roster: Roster,
): Promise<number> {
  const { workspaceId, by, delivery } = clickOf(body);
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  return transaction(async (tx) => {
    const at = clock();
    // Reviewers wait for each other: the later one sees what the first has decided.
    await lockWorkspace(tx.db, workspaceId);
    const review = await findReview(tx.db, { workspaceId });
    // The rules may have changed since the page was judged.
    const refused = whyNotTheirs(await findPolicy(tx.db, workspaceId), roster, { by, chosen });
    const due = chosen.filter(
      ({ thing, field }) =>
        review?.from === shown.from && isUnreviewed(review, thing) && refused[field] === undefined,
    );
    if (due.length === 0 || !(await isFirstDelivery(tx.db, delivery, at))) return 0;
    const railIds = due.flatMap(({ thing, verdict }) => (verdict === "dispute" ? thing.ref : []));
    for (const railId of railIds) {
      const known = await lockProblem(tx.db, { workspaceId, connectionId, railId });
      if (!known || known.rail.dispute) continue;
      const request = await requestOfRail(tx.db, connectionId, railId);
      const own = { reportedBy: by, reportedAt: at, reason };
      // What a member reported stays the reason, beside the reviewer's own.
      const problem = { ...(known.problem ? { ...known.problem, later: own } : own), by, at };
      await keepProblem(tx, { workspaceId, connectionId, railId, request, at }, problem);
    }
    const items = due.map(({ thing: { kind, ref }, verdict }) => ({ kind, ref, verdict }));
    const about = { workspaceId, connectionId, actor: by, at };
    await addToReview(tx.db, about, { action: "reviewed", from: shown.from, reason, items });
    return due.length;
  });
}
