/** Every identifier that travels to Slack and comes back. The lists of the capabilities bind them; nothing else spells one out. */

export const callback = {
  newRail: "new_rail",
  reviewDraft: "review_draft",
  checkValue: "check_value",
  reviewRequest: "review_request",
  denyRequest: "deny_request",
  askRequester: "ask_requester",
  proposeRemedy: "propose_remedy",
  linkRail: "link_rail",
  agreeToRemedy: "agree_to_remedy",
  addDestination: "add_destination",
  retireDestination: "retire_destination",
  policyText: "policy_text",
  reviewPolicyText: "review_policy_text",
  policyQuestion: "policy_question",
  notice: "notice",
  /** What the Home, and the modals that it opens, answer to a button. */
  answer: "answer",
  checkText: "check_text",
  openUnapproved: "open_unapproved",
  reportProblem: "report_problem",
  adoptRail: "adopt_rail",
  endDispute: "end_dispute",
  review: "review",
  freeze: "freeze",
  setup: "setup",
  chooseConnection: "choose_connection",
  enterToken: "enter_token",
  chooseChannel: "choose_channel",
  policyForm: "policy_form",
  editRule: "edit_rule",
  reviewPolicyForm: "review_policy_form",
  removeApprover: "remove_approver",
} as const;

export const shortcut = {
  checkPaymentDetails: "check_payment_details",
} as const;

export const action = {
  /** The element inside every input block of ours: the block says which field it is. New Rail alone tells of its changes. */
  value: "value",
  chooseType: "choose_type",
  newRail: "new_rail",
  emptyNewRail: "empty_new_rail",
  /** In the message that a request has ended for which a draft of New Rail waits. */
  continueDraft: "continue_draft",
  reviewRequest: "review_request",
  denyRequest: "deny_request",
  withdrawRequest: "withdraw_request",
  enterId: "enter_id",
  linkRail: "link_rail",
  resumeSending: "resume_sending",
  retryDeadLetters: "retry_dead_letters",
  ruleOutRail: "rule_out_rail",
  releaseAttempt: "release_attempt",
  /** On cards of earlier releases. */
  closeRequest: "close_request",
  agreeToRemedy: "agree_to_remedy",
  showRequest: "show_request",
  /** Behind the three dots of a request: the option says what. */
  requestMore: "request_more",
  showHistory: "show_history",
  /** Slack follows the link by itself. */
  openLink: "open_link",
  showPending: "show_pending",
  showRails: "show_rails",
  showDestinations: "show_destinations",
  showPolicy: "show_policy",
  editRule: "edit_rule",
  editPolicyText: "edit_policy_text",
  showHealth: "show_health",
  showHelp: "show_help",
  openCheck: "open_check",
  openFreeze: "open_freeze",
  policyPreviousPage: "policy_previous_page",
  policyNextPage: "policy_next_page",
  policyHistoryPreviousPage: "policy_history_previous_page",
  policyHistoryNextPage: "policy_history_next_page",
  openRail: "open_rail",
  addWallet: "add_wallet",
  addBankAccount: "add_bank_account",
  importDestination: "import_destination",
  retireDestination: "retire_destination",
  /** In New Rail, which then has the form for it on top. */
  whitelistAnother: "whitelist_another",
  chooseDestinationKind: "choose_destination_kind",
  chooseNetwork: "choose_network",
  /** A key was pressed in a field that is checked as it is typed. */
  checkTyped: "check_typed",
  checkInstructions: "check_instructions",
  copyInstructions: "copy_instructions",
  showQrCode: "show_qr_code",
  openUnapproved: "open_unapproved",
  reportProblem: "report_problem",
  adoptRail: "adopt_rail",
  disputeRail: "dispute_rail",
  endDispute: "end_dispute",
  openReview: "open_review",
  showSimilarInstructions: "show_similar_instructions",
  openSetup: "open_setup",
  setUpConnection: "set_up_connection",
  replaceToken: "replace_token",
  checkToken: "check_token",
  removeToken: "remove_token",
  carryOver: "carry_over",
  openTokenPage: "open_token_page",
  setUpChannel: "set_up_channel",
  setUpApprovers: "set_up_approvers",
  setUpQuorum: "set_up_quorum",
  removeApprover: "remove_approver",
} as const;

/** The controls of a list: which one it is comes first. */
export function listActions(list: ListName) {
  return {
    type: `${list}_type`,
    state: `${list}_state`,
    asset: `${list}_asset`,
    sort: `${list}_sort`,
    search: `${list}_search`,
    open: `${list}_open`,
    previous: `${list}_previous_page`,
    next: `${list}_next_page`,
    clear: `${list}_clear`,
    file: `${list}_file`,
  } as const;
}

export type ListName = "rails" | "destinations" | "requests";

/** Blocks whose values come back. Slack keeps typed texts while block_id and action_id stay the same. */
export const block = {
  type: "type",
  name: "name",
  reason: "reason",
  reference: "reference",
  denialReason: "denial_reason",
  checkedText: "checked_text",
  freezeReason: "freeze_reason",
  /** Followed by the group's number, so that text typed for one group never appears under the question for another. */
  middleGroup: "middle_group_",
  checkedIn: "checked_in",
  enteredId: "entered_id",
  /** Followed by the number of the field: a text that is longer than one is spread over several. */
  policyText: "policy_text_",
  changeKind: "change_kind",
  assets: "assets",
  /** The fields of a question about the policy. */
  anyDestination: "any_destination",
  firstUse: "first_use",
  requester: "requester",
  destinationKind: "destination_kind",
  walletNetwork: "wallet_network",
  address: "wallet_address",
  iban: "bank_account_iban",
  serviceId: "service_id",
  connection: "connection",
  token: "token",
  channel: "channel",
  approvers: "approvers",
  groups: "groups",
  quorum: "quorum",
  destinationQuorum: "destination_quorum",
  coolDown: "cool_down",
  expiry: "expiry",
  reminders: "reminders",
  /** The place of a rule among the others. */
  place: "place",
  approver: "approver",
  /** In a review: followed by a digest of what is shown above it, so that nothing else is decided about. */
  verdict: "verdict_",
  /** Followed by a digest of the page, so that it is not kept for the next one. */
  verdictReason: "verdict_reason_",
  /** These change with the Rail type, so that a choice made for one type does not survive in the other. */
  deposit: { ON_RAMP: "on_ramp_deposit", OFF_RAMP: "off_ramp_deposit" },
  network: "off_ramp_network",
  convertedTo: { ON_RAMP: "on_ramp_converted_to", OFF_RAMP: "off_ramp_converted_to" },
  destination: { ON_RAMP: "on_ramp_destination", OFF_RAMP: "off_ramp_destination" },
  /** Followed by a digest of the choices it is about: a tick given for others must not count. */
  wantAnother: "want_another_",
  /** In a notice of reported problems: followed by how many more Rails it is about, and how many of those are open. */
  furtherRails: "further_rails_",
  /** With the number of the Rail in the notice. */
  disputeNotice: "dispute_notice_",
  /** Holds the button of a notice that an approver proposes to rule a Rail out. */
  ruleOutNotice: "rule_out_notice",
} as const;
