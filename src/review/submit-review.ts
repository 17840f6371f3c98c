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
import { findPolicy } from "../request/queries/companies.ts";
import { findConnectionOf, lockProblem } from "../request/queries/disputes.ts";
import type { Verdict } from "../request/rules/approval/review.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { askForApproval, tellAsked, whyNotAsked } from "../request/screens/asking.ts";
import { rosterOfPolicy } from "../request/who-is.ts";
import type { Chosen, Saving } from "./decisions.ts";
import { addDecisions, stillDue, whyNotTheirs } from "./decisions.ts";
import { myReviews } from "./my-reviews.ts";
import { readReview, reviewModal, verdictBlock } from "./review-modal.ts";

/** What became of some decisions: how many were saved, and a sentence for each field of which nothing came. */
interface Outcome {
  kept: number;
  errors: Record<string, string>;
  requests: ChangeRequest[];
}

/** Keeps what was decided, asks for what takes approval, and shows the next page. What cannot be done stays open. */
export async function submitReview(context: Context, { view, body, ack }: SubmitArgs) {
  const form = readReview(view);
  if (!form.ok) return ack({ response_action: "errors", errors: form.errors });
  const whose = { workspaceId: workspaceOf(body), userId: body.user.id };
  const found = await myReviews(context, whose);
  const { review } = found ?? NO_REVIEW;
  const chosen = (found?.mine ?? []).flatMap((thing): Chosen[] => {
    const field = verdictBlock(review, thing);
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
  const saving = { askedIn: form.askedIn, reason: form.reason, body, review, roster };
  const { kept, errors, requests } = await save(context, saving, allowed);
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

/**
 * Saves each decision that takes no approval, and each other one together with its request: once for every destination to
 * retire, and once for all approvers to remove.
 */
async function save(context: Context, saving: Saving, chosen: readonly Chosen[]): Promise<Outcome> {
  const of = (...verdicts: readonly Verdict[]) =>
    chosen.filter(({ verdict }) => verdicts.includes(verdict));
  const removed = of("remove");
  const outcomes = await Promise.all([
    ...(removed.length === 0 ? [] : [remove(context, saving, removed)]),
    ...of("retire").map((each) => retire(context, saving, each)),
  ]);
  return {
    kept: (await keep(context, saving, of("keep", "dispute"))) + sum(outcomes),
    errors: Object.assign({}, ...outcomes.map(({ errors }) => errors)),
    requests: outcomes.flatMap(({ requests }) => requests),
  };
}

const sum = (outcomes: readonly Outcome[]) => outcomes.reduce((all, { kept }) => all + kept, 0);

async function retire(context: Context, saving: Saving, chosen: Chosen): Promise<Outcome> {
  const { thing, field } = chosen;
  const { body, askedIn, reason } = saving;
  const draftId = context.newId();
  const drafted = await draftDestination(context, workspaceOf(body), body.user.id, {
    ...{ kind: "retire-destination", draftId, destinationId: thing.ref, askedIn, reason },
  });
  if (drafted.ok) return ask(context, saving, { draftId, digest: drafted.digest }, [chosen]);
  const isAsked =
    drafted.because === "already-asked" &&
    drafted.request.content.change.kind === "retire-destination";
  if (!isAsked) return failed([field], obstacleSentence("wallet", drafted));
  // Somebody has asked for it already, and this reviewer agrees.
  return { ...NOTHING, kept: await keep(context, saving, [chosen], `:${field}`) };
}

async function remove(
  context: Context,
  saving: Saving,
  chosen: readonly Chosen[],
): Promise<Outcome> {
  const { body, askedIn, reason } = saving;
  const click = clickOf(body);
  const { version: from, ...policy } = await findPolicy(context.db, click.workspaceId);
  const fields = chosen.map(({ field }) => field);
  const saved = await savePolicy(context, {
    ...{ askedIn, reason, ...click, from },
    document: withoutApprovers(
      policy,
      chosen.map(({ thing }) => thing.ref),
    ),
  });
  if (!saved.ok) return failed(fields, Object.values(policyErrors(saved)).join(" "));
  return saved.how === "drafted" ? ask(context, saving, saved, chosen) : NOTHING;
}

const NOTHING: Outcome = { kept: 0, errors: {}, requests: [] };

const failed = (fields: readonly string[], why: string): Outcome => ({
  ...NOTHING,
  errors: Object.fromEntries(fields.map((field) => [field, why])),
});

/** Requests what these decisions need, unless one of them does not count any more: they are saved with the request. */
async function ask(
  context: Context,
  saving: Saving,
  { draftId, digest }: { draftId: string; digest: string },
  chosen: readonly Chosen[],
): Promise<Outcome> {
  const fields = chosen.map(({ field }) => field);
  const found = await askForApproval(
    context,
    saving.body,
    { draftId, digest },
    {
      part: `:${fields[0]}`,
      async saveDecision(tx) {
        const due = await stillDue(tx, saving, chosen);
        if (due.length < chosen.length) return false;
        await addDecisions(tx, saving, due, context.clock());
        return true;
      },
    },
  );
  if (found.ok) return { ...NOTHING, kept: chosen.length, requests: [found.request] };
  // Slack delivered the form twice, or another reviewer was faster.
  const isOver = found.because === "seen-before" || found.because === "overtaken";
  return isOver ? NOTHING : failed(fields, whyNotAsked(found));
}

/** Keeps the decisions that still count, and marks Rails as disputed with them. Returns how many. */
async function keep(
  { transaction, clock }: Pick<Context, "transaction" | "clock">,
  saving: Saving,
  chosen: readonly Chosen[],
  part = "",
): Promise<number> {
  if (chosen.length === 0) return 0;
  const { workspaceId, by, delivery } = clickOf(saving.body);
  return transaction(async (tx) => {
    const at = clock();
    // Reviewers wait for each other: the later one sees what the first has decided.
    await lockWorkspace(tx.db, workspaceId);
    const due = await stillDue(tx, saving, chosen);
    if (due.length === 0 || !(await isFirstDelivery(tx.db, delivery + part, at))) return 0;
    const railIds = due.flatMap(({ thing, verdict }) => (verdict === "dispute" ? thing.ref : []));
    for (const railId of railIds) {
      // The page may show Rails of a connection that another one has replaced since.
      const connectionId = await findConnectionOf(tx.db, workspaceId, railId);
      const known = await lockProblem(tx.db, { workspaceId, connectionId, railId });
      if (!known || known.rail.dispute) continue;
      const request = await requestOfRail(tx.db, connectionId, railId);
      const own = { reportedBy: by, reportedAt: at, reason: saving.reason };
      // What a member reported stays the reason, beside the reviewer's own.
      const problem = { ...(known.problem ? { ...known.problem, later: own } : own), by, at };
      await keepProblem(tx, { workspaceId, connectionId, railId, request, at }, problem);
    }
    await addDecisions(tx, saving, due, at);
    return due.length;
  });
}
