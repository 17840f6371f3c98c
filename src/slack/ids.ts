/** Every identifier that travels to Slack and comes back. `register.ts` binds them; nothing else spells one out. */

export const callback = {
  newRail: "new_rail",
  reviewDraft: "review_draft",
  reviewRequest: "review_request",
  denyRequest: "deny_request",
  proposeRemedy: "propose_remedy",
  linkRail: "link_rail",
  agreeToRemedy: "agree_to_remedy",
  addDestination: "add_destination",
  retireDestination: "retire_destination",
  notice: "notice",
  /** What the Home, and the modals that it opens, answer to a button. */
  answer: "answer",
  checkText: "check_text",
  freeze: "freeze",
} as const;

export const shortcut = {
  checkPaymentDetails: "check_payment_details",
} as const;

export const action = {
  /** The element inside every input block of ours: the block says which field it is. */
  value: "value",
  chooseType: "choose_type",
  newRail: "new_rail",
  reviewRequest: "review_request",
  denyRequest: "deny_request",
  withdrawRequest: "withdraw_request",
  enterId: "enter_id",
  linkRail: "link_rail",
  resumeSending: "resume_sending",
  retryDeadLetters: "retry_dead_letters",
  releaseAttempt: "release_attempt",
  closeRequest: "close_request",
  agreeToRemedy: "agree_to_remedy",
  showRequest: "show_request",
  showPending: "show_pending",
  pendingPreviousPage: "pending_previous_page",
  pendingNextPage: "pending_next_page",
  showRails: "show_rails",
  showDestinations: "show_destinations",
  showHealth: "show_health",
  showHelp: "show_help",
  openCheck: "open_check",
  openFreeze: "open_freeze",
  openRail: "open_rail",
  railsPreviousPage: "rails_previous_page",
  railsNextPage: "rails_next_page",
  destinationsPreviousPage: "destinations_previous_page",
  destinationsNextPage: "destinations_next_page",
  filterDestinations: "filter_destinations",
  addWallet: "add_wallet",
  addBankAccount: "add_bank_account",
  importDestination: "import_destination",
  retireDestination: "retire_destination",
  /** In New Rail, on top of which the form for it then stands. */
  whitelistAnother: "whitelist_another",
  chooseDestinationKind: "choose_destination_kind",
  chooseNetwork: "choose_network",
  /** A key was pressed in a field that is checked as it is typed. */
  checkTyped: "check_typed",
  checkInstructions: "check_instructions",
  openSetup: "open_setup",
  showSimilarInstructions: "show_similar_instructions",
} as const;

/** Blocks whose values come back. Slack keeps what was typed as long as block_id and action_id stay the same. */
export const block = {
  type: "type",
  name: "name",
  reason: "reason",
  reference: "reference",
  denialReason: "denial_reason",
  checkedText: "checked_text",
  freezeReason: "freeze_reason",
  /** Followed by the group's number, so that what was typed for one group does not stand under the question for another. */
  middleGroup: "middle_group_",
  enteredId: "entered_id",
  destinationKind: "destination_kind",
  walletNetwork: "wallet_network",
  address: "wallet_address",
  iban: "bank_account_iban",
  serviceId: "service_id",
  /** These change with the Rail type, so that a choice made for one type does not survive in the other. */
  deposit: { ON_RAMP: "on_ramp_deposit", OFF_RAMP: "off_ramp_deposit" },
  network: "off_ramp_network",
  convertedTo: { ON_RAMP: "on_ramp_converted_to", OFF_RAMP: "off_ramp_converted_to" },
  destination: { ON_RAMP: "on_ramp_destination", OFF_RAMP: "off_ramp_destination" },
  /** Followed by a digest of the choices it is about: a tick given for others must not count. */
  wantAnother: "want_another_",
} as const;
