/** What rows of the table have in common. */
export const REQUEST = {
  by: "member",
  needs: "deciding-rule",
  stoppedBy: "known-approver",
  endsWithRequester: true,
  isHeldByFreeze: true,
  isSetAtFirst: false,
  isNotForAdderAlone: false,
  isNotForOwn: false,
  keepsRulesSatisfiable: false,
  environment: "never",
  told: "the approvals channel by a card, and the requester of each end",
} as const;

export const entries = (names: string): readonly string[] => names.split(" ");

export const ASKED = entries(
  "requested approval-given wrong-answer case-slip approvals-lapsed approved denied withdrawn expired voided gave-up",
);

export const SENT = [
  ...ASKED,
  ...entries(
    "sending-started blocked woken not-sent refused outcome-unknown scanned-clean look-failed",
  ),
];

/** Takes effect at once: nobody has to agree, so nobody can stop it in time. */
export const AT_ONCE = {
  ...REQUEST,
  needs: "nobody",
  stoppedBy: null,
  endsWithRequester: false,
  isHeldByFreeze: false,
} as const;

/** Two approvers do this about a request that needs a person. */
export const REMEDY = {
  ...AT_ONCE,
  by: "approver",
  needs: "one-other",
  told: REQUEST.told,
} as const;
