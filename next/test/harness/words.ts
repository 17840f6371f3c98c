/**
 * The words by which people find their way, as `screens.md` has them: the tests know buttons,
 * inputs and states by these, and by nothing else.
 */
export const WORDS = {
  command: "/rail",
  commands: {
    newRail: "new",
    addDestination: "destinations add",
    importDestination: "destinations import",
    settings: "setup",
  },
  buttons: {
    review: "Review",
    requestApproval: "Request approval",
    approve: "Approve",
    next: "Next",
    deny: "Deny",
    withdraw: "Withdraw",
    answer: "Answer",
    reviewToResume: "Review to resume",
    report: "Report a problem",
    liftHold: "Review to lift hold",
    trust: "Trust",
    takeOut: "Take a person out",
    history: "History",
  },
  labels: {
    type: "Type",
    destination: "Destination",
    name: "Name",
    reason: "Reason",
    reference: "Reference",
    address: "Address",
    iban: "IBAN",
    serviceId: "Id at the service",
    middleGroup: "Characters ",
    checkedIn: "Where did you look it up?",
    secondRail: "A second Rail?",
    answer: "Answer",
    railId: "Id of the Rail",
    change: "Change…",
    approvers: "Approvers",
    needed: "Approvals needed",
    onlyFor: "Only for",
    requirement: "Requirement",
    person: "Person",
    people: "People",
    whoMayUse: "Who may use Signalbox",
    untilUsable: "Hours until Rails can use it",
  },
  options: {
    onRamp: "On-ramp",
    wallet: "Wallet",
    bankAccount: "Bank account",
    anotherRail: "I still want another",
    itExists: "It exists: its id is …",
    approveAgain: "Approve again",
    close: "Close",
    addRequirement: "Add a requirement",
    removeRequirement: "Remove a requirement",
    onRamps: "On-ramps",
    team: "Team",
    coolDown: "Cool-down",
    onlyThese: "Only these people",
  },
  /** After the number in a card's header. */
  states: {
    waiting: "Waiting",
    ready: "Ready",
    sending: "Sending",
    checking: "Checking",
    payable: "Payable",
    held: "Held",
    needsReview: "Needs review",
    usable: "Usable",
    done: "Done",
    denied: "Denied",
    withdrawn: "Withdrawn",
    expired: "Expired",
    refused: "Refused",
    closed: "Closed",
    sendingStopped: "Sending stopped",
  },
  /** Parts of sentences that say what is certain, and what to do. */
  phrases: {
    doNotRequestAgain: "Do not request it again",
    nothingSent: "Nothing was sent",
    tokenRefused: "The Rail service refused the token",
    checksFirst: "Signalbox is checking the service's Rails first",
    noneCreated: "No Rail was created",
  },
} as const;

/** `⏳ Rail R-142 · Waiting`: noun, number, state. */
export const HEADER = /^\S+ ([A-Z]\w+ )?(R-\d+) · (.+)$/u;

/** `Characters 21–24 of the address`, or of the IBAN. */
export const MIDDLE_GROUP = /^Characters (\d+)–(\d+) of/;
