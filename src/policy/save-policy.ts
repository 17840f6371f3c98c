import { isDoneAtOnce } from "../authority/judge.ts";
import type { Loosening, Pins } from "../authority/pins.ts";
import { loosenings } from "../authority/pins.ts";
import type { Roster } from "../authority/roster.ts";
import { AUTHORITY } from "../authority/table.ts";
import type { Click } from "../platform/slack/intake/delivery.ts";
import type { Context } from "../request/context.ts";
import { findPolicy } from "../request/queries/companies.ts";
import {
  findSetup,
  isChannelGoverned,
  isGoverned,
  savePolicyVersion,
} from "../request/queries/setups.ts";
import type { PolicyDocument } from "../request/rules/approval/policy-document.ts";
import { canonicalJson } from "../request/rules/digest.ts";
import { draftSetupChange, setDirectly } from "../workspace/set-up/ask-setup-change.ts";
import { everybodyIn, livingOf } from "./living.ts";
import type { Unsatisfiable } from "./rules/living-quorum.ts";
import { leavesUnsatisfiable, namedInVain } from "./rules/living-quorum.ts";
import type { PolicyFault } from "./rules/named-faults.ts";
import { policyFaults } from "./rules/policy-faults.ts";
import { isShownWhole } from "./screens/policy-difference-rows.ts";

type SavingPolicy = Pick<
  Context,
  "db" | "transaction" | "seal" | "clock" | "pins" | "people" | "newId" | "draftsPerPerson"
>;

export interface PolicySaved extends Click {
  askedIn: string;
  /** Its base version. */
  from: number;
  document: PolicyDocument;
  reason: string;
}

/** Named without counting: a bot, a guest, a deactivated person, a stranger, or a group without anybody who counts. */
type InVain = ReturnType<typeof namedInVain>;

export type PolicyAnswer =
  | { ok: true; how: "set"; isWholeNow: boolean }
  | { ok: true; how: "seen-before" | "unchanged" }
  /** To be reviewed, and then asked for. */
  | {
      ok: true;
      how: "drafted";
      draftId: string;
      digest: string;
      document: PolicyDocument;
      living: Roster;
    }
  | { ok: false; because: "faults"; faults: readonly PolicyFault[]; rules: number }
  | {
      ok: false;
      because: "in-vain";
      inVain: InVain;
      living: Roster;
      /** The auditors among those named: people and groups. */
      auditors: readonly string[];
    }
  | { ok: false; because: "unsatisfiable"; rules: readonly Unsatisfiable[] }
  | { ok: false; because: "looser"; loosenings: readonly Loosening[]; rules: number }
  /** `not-whole-yet`: the environment names approvers, whom nobody can ask before the set-up is whole. */
  | {
      ok: false;
      because: "changed-meanwhile" | "no-connection" | "no-channel" | "not-whole-yet" | "too-large";
    };

/**
 * Sets a policy at once until rules and a connection are there, and drafts it for the review after that. Enough active
 * people have to satisfy each rule. The caller checks whether they may.
 */
export async function savePolicy(context: SavingPolicy, saved: PolicySaved): Promise<PolicyAnswer> {
  const { workspaceId, by, askedIn, from, document, reason, delivery } = saved;
  const judged = await judge(context, workspaceId, document);
  if (!judged.ok) return judged;

  const { pins } = context;
  const looser = loosenings(pins, document);
  if (looser.length > 0) {
    return { ok: false, because: "looser", loosenings: looser, rules: document.rules.length };
  }
  const current = await findPolicy(context.db, workspaceId);
  if (current.version !== from) return { ok: false, because: "changed-meanwhile" };
  if (canonicalJson(documentOf(current)) === canonicalJson(documentOf(document))) {
    return { ok: true, how: "unchanged" };
  }
  const setup = await findSetup(context.db, workspaceId);
  if (isGoverned(setup) && !isChannelGoverned(setup)) return { ok: false, because: "no-channel" };
  if (!isGoverned(setup) && !mayBeSetAlone(pins)) return { ok: false, because: "not-whole-yet" };
  const set = await setDirectly(context, { workspaceId, by, delivery }, async (tx, before) => {
    const isAtOnce = isDoneAtOnce(AUTHORITY["change-policy"], isGoverned(before));
    if (!isAtOnce || before.policyVersion !== from) return undefined;
    const version = await savePolicyVersion(
      tx.db,
      workspaceId,
      document,
      by,
      null,
      context.clock(),
    );
    const tell = { is: "policy", from, to: version, leftOut: [] } as const;
    return { action: "policy-set", facts: { version, document }, tell };
  });
  if (set.is === "set") return { ok: true, how: "set", isWholeNow: set.isWholeNow };
  if (set.is === "seen-before") return { ok: true, how: "seen-before" };
  if (!isShownWhole(current, document)) return { ok: false, because: "too-large" };
  const name = `Policy version ${from + 1}`;
  const change = { kind: "change-policy", name, reason, from, document } as const;
  const drafted = await draftSetupChange(context, { workspaceId, by, askedIn, change });
  return drafted
    ? { ok: true, how: "drafted", ...drafted, document, living: judged.living }
    : { ok: false, because: "no-connection" };
}

/** One administrator alone sets a policy only if the environment has named nobody who could be asked. */
const mayBeSetAlone = ({ approvers }: Pins) => approvers === null;

type Judged =
  | { ok: true; living: Roster }
  | Extract<PolicyAnswer, { because: "faults" | "in-vain" | "unsatisfiable" }>;

async function judge(
  context: Pick<Context, "people">,
  workspaceId: string,
  document: PolicyDocument,
): Promise<Judged> {
  const faults = policyFaults(document);
  if (faults.length > 0) {
    return { ok: false, because: "faults", faults, rules: document.rules.length };
  }
  const living = await livingOf(context, workspaceId, everybodyIn(document));
  const inVain = namedInVain(document, living);
  const { inactive, emptyGroups, unknownGroups } = inVain;
  if (inactive.length + emptyGroups.length + unknownGroups.length > 0) {
    const { auditors = [] } = document;
    return { ok: false, because: "in-vain", inVain, living, auditors };
  }
  const rules = leavesUnsatisfiable(document, living);
  return rules.length > 0 ? { ok: false, because: "unsatisfiable", rules } : { ok: true, living };
}

const documentOf = ({ rules, coolDownHours, auditors }: PolicyDocument) => ({
  ...{ rules, coolDownHours, auditors },
});
