import type { Authority } from "../../../authority/authority.ts";
import type { Offices } from "../../../authority/judge.ts";
import type { Governing, Requirement } from "../../../authority/quorum.ts";
import { requirementsOf } from "../../../authority/quorum.ts";
import type { Named } from "../../../authority/roster.ts";
import { AUTHORITY } from "../../../authority/table.ts";
import { deedOf } from "../change.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Circumstances } from "../decision.ts";
import type { ApprovalPolicy } from "./approval-policy.ts";

type Asked = Pick<ChangeRequest, "policy" | "content">;
type Row = Pick<Authority, "needs">;

/** The deciding rules of a request, and those that might decide. */
const governing = (request: Pick<Asked, "policy">, now: ApprovalPolicy, row?: Row) => [
  ...decidingOf(request, now, row),
  ...mightDecide(now),
];

const mightDecide = ({ mayDecide = [] }: ApprovalPolicy): Governing[] =>
  mayDecide.map((rule) => ({ frozen: rule, now: rule }));

/**
 * The deciding rule of a request, then the rules whose quorum it takes as well: each as frozen and as it is now.
 * @param row The remedy's row of the authority table.
 */
function decidingOf(
  { policy: frozen }: Pick<Asked, "policy">,
  now: ApprovalPolicy,
  row?: Row,
): Governing[] {
  if (row?.needs === "import-rule-too") {
    return [
      { frozen, now },
      { frozen: frozen.imports ?? frozen, now: now.imports ?? now },
      ...(now.importsOfId ? [{ frozen: now.importsOfId, now: now.importsOfId }] : []),
    ];
  }
  const names = new Set([...(frozen.also ?? []), ...(now.also ?? [])].map(({ rule }) => rule));
  const beside = [...names].flatMap((name) => {
    const then = frozen.also?.find(({ rule }) => rule === name);
    const today = now.also?.find(({ rule }) => rule === name);
    const either = then ?? today;
    return either ? [{ frozen: then ?? either, now: today ?? either }] : [];
  });
  return [{ frozen, now }, ...beside];
}

/** Everything that is required before a request takes effect; a remedy gives its row of the authority table. */
export function requirementsNow(
  request: Asked,
  now: ApprovalPolicy,
  row: Row = AUTHORITY[deedOf(request.content.change)],
): Requirement[] {
  const decided = requirementsOf(row, decidingOf(request, now, row));
  return [...decided, ...mightDecide(now).flatMap((each) => requirementsOf(row, [each]))];
}

/** Everybody whom the rules of a request name, as frozen and as they are now. */
export function namedBy(
  request: Pick<Asked, "policy">,
  now: ApprovalPolicy,
): { frozen: Named; now: Named } {
  const rules = governing(request, now);
  return {
    frozen: together(rules.map((each) => each.frozen)),
    now: together(rules.map((each) => each.now)),
  };
}

function together(all: readonly Named[]): Named {
  const isKept = all.every(({ groups, members }) => groups.length === 0 || members !== undefined);
  return {
    approvers: [...new Set(all.flatMap(({ approvers }) => approvers))],
    groups: [...new Set(all.flatMap(({ groups }) => groups))],
    ...(isKept && { members: Object.assign({}, ...all.map(({ members }) => members)) }),
  };
}

/** Every user group that has to be looked up to know whom these count. */
export function groupsOf(requirements: readonly Requirement[]): string[] {
  return [...new Set(requirements.flatMap(({ named }) => named.flatMap(({ groups }) => groups)))];
}

type Around = Pick<Circumstances, "policy" | "approvers" | "roster">;

/**
 * The people whom the deciding rules name, and those whom any rule names.
 * @param row The remedy's row of the authority table.
 */
export function officesFor(
  request: Pick<ChangeRequest, "policy">,
  { policy, approvers, roster }: Around,
  row?: Row,
): Offices {
  return { deciding: governing(request, policy, row), anywhere: approvers, roster };
}
