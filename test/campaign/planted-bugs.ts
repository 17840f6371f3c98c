/** A mistake that a good engineer could make: one exact text of one file of `src`, replaced by another. */
export interface PlantedBug extends Edit {
  name: string;
  /** What it breaks, in words. */
  promise: string;
  /** Further guards, taken away with the first. */
  also?: readonly Edit[];
}

export interface Edit {
  /** Below `src`. */
  file: string;
  /** Stands there exactly once. */
  find: string;
  replace: string;
}

/** So many schedules have room for those that are aimed at the POST, which half of these bugs need. */
export const SCHEDULES_FOR_BUGS = 900;

/**
 * The campaign is itself tested by these: each is planted alone, and has to be caught. Those that a second guard makes
 * harmless are not here, since there is nothing to catch.
 */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: "claim-skipped",
    promise: "One POST for one claim: whoever was refused the claim does not post",
    file: "request/send-once.ts",
    find: `  if (!applied.ok || applied.request.state.status !== "sending") return;

  const claimed = applied.request;`,
    replace: `  if (!applied.ok && applied.refusal === "frozen") return;

  const claimed = applied.request ?? request;`,
  },
  {
    name: "interrupted-is-sent-again",
    promise: "Whoever missed the outcome of a POST looks for it, and never posts again",
    file: "request/rules/outcome/decide-sending.ts",
    find: `return outcomeUnknown("interrupted", request, around);`,
    replace: `return notSent("no-connection", request, around);`,
  },
  {
    name: "unknown-is-sent-again",
    promise: "A POST without an answer may have created the Rail: it is not repeated",
    file: "platform/rail-api/rail-api-error.ts",
    find: `  unavailable: "unknown",`,
    replace: `  unavailable: "not-sent",`,
  },
  {
    name: "unreadable-answer-is-a-refusal",
    promise:
      "A request whose Rail exists is never called failed: cut and foreign answers refuse nothing",
    file: "platform/rail-api/rail-api-error.ts",
    find: `  "unexpected-response": "unknown",`,
    replace: `  "unexpected-response": "not-created",`,
  },
  {
    name: "server-error-is-a-refusal",
    promise: "A request whose Rail exists is never called failed: a 5xx may come after the commit",
    file: "platform/rail-api/to-rail-api-error.ts",
    find: `  const code = status === 429 || status >= 500 ? "unavailable" : "unexpected-response";`,
    replace: `  const isRefused = status >= 500 && operation.startsWith("POST");
  const isBusy = status === 429 || status >= 500;
  const code = isRefused ? "invalid" : isBusy ? "unavailable" : "unexpected-response";`,
  },
  {
    name: "lost-connection-is-not-sent",
    promise: "Not sent is said only of a connection that never opened",
    file: "platform/rail-api/to-rail-api-error.ts",
    find: `new RailApiError("unavailable", \`\${operation}: the connection was lost\``,
    replace: `new RailApiError("not-sent", \`\${operation}: the connection was lost\``,
  },
  {
    name: "look-before-post-dropped",
    promise:
      "Before every POST it is made sure that the Rail is not there: a restored database says approved of it",
    file: "rail/creating/post-rail.ts",
    find: "  if (!(await isCertainlyAbsent(context, ref, request))) return;",
    replace: `  const isAgain = request.attempt > 0;
  if (isAgain && !(await isCertainlyAbsent(context, ref, request))) return;`,
  },
  {
    name: "failed-look-is-clean",
    promise: "A look that broke off has learned nothing, and no POST follows from it",
    file: "rail/creating/post-rail.ts",
    find: "  await applyCommand(context, ref, look);",
    replace: `  if (look.type === "could-not-look") return look.because !== "token-refused";
  await applyCommand(context, ref, look);`,
  },
  {
    name: "candidates-ignored",
    promise:
      "Where the tag is not echoed, a Rail that may be the one brings a person and no second POST",
    file: "rail/creating/post-rail.ts",
    find: "if (look.candidates.length === 0 ||",
    replace: "if (look.candidates.length >= 0 ||",
  },
  {
    name: "restore-forgotten",
    promise:
      "Where the tag is not echoed, a Rail that may be the one brings a person and no second POST",
    file: "rail/rules/short-look.ts",
    find: "return restoredAt === null ||",
    replace: "return restoredAt !== undefined ||",
  },
  {
    name: "short-look-without-total",
    promise:
      "A short look compares the total: a Rail on a page that it does not read shows nowhere else",
    file: "rail/rules/short-look.ts",
    find: "return last.total === known + further.length;",
    replace: "return last.total >= further.length;",
  },
  {
    name: "short-look-of-more",
    promise: "A short look is not enough where the service counts a Rail more than are known",
    file: "rail/rules/short-look.ts",
    find: "return last.total === known + further.length;",
    replace: "return last.total >= known + further.length;",
  },
  {
    name: "short-look-of-fewer",
    promise: "A short look is not enough where a Rail has left the list",
    file: "rail/rules/short-look.ts",
    find: "return last.total === known + further.length;",
    replace: "return last.total <= known + further.length;",
  },
  {
    name: "short-look-without-pages",
    promise:
      "A short look reads what its pages show: a total may lag, or lack one Rail for another",
    file: "rail/rules/short-look.ts",
    find: `rails.every(({ id, as }) => id !== null && as !== "not-known") &&`,
    replace: "rails.every(({ id }) => id !== null) &&",
  },
  {
    name: "short-look-for-another-attempt",
    promise: "A short look is enough only for a request that was never claimed",
    file: "rail/creating/post-rail.ts",
    find: "if (attempt > 0) return false;",
    replace: "if (attempt > 1) return false;",
    also: [
      {
        file: "rail/creating/post-rail.ts",
        find: "return !had && isAfterRestore(",
        replace: "return isAfterRestore(",
      },
    ],
  },
  {
    name: "short-look-after-a-restore",
    promise:
      "A database that was restored does not know what it has sent: the whole list is walked",
    file: "rail/creating/post-rail.ts",
    find: "if (isNew && (await lookShort(",
    replace: "if ((isNew || request.attempt === 0) && (await lookShort(",
    also: [
      {
        file: "rail/rules/short-look.ts",
        find: "  if (!isAfterRestore(walk.startedAt, restoredAt)) return null;\n",
        replace: "",
      },
      {
        file: "request/queries/freezes.ts",
        find: ".set({ whole_walk: null })",
        replace: '.set((row) => ({ whole_walk: row.ref("whole_walk") }))',
      },
    ],
  },
  {
    name: "candidate-window-backwards",
    promise:
      "Where the tag is not echoed, a Rail that may be the one brings a person and no second POST",
    file: "request/rules/outcome/candidate.ts",
    find: "made >= Date.parse(requestedAt) - CLOCKS_DIFFER_MS",
    replace: "made >= Date.parse(requestedAt) + CLOCKS_DIFFER_MS",
  },
  {
    name: "first-page-only",
    promise: "The look for a Rail goes over every page",
    file: "rail/creating/walk-rails.ts",
    find: "    total.most = Math.max(total.most, page.total);",
    replace: `    total.most = page.rails.length;
    break;`,
  },
  {
    name: "total-not-compared",
    promise: "A walk that shows fewer Rails than the service counts has learned nothing",
    file: "rail/creating/walk-rails.ts",
    find: "if (walked.names.size >= total.most) {",
    replace: "if (walked.names.size > 0 || total.most === 0) {",
  },
  {
    name: "first-match-only",
    promise: "Two Rails with one tag quarantine both, and no instructions are posted",
    file: "rail/creating/scan-rails.ts",
    find: "  if (matches.length > 0) return { matches, candidates: [] };",
    replace: "  if (matches.length > 0) return { matches: matches.slice(0, 1), candidates: [] };",
  },
  {
    name: "any-tag-of-ours",
    promise: "A Rail belongs to the request that its tag names, and to no other",
    file: "rail/creating/scan-rails.ts",
    find: "const matches = walk.kept.filter(isOwn);",
    replace: "const matches = walk.kept.filter(({ metadata }) => readTag(metadata) !== undefined);",
  },
  {
    name: "late-rail-not-told",
    promise: "A Rail that turns up late is told to its request, whatever has become of that",
    file: "rail/creating/tell-of-rails.ts",
    find: `return !("railId" in state) || id !== state.railId;`,
    replace: `return "railId" in state && id !== state.railId;`,
  },
  {
    name: "twin-passed-over",
    promise: "Two Rails with one tag quarantine both, also where one of them is known",
    file: "rail/creating/tell-of-rails.ts",
    find: "&& isNews(request, rail);",
    replace: `&& !("railId" in request.state) && isNews(request, rail);`,
  },
  {
    name: "late-rail-dropped",
    promise: "A request whose Rail exists does not end denied, withdrawn, expired or failed",
    file: "request/rules/outcome/decide-found.ts",
    find: "if (others.length === 0 && excess <= 0) return",
    replace: "if (known.length === 0 || (others.length === 0 && excess <= 0)) return",
  },
  {
    name: "duplicate-after-done-ignored",
    promise: "Done means exactly one Rail: a second one with its tag quarantines both",
    file: "request/rules/outcome/decide-found.ts",
    find: `    case "created":
    case "verified":
    case "done":
    case "quarantined":
    case "denied":`,
    replace: `    case "done":
      return refuse("not-now");
    case "created":
    case "verified":
    case "quarantined":
    case "denied":`,
  },
  {
    name: "rail-without-id-taken",
    promise: "A created Rail without an id is looked for by its tag",
    file: "request/rules/outcome/decide-found.ts",
    find: `      return isUsableId(rail.id)
        ? accept(around, {
            type: "created",
            railId: rail.id,`,
    replace: `      return isUsableId(rail.id) || rail.id === null
        ? accept(around, {
            type: "created",
            railId: rail.id ?? "null",`,
  },
  {
    name: "outcome-of-any-attempt",
    promise: "An outcome changes only its own attempt",
    file: "request/rules/outcome/decide-sending.ts",
    find: "if (!isOpen || attempt !== request.attempt) return",
    replace: "if (!isOpen) return",
  },
  {
    name: "attempts-share-a-number",
    promise: "Attempts are numbered, so that an outcome changes only its own",
    file: "request/rules/decide-claim.ts",
    find: "attempt: request.attempt + 1,",
    replace: "attempt: Math.max(request.attempt, 1),",
  },
  {
    name: "withdrawn-while-sending",
    promise: "What is being sent can no longer be withdrawn, voided or expire",
    file: "request/rules/status.ts",
    find: `traitsOf(request).phase === "waiting";`,
    replace: `["pending", "approved", "blocked", "sending"].includes(request.state.status);`,
  },
  {
    name: "claim-although-frozen",
    promise: "While sending is frozen nothing is posted, in no replica",
    file: "request/rules/decide-claim.ts",
    find: `  if (around.isFrozen && row.isHeldByFreeze) return refuse("frozen");
`,
    replace: "",
    also: [
      {
        file: "request/send-once.ts",
        find: 'return frozen ? "frozen" : undefined;',
        replace: "return frozen ? undefined : undefined;",
      },
    ],
  },
  {
    name: "restore-not-noticed",
    promise: "After a restore of the database nothing is sent until people have said so",
    file: "request/freezing/restored.ts",
    find: "const lost = marks.filter((_, index) => !known[index]);",
    replace: "const lost = marks.filter((_, index) => !known[index] && marks.length > 1);",
  },
  {
    name: "marker-kept-too-early",
    promise: "The marker outside the database knows of the claim before its POST goes out",
    file: "request/freezing/restored.ts",
    find: "const isKept = marks.length === 1 && marks[0]?.hash === last?.hash;",
    replace: "const isKept = (marks[0]?.sequence ?? 0) + 1 >= (last?.sequence ?? 0);",
  },
  {
    name: "resumed-by-one",
    promise: "What one approver has frozen goes on only with a quorum",
    file: "request/freezing/rules/decide-freeze.ts",
    find: "const missing = stillMissing(active, policy, roster);\n  if (missing === undefined) {",
    replace: "const missing = stillMissing(active, policy, roster);\n  if (active.length > 0) {",
  },
  {
    name: "sweep-leaves-out-unknown",
    promise: "No request is stuck whose jobs were all lost",
    file: "request/queries/find-requests.ts",
    find: `    .select(["id", "requests.workspace_id", "next_step_at"])`,
    replace: `    .select(["id", "requests.workspace_id", "next_step_at"])
    .where("status", "!=", "unknown")`,
  },
  {
    name: "sweep-leaves-out-verified",
    promise: "No request is stuck whose jobs were all lost",
    file: "request/queries/find-requests.ts",
    find: `    .select(["id", "requests.workspace_id", "next_step_at"])`,
    replace: `    .select(["id", "requests.workspace_id", "next_step_at"])
    .where("status", "!=", "verified")`,
  },
  {
    name: "clock-believed-by-the-sweep",
    promise: "A clock that was far ahead holds nothing up once it is back",
    file: "request/queries/find-requests.ts",
    find: `        eb.and([eb("next_step_at", ">", new Date(beyond)), eb("status", "!=", "pending")]),
`,
    replace: "",
  },
  {
    name: "clock-believed-by-the-services",
    promise: "A clock that was far ahead holds nothing up once it is back",
    file: "request/rules/outcome/pauses.ts",
    find: "return around.now >= time || time > latestEnd(around);",
    replace: "return around.now >= time;",
  },
  {
    name: "blocked-for-ever",
    promise: "What waits for a token goes on by itself, or expires",
    file: "request/send-once.ts",
    find: "if (!isReleased(state)) return false;",
    replace: `if (state.status !== "approved") return false;`,
  },
  {
    name: "audit-of-the-last-event-only",
    promise: "Every transition is in the audit",
    file: "request/record-history.ts",
    find: "const [first, ...more] = entries;",
    replace: "const [first, ...more] = entries.slice(-1);",
  },
  {
    name: "card-newer-than-drawn",
    promise: "The card shows the last state of its request",
    file: "request/posting/draw-card.ts",
    find: "const card = { channelId, ts, version, freeze, redrawAt };",
    replace: `const ofRequest = db.selectFrom("requests").select("version").where("id", "=", ref.requestId);
  const newest = (await ofRequest.executeTakeFirst())?.version ?? version;
  const card = { channelId, ts, version: newest, freeze, redrawAt };`,
  },
  {
    name: "late-update-forgotten",
    promise:
      "The card shows the last state of its request, also where an earlier update lands last",
    file: "request/posting/draw-card.ts",
    find: "if (error instanceof MessengerError && error.isRefusal)",
    replace: "if (error instanceof MessengerError)",
  },
  {
    name: "deleted-card-not-missed",
    promise: "No request expires unseen because somebody has deleted its card",
    file: "request/posting/watch-cards.ts",
    find: `!== "gone") continue;`,
    replace: `!== "not-known") continue;`,
  },
  {
    name: "second-alarm-missing",
    promise: "People are called to every alarm, also to the second one of a request",
    file: "request/posting/raise-alarm.ts",
    find: "if (raised && raised.version >= request.version) return;",
    replace: "if (raised && request.version > 0) return;",
  },
  {
    name: "redraw-left-to-the-sweep",
    promise: "What people see is true in time, not only after the next round of the sweep",
    file: "request/apply-command.ts",
    find: "  await tx.enqueue(isPassing ? { ...card, afterMs: PASSING_MS } : card);",
    replace: `  if (after.state.status !== "withdrawn") {
    await tx.enqueue(isPassing ? { ...card, afterMs: PASSING_MS } : card);
  }`,
  },
  {
    name: "expiry-not-looked-at",
    promise: "What was approved is not sent after it has expired",
    file: "request/rules/decide-claim.ts",
    find: `  if (around.now >= request.expiresAt) return accept(around, { type: "expired" });`,
    replace: `  if (request.state.status === "blocked" && around.now >= request.expiresAt) {
    return accept(around, { type: "expired" });
  }`,
  },
  {
    name: "digest-unchecked-at-the-claim",
    promise: "What is sent is what was approved, although somebody has changed the stored request",
    file: "request/rules/decide-claim.ts",
    find: "  if (!isIntact(request)) {",
    replace: "  if (!isIntact(request) && request.approvals.length === 0) {",
    // The row's code notices the same edit first.
    also: [
      {
        file: "request/in-doubt.ts",
        find: '  if (trust.doubted.some((each) => rowKey(each) === rowKey(row))) return "request";',
        replace: `  if (command.type === "claim") return "none";
  if (trust.doubted.some((each) => rowKey(each) === rowKey(row))) return "request";`,
      },
    ],
  },
  {
    name: "deactivated-approver-counts",
    promise: "A quorum is counted again when it is sent: only of people who are active then",
    file: "authority/quorum.ts",
    find: `if (standing !== "active" && standing !== "not-known") return standing;`,
    replace: "",
  },
  {
    name: "failed-look-up-lapses",
    promise: "Nobody's approval lapses because Slack did not answer",
    file: "authority/quorum.ts",
    find: "inDoubt.push(by);",
    replace: `dropped.push({ by, because: "not-named" });`,
  },
  {
    name: "address-not-compared",
    promise:
      "A Rail that leads elsewhere than approved is quarantined, and its instructions are withheld",
    file: "request/rules/outcome/attestation.ts",
    find: `"destination.wallet.address": wallet?.address ?? null,`,
    replace: `"destination.wallet.address": spec.destination.wallet.address,`,
  },
  {
    name: "entry-point-not-compared",
    promise: "A Rail whose entry point is not the issued one is quarantined",
    file: "request/rules/outcome/attestation.ts",
    find: "entryPointFields(issued), entryPointFields(found)",
    replace: "entryPointFields(issued), entryPointFields(issued)",
  },
  {
    name: "instructions-of-the-quarantined-stay",
    promise: "What says how to pay into a Rail is taken back when that is quarantined later",
    file: "rail/instructions/withdraw-instructions.ts",
    find: "if (posted && posted.version >= request.version) return;",
    replace: "if (posted && posted.version >= 0) return;",
  },
  {
    name: "tag-left-out-with-reference",
    promise: "Every Rail that is sent for carries the tag of its request",
    file: "rail/creating/post-rail.ts",
    find: "reference === null ? [tag] : [tag, reference]",
    replace: "[reference ?? tag]",
  },
  {
    name: "own-rail-is-news",
    promise: "Nobody is told that a Rail of ours was made elsewhere",
    file: "rail/creating/tell-of-unapproved.ts",
    find: `if (owned.has(rail.requestId ?? "")) continue;`,
    replace: "",
    // Either check alone notices.
    also: [
      {
        file: "request/queries/rails/seen-rails.ts",
        find: `.where("request_rails.rail_id", "is", null)
    .orderBy("seen_rails.moment")`,
        replace: `.orderBy("seen_rails.moment")`,
      },
    ],
  },
  {
    name: "unread-rail-is-missing",
    promise: "Nobody is told that a Rail vanished which was only not read",
    file: "rail/creating/watch-rails.ts",
    find: "shown?.has(railId) === false",
    replace: "shown?.has(railId) !== true",
  },
];
