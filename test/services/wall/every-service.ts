import { randomUUID } from "node:crypto";
import { checkPaymentDetails } from "../../../src/check/payment-check.ts";
import { draftDestination } from "../../../src/destination/draft-destination.ts";
import { whitelistDestination } from "../../../src/destination/post-destination.ts";
import { destinationList } from "../../../src/destination/register/destination-list.ts";
import {
  findRegisterRow,
  readRegister,
  refOf,
} from "../../../src/destination/register/register-list.ts";
import { endWhatWaits } from "../../../src/destination/register-change.ts";
import { seedDestination } from "../../../src/destination/seed-destination.ts";
import { freezeFacts } from "../../../src/freeze/freeze-facts.ts";
import { healthOf, looksAfter } from "../../../src/home/health-message.ts";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import type { Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import { askPolicy } from "../../../src/policy/ask-policy.ts";
import { livingOf, livingRules } from "../../../src/policy/living.ts";
import { savePolicy } from "../../../src/policy/save-policy.ts";
import { removeApprover } from "../../../src/policy/screens/remove-approver.ts";
import { redrawAdoption } from "../../../src/rail/adopting/adoption-problem.ts";
import { createRail } from "../../../src/rail/creating/post-rail.ts";
import { readRails } from "../../../src/rail/creating/read-rails.ts";
import { reconcileRail } from "../../../src/rail/creating/reconcile-rail.ts";
import { rememberingRails } from "../../../src/rail/creating/remember-rails.ts";
import { lookForRail, scanRails } from "../../../src/rail/creating/scan-rails.ts";
import { lookShort } from "../../../src/rail/creating/short-look.ts";
import { newsIn, tellOfRails } from "../../../src/rail/creating/tell-of-rails.ts";
import { tellOfUnapproved } from "../../../src/rail/creating/tell-of-unapproved.ts";
import { linkRail, readBack, verifyRail } from "../../../src/rail/creating/verify-rail.ts";
import { tellOfChanges } from "../../../src/rail/creating/watch-rails.ts";
import { awaitedValue } from "../../../src/rail/screens/destination-options.ts";
import { chosenDestination, draftRail } from "../../../src/rail/screens/draft-rail.ts";
import { railList } from "../../../src/rail/screens/list.ts";
import { railFacts, requestOfRail } from "../../../src/rail/screens/rail-facts.ts";
import { showRail } from "../../../src/rail/screens/show.ts";
import { applyCommand } from "../../../src/request/apply-command.ts";
import { requestFacts } from "../../../src/request/card/request-facts.ts";
import { carryOut } from "../../../src/request/carry-out.ts";
import { circumstances } from "../../../src/request/circumstances.ts";
import type { Context } from "../../../src/request/context.ts";
import {
  approveRequest,
  askRequester,
  confirmRemedy,
  denyRequest,
  proposeRemedy,
  questionFor,
  withdrawRequest,
} from "../../../src/request/decide-request.ts";
import {
  freezeByItself,
  freezeSending,
  resumeSending,
} from "../../../src/request/freezing/freeze.ts";
import {
  freezeAfterRestore,
  freezeIfRestored,
  keepMarker,
} from "../../../src/request/freezing/restored.ts";
import type { List } from "../../../src/request/list/list.ts";
import { listAnswer } from "../../../src/request/list/narrow.ts";
import { requestList } from "../../../src/request/list/requests-list.ts";
import {
  groupsOfRequester,
  policyFacts,
  policyOfAsking,
} from "../../../src/request/policy-facts.ts";
import { remindApprovers, whomToRemind } from "../../../src/request/posting/remind-approvers.ts";
import { findCurrentConnection, findPolicy } from "../../../src/request/queries/companies.ts";
import { findFreeze } from "../../../src/request/queries/freezes.ts";
import { recordHistory } from "../../../src/request/record-history.ts";
import { requestChange } from "../../../src/request/request-change.ts";
import type { ChangeRequest } from "../../../src/request/rules/change-request.ts";
import { isRailRequest } from "../../../src/request/rules/change-request.ts";
import type { Destination } from "../../../src/request/rules/destination.ts";
import { detailsOf, paymentDetailOf, serviceIdOf } from "../../../src/request/rules/destination.ts";
import { tagText } from "../../../src/request/rules/outcome/tag.ts";
import { isToBeSent, sendOnce } from "../../../src/request/send-once.ts";
import {
  everyoneNamed,
  rosterFor,
  rosterOfPolicy,
  whomToTell,
} from "../../../src/request/who-is.ts";
import { askToCarryOver } from "../../../src/workspace/connection/carry-over.ts";
import { canBeAsked, connect } from "../../../src/workspace/connection/connect.ts";
import { enterToken } from "../../../src/workspace/connection/enter-token.ts";
import { lookAtToken, removeToken } from "../../../src/workspace/connection/look-at-token.ts";
import { hasToHold, ownerOfToken } from "../../../src/workspace/connection/prove-owner.ts";
import type { Linking } from "../../../src/workspace/connection/setup-link.ts";
import { newSetupLink, openSetupLink } from "../../../src/workspace/connection/setup-link.ts";
import {
  endWaiting,
  leaveWorkspaces,
  uninstallWorkspace,
} from "../../../src/workspace/install/app-removed.ts";
import type { Installations } from "../../../src/workspace/install/create-installations.ts";
import {
  installWorkspace,
  rememberWorkspace,
} from "../../../src/workspace/install/install-workspace.ts";
import {
  askSetupChange,
  draftSetupChange,
  setDirectly,
} from "../../../src/workspace/set-up/ask-setup-change.ts";
import { installerWhoMaySetUp, whyNoRight } from "../../../src/workspace/set-up/gates.ts";
import { chooseChannel } from "../../../src/workspace/set-up/set-up-channel.ts";
import { setupFacts } from "../../../src/workspace/set-up/setup-facts.ts";
import { afterSetupChange, wakeForToken } from "../../../src/workspace/set-up/setup-kind.ts";
import { anInstallation } from "../../support/an-installation.ts";
import { ANA, aChannelChange, after, BEN, CAL, NOW, TREASURY } from "../../support/builders.ts";

/** In whose name something is asked, and the ids that are handed in. */
export interface Asking {
  workspaceId: string;
  connectionId: string;
  theirs: Theirs;
}

/** Acme's. */
export interface Theirs {
  /** For each kind and state one. */
  requests: readonly ChangeRequest[];
  rails: readonly Rail[];
  destinations: readonly Destination[];
  draft: { id: string; digest: string };
  /** What a link of theirs carries, with another signature. */
  link: string;
}

export type Deps = Context & { installations: Installations } & Linking;
type Service = (deps: Deps, asking: Asking) => Promise<unknown>;

const each = <Of>(all: readonly Of[], work: (one: Of) => Promise<unknown>) =>
  Promise.all(all.map(work));

/** Those who are handed what was read before, so that they know it already. */
const knowing = new WeakSet<Service>();
function handedAll(service: Service): Service {
  knowing.add(service);
  return service;
}

/** What of Acme a service learns from its arguments alone. */
export function carriedTo(service: Service, { theirs }: Asking): string {
  const { requests, rails, destinations, draft } = theirs;
  const ids = [requests, rails, destinations].flatMap((all) => all.map(({ id }) => id));
  return JSON.stringify(knowing.has(service) ? theirs : [ids, draft.id]);
}

/** Each of their Rails, with the tag of each of their requests. */
const tagged = ({ requests, rails }: Theirs): Rail[] =>
  requests.flatMap(({ id: requestId, digest }) =>
    rails.map((rail) => ({ ...rail, metadata: [tagText({ requestId, digest })] })),
  );

/** Named by a ref, as listeners and jobs name a request. */
const byRef =
  (work: (deps: Deps, ref: RequestRef) => Promise<unknown>): Service =>
  (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id }) => work(deps, { workspaceId, requestId: id }));

/** The request itself, with Globex's name written over Acme's. */
const byRequest = (work: (deps: Deps, request: ChangeRequest) => Promise<unknown>): Service =>
  handedAll((deps, { workspaceId, connectionId, theirs }) =>
    each(theirs.requests, (request) => work(deps, { ...request, workspaceId, connectionId })),
  );

/** As Slack's deliveries are known, which are the same list for all workspaces. */
const deliveryIn = (workspaceId: string) => `effect:${workspaceId}:${randomUUID()}`;
const click = (ref: RequestRef, by = BEN) => ({ ...ref, ...setting(ref.workspaceId), by });
const setting = (workspaceId: string) => {
  return { workspaceId, by: BEN, delivery: deliveryIn(workspaceId) };
};
const document = { rules: [], coolDownHours: 0 };
const asked = { askedIn: TREASURY, from: 1, reason: "Reason" };
const channelChange = (from: string) => aChannelChange({ from, channelId: "C0EVIL" });
const close = { type: "close" } as const;

/**
 * Every function that the services export, by file and name. Null where it is handed no id, or does what it does for each
 * workspace in that workspace's name.
 */
export const EVERY_SERVICE: Record<string, Service | null> = {
  "request/apply-command timeOf": null,
  "request/apply-command applyCommand": byRef((deps, ref) =>
    applyCommand(deps, ref, { type: "expire" }),
  ),
  "request/record-history recordHistory": byRequest(({ transaction }, request) =>
    transaction((tx) => recordHistory(tx, request, [{ type: "requested", at: NOW }], ANA)),
  ),
  "request/carry-out carryOut": byRef(carryOut),
  "policy/ask-policy askPolicy": (deps, { workspaceId, theirs }) =>
    each(theirs.destinations, (destination) =>
      askPolicy(deps, workspaceId, {
        kind: "create-rail",
        type: "ON_RAMP",
        assets: ["GBP"],
        network: null,
        destination: serviceIdOf(destination),
        isFirstUse: null,
        requesterId: ANA,
      }),
    ),
  "workspace/set-up/ask-setup-change draftSetupChange": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      draftSetupChange(deps, { ...setting(workspaceId), askedIn: id, change: channelChange(id) }),
    ),
  "workspace/set-up/ask-setup-change askSetupChange": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      askSetupChange(deps, { ...setting(workspaceId), askedIn: id, change: channelChange(id) }),
    ),
  "check/payment-check paymentCheck": null,
  "check/payment-check checkPaymentDetails": ({ db }, { workspaceId, theirs }) =>
    each(theirs.destinations, (destination) =>
      checkPaymentDetails(db, workspaceId, paymentDetailOf(detailsOf(destination)).value),
    ),
  "workspace/connection/prove-owner ownerOfToken": async (
    { db, seal, railApis },
    { workspaceId, connectionId },
  ) => {
    const found = [await findCurrentConnection(db, workspaceId)];
    const rails = await railApis(workspaceId, connectionId);
    return ownerOfToken({ db, seal }, rails, { workspaceId, token: "another-token", found });
  },
  "workspace/connection/prove-owner hasToHold": async ({ db }, { workspaceId }) =>
    hasToHold(db, workspaceId, await findCurrentConnection(db, workspaceId), "none"),
  "workspace/set-up/set-up-channel chooseChannel": (deps, { workspaceId }) =>
    chooseChannel(deps, { ...setting(workspaceId), ...asked, channelId: "C0ACMES" }),
  "request/circumstances circumstances": byRequest(({ db, pins }, request) =>
    circumstances({ db, pins }, request, NOW),
  ),
  "workspace/connection/connect connectedSentence": null,
  "workspace/connection/connect connect": (deps, { workspaceId }) =>
    each(deps.setup.offered, (api) =>
      connect(
        { ...deps, ...deps.setup },
        {
          ...setting(workspaceId),
          ...{ api, token: "somebody's", reason: "Reason" },
        },
      ),
    ),
  // A client of the service is handed in.
  "workspace/connection/prove-owner sees": null,
  "workspace/connection/connect canBeAsked": (deps, { workspaceId }) =>
    canBeAsked(deps, workspaceId),
  "workspace/connection/carry-over askToCarryOver": (deps, { workspaceId }) =>
    askToCarryOver(deps, setting(workspaceId)),
  // Words.
  "workspace/connection/carry-over carryOverSentence": null,
  "rail/creating/post-rail createRail": byRef(createRail),
  "request/decide-request approveRequest": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id, digest }) =>
      approveRequest(deps, {
        ...click({ workspaceId, requestId: id }),
        ...{ digest, asked: null, typed: null },
      }),
    ),
  "request/decide-request questionFor": byRequest((deps, request) =>
    questionFor(deps, request, BEN),
  ),
  "request/decide-request denyRequest": byRef((deps, ref) =>
    denyRequest(deps, { ...click(ref), reason: "Reason" }),
  ),
  "request/decide-request askRequester": byRef((deps, ref) =>
    askRequester(deps, { ...click(ref), question: "Question" }),
  ),
  "request/decide-request withdrawRequest": byRef((deps, ref) =>
    withdrawRequest(deps, click(ref, ANA)),
  ),
  "request/decide-request proposeRemedy": byRef((deps, ref) =>
    proposeRemedy(deps, { ...click(ref), remedy: close, asked: "" }),
  ),
  "request/decide-request confirmRemedy": byRef((deps, ref) =>
    confirmRemedy(deps, { ...click(ref), remedy: close, asked: "" }),
  ),
  "request/decide-request proposersOf": null,
  "destination/draft-destination draftDestination": (deps, { workspaceId, theirs }) =>
    each(theirs.destinations, ({ id }) =>
      draftDestination(deps, workspaceId, ANA, {
        kind: "retire-destination",
        ...{ draftId: theirs.draft.id, askedIn: TREASURY, reason: "Reason", destinationId: id },
      }),
    ),
  "destination/draft-destination retirementOf": null,
  "rail/screens/draft-rail chosenDestination": ({ db }, { workspaceId, connectionId, theirs }) =>
    each(
      [
        ...theirs.destinations.map(({ id }) => id),
        ...theirs.requests.map(({ id }) => awaitedValue(id)),
      ],
      (chosen) => chosenDestination(db, { workspaceId, connectionId }, chosen),
    ),
  "rail/screens/draft-rail draftRail": (deps, { workspaceId, theirs }) =>
    each(theirs.destinations, ({ id, kind }) =>
      draftRail(deps, workspaceId, ANA, {
        draftId: theirs.draft.id,
        askedIn: TREASURY,
        type: kind === "wallet" ? "ON_RAMP" : "OFF_RAMP",
        ...{ name: "Float", reason: "Reason", reference: null },
        ...{ fiatAsset: "GBP", stablecoin: "GBPA", network: "SOLANA_DEVNET" },
        ...{ destinationId: id, wantsAnother: true },
      }),
    ),
  "request/each-workspace eachWorkspace": null,
  "request/each-workspace everyWorkspace": null,
  "request/each-workspace inPages": null,
  "request/each-workspace atATime": null,
  "workspace/connection/enter-token enterToken": (deps, { theirs }) =>
    enterToken({ ...deps, ...deps.setup }, theirs.link, "somebody's"),
  "workspace/install/app-removed forgetLeft": null,
  "request/freezing/restored freezeAllAfterRestore": null,
  "request/freezing/freeze freezeByItself": (deps, { workspaceId }) =>
    freezeByItself(deps, workspaceId, "Somebody changed it."),
  "freeze/freeze-facts freezeFacts": (deps, { workspaceId }) => freezeFacts(deps, workspaceId),
  "request/freezing/freeze freezeSending": (deps, { workspaceId }) =>
    freezeSending(deps, { ...setting(workspaceId), reason: "Reason" }),
  "request/freezing/freeze resumeSending": async (deps, { workspaceId }) => {
    const { frozen } = await findFreeze(deps.db, workspaceId);
    return resumeSending(deps, { ...setting(workspaceId), shown: frozen?.since ?? NOW });
  },
  "request/freezing/restored freezeIfRestored": (deps, { workspaceId }) =>
    freezeIfRestored(deps, workspaceId),
  "request/freezing/restored keepMarker": (deps, { workspaceId }) => keepMarker(deps, workspaceId),
  "request/freezing/restored freezeAfterRestore": (deps, { workspaceId }) =>
    freezeAfterRestore(deps, workspaceId),
  "home/health-message healthOf": (deps, { workspaceId }) => healthOf(deps, workspaceId),
  "home/health-message looksAfter": async (deps, { workspaceId }) =>
    looksAfter(deps, workspaceId, await findPolicy(deps.db, workspaceId), BEN),
  "platform/database/store-error isKeyMissing": null,
  "platform/database/store-error isRowChanged": null,
  "freeze/restored-database markerKeeping": null,
  // Tried with the kinds that ask them.
  "destination/register-change openRequestAbout": null,
  "destination/register-change whyNotNew": null,
  "destination/register-change endWhatWaits": ({ transaction }, { connectionId, theirs }) =>
    each(theirs.destinations, (destination) =>
      transaction((tx) => endWhatWaits(tx, connectionId, serviceIdOf(destination))),
    ),
  "rail/adopting/adoption-problem adoptionRoute": null,
  "rail/adopting/adoption-problem problemWarning": null,
  "rail/adopting/adoption-problem redrawAdoption": ({ transaction }, { connectionId, theirs }) =>
    each(theirs.rails, ({ id }) => transaction((tx) => redrawAdoption(tx, connectionId, id ?? ""))),
  "workspace/set-up/setup-kind afterSetupChange": ({ transaction }, { workspaceId }) =>
    each(["change-policy", "change-channel", "change-connection"] as const, (kind) =>
      transaction((tx) => afterSetupChange(tx, workspaceId, kind)),
    ),
  "rail/creating/verify-rail linkRail": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      each(theirs.rails, (rail) =>
        linkRail(deps, {
          ...click({ workspaceId, requestId: id }),
          railId: rail.id ?? "",
        }),
      ),
    ),
  "policy/living livingRules": async (deps, { workspaceId }) =>
    livingRules(deps, workspaceId, await findPolicy(deps.db, workspaceId)),
  "policy/living everybodyIn": null,
  "policy/living livingOf": (deps, { workspaceId }) =>
    livingOf(deps, workspaceId, { approvers: [BEN], groups: ["S0ACMES"] }),
  "workspace/connection/look-at-token lookAtToken": (deps, { workspaceId }) =>
    lookAtToken(deps, workspaceId),
  "workspace/set-up/gates whyNoRight": (deps, { workspaceId }) =>
    whyNoRight({ ...deps, ...deps.setup }, workspaceId, BEN, "open-set-up"),
  "workspace/set-up/gates installerWhoMaySetUp": (deps, { workspaceId }) =>
    installerWhoMaySetUp({ ...deps, ...deps.setup }, workspaceId),
  "request/send-once outcomeOf": null,
  "request/policy-facts policyFacts": byRequest(({ db }, { connectionId, content }) =>
    policyFacts(db, connectionId, content.change, { rules: [] }, { isIn: [] }),
  ),
  "request/policy-facts groupsOfRequester": async (deps, { workspaceId }) =>
    groupsOfRequester(deps, workspaceId, ANA, await findPolicy(deps.db, workspaceId), "now"),
  "request/policy-facts areAllKnown": null,
  "request/policy-facts policyOfAsking": byRequest((deps, { workspaceId, connectionId, content }) =>
    policyOfAsking(deps, {
      ...{ workspaceId, connectionId, requesterId: ANA, change: content.change },
    }),
  ),
  "rail/screens/rail-facts railFacts": handedAll((deps, { workspaceId, connectionId, theirs }) =>
    each(theirs.rails, (rail) => railFacts(deps, workspaceId, connectionId, rail)),
  ),
  "rail/creating/read-rails readRails": (deps, { workspaceId }) => readRails(deps, workspaceId),
  "rail/creating/watch-rails tellOfChanges": (deps, { workspaceId }) =>
    tellOfChanges(deps, workspaceId, new Set()),
  "rail/creating/tell-of-unapproved tellOfUnapproved": (deps, { workspaceId }) =>
    tellOfUnapproved(deps, workspaceId),
  "rail/creating/short-look lookShort": (deps, { workspaceId, connectionId }) =>
    lookShort(deps, { workspaceId, connectionId }),
  "rail/creating/reconcile-rail reconcileRail": byRef(reconcileRail),
  "destination/register/register-list refOf": null,
  "destination/register/register-list factsOf": null,
  // Words, and what a button carries.
  "destination/register/register-list findRegisterRow": (deps, { workspaceId, theirs }) =>
    each(theirs.destinations, (destination) =>
      findRegisterRow(deps, workspaceId, refOf({ is: "registered", destination })),
    ),
  "destination/register/register-list readRegister": ({ db }, { workspaceId }) =>
    readRegister(db, workspaceId),
  "request/list/narrow listAnswer": (deps, { workspaceId, theirs }) =>
    each([railList, requestList, destinationList] as List[], (list) =>
      each(["all", ...theirs.destinations.map(serviceIdOf)], (words) =>
        listAnswer(deps, { workspaceId, userId: ANA }, list, words),
      ),
    ),
  // The binder's, which asks the one above.
  "request/list/narrow listCommand": null,
  "request/list/narrow listButtons": null,
  "request/list/narrow parseWords": null,
  "rail/creating/remember-rails rememberingRails": async (
    deps,
    { workspaceId, connectionId, theirs },
  ) => {
    const api = await deps.railApis(workspaceId, connectionId);
    const rails = rememberingRails(deps, workspaceId, connectionId, api);
    return each(theirs.rails, ({ id }) => rails.getRail(id ?? "").catch(() => "no such Rail"));
  },
  "policy/screens/remove-approver removeApprover": (deps, { workspaceId }) =>
    removeApprover(deps, { ...setting(workspaceId), userId: CAL }),
  "request/request-change requestChange": (deps, { workspaceId, theirs: { draft } }) =>
    requestChange(deps, {
      ...{ workspaceId, draftId: draft.id, digest: draft.digest },
      ...{ by: ANA, delivery: deliveryIn(workspaceId) },
    }),
  "request/card/request-facts requestFacts": byRequest(requestFacts),
  "rail/screens/rail-facts requestOfRail": ({ db }, { connectionId, theirs }) =>
    each(theirs.rails, ({ id }) => requestOfRail(db, connectionId, id ?? "")),
  "request/who-is rosterFor": byRequest((deps, request) => rosterFor(deps, request, [ANA])),
  "request/who-is rosterOfPolicy": async (deps, { workspaceId }) =>
    rosterOfPolicy(deps, workspaceId, await findPolicy(deps.db, workspaceId), [ANA], "now"),
  "request/who-is whomToTell": byRequest((deps, { workspaceId, policy }) =>
    whomToTell(deps, workspaceId, policy),
  ),
  "request/who-is everyoneNamed": async (deps, { workspaceId }) =>
    everyoneNamed(deps, workspaceId, await findPolicy(deps.db, workspaceId)),
  "policy/save-policy savePolicy": (deps, { workspaceId }) =>
    savePolicy(deps, { ...setting(workspaceId), ...asked, document }),
  "rail/creating/scan-rails scanRails": byRequest(async (deps, request) => {
    if (!isRailRequest(request)) return undefined;
    return scanRails(deps, request);
  }),
  "rail/creating/scan-rails lookForRail": byRequest(async (context, request) => {
    if (!isRailRequest(request)) return undefined;
    return lookForRail(context, request);
  }),
  "destination/seed-destination seedDestination": (deps, { workspaceId, theirs }) =>
    each(theirs.destinations, (destination) =>
      seedDestination(deps, workspaceId, { name: "Seeded", details: detailsOf(destination) }),
    ),
  "request/send-once sendOnce": byRequest((deps, request) =>
    sendOnce(deps, { workspaceId: request.workspaceId, requestId: request.id }, request, () => {
      throw new Error("Nothing of theirs is sent");
    }),
  ),
  "request/send-once isToBeSent": byRequest((deps, request) =>
    isToBeSent(deps, { workspaceId: request.workspaceId, requestId: request.id }, request),
  ),
  "workspace/set-up/ask-setup-change setDirectly": (deps, { workspaceId }) =>
    setDirectly(deps, setting(workspaceId), async () => undefined),
  "workspace/set-up/setup-facts setupFacts": (deps, { workspaceId }) =>
    setupFacts(deps, workspaceId),
  "workspace/set-up/setup-facts missingParts": null,
  "workspace/set-up/setup-facts isSetUp": null,
  "workspace/connection/setup-link newSetupLink": (deps, { workspaceId, theirs }) =>
    each(deps.setup.offered, (api) =>
      newSetupLink(
        deps,
        { workspaceId, userId: BEN, userName: "ben", reason: "", viewId: theirs.draft.id, api },
        api.name.repeat(9),
      ),
    ),
  "workspace/connection/setup-link openSetupLink": (deps, { theirs }) =>
    openSetupLink(deps, theirs.link),
  // These take no id of a workspace, or that of the click, which the wall around screens tries.
  "freeze/restored-database isPutBack": null,
  "freeze/restored-database openMarkerFiles": null,
  "freeze/restored-database rememberIdentity": null,
  "home/health-message health": null,
  "policy/screens/policy-told policyTold": null,
  "policy/screens/remove-approver approversRemoved": null,
  "policy/screens/remove-approver readRemoveApproverModal": null,
  "policy/screens/remove-approver removeApproverButton": null,
  "policy/screens/remove-approver removeApproverModal": null,
  "policy/screens/remove-approver submitApproverRemoval": null,
  "rail/screens/show unapprovedRail": null,
  "workspace/install/install-workspace createInstallationStore": null,
  "workspace/install/install-workspace toInstallation": null,
  "workspace/set-up/set-up-channel channelButton": null,
  "workspace/set-up/set-up-channel channelFaultSentence": null,
  "workspace/set-up/set-up-channel channelModal": null,
  "workspace/set-up/set-up-channel readChannelModal": null,
  "workspace/set-up/set-up-channel submitChannel": null,
  "workspace/set-up/gates pressed": null,
  "workspace/set-up/gates submitted": null,
  "workspace/set-up/gates whyNotYet": null,
  "workspace/set-up/gates whyRefused": null,
  // Each asks `showRail`, in the workspace of the click.
  "rail/screens/show openRail": null,
  "rail/screens/show showSimilarRail": null,
  "rail/screens/show showAnswer": null,
  "rail/screens/show railAnswer": null,
  "rail/screens/show showRail": (deps, { workspaceId, theirs }) =>
    each(theirs.rails, ({ id }) =>
      showRail(deps, workspaceId, id ?? "").catch(() => "no such Rail"),
    ),
  // A chore for whichever request is due: its jobs name the workspace.
  "request/sweep sweep": null,
  "rail/creating/tell-of-rails newsIn": (deps, { workspaceId, connectionId, theirs }) =>
    newsIn(deps.db, { workspaceId, connectionId }, tagged(theirs)).then(({ length }) => length),
  "rail/creating/tell-of-rails tellOfRails": handedAll(
    async (deps, { workspaceId, connectionId, theirs }) => {
      const rails = await deps.railApis(workspaceId, connectionId);
      const place = { workspaceId, connectionId };
      return tellOfRails(deps, place, tagged(theirs), { shown: new Set(), rails });
    },
  ),
  "workspace/connection/token-text readToken": null,
  "workspace/connection/token-text lastFourOf": null,
  "workspace/connection/look-at-token tokenLookSentence": null,
  "workspace/connection/setup-link createSetupLinks": null,
  "workspace/install/app-removed appRemoved": null,
  "workspace/install/app-removed endWaiting": (deps, { workspaceId }) =>
    endWaiting(deps, workspaceId),
  "workspace/install/app-removed leaveWorkspaces": (deps, { workspaceId, theirs }) =>
    leaveWorkspaces(deps, {
      id: workspaceId,
      appId: "A0SIGNAL1",
      at: after({ days: 9 }),
      workspaceIds: theirs.requests.map((request) => request.workspaceId),
    }),
  "workspace/set-up/setup-kind wakeForToken": ({ transaction }, { workspaceId, connectionId }) =>
    transaction((tx) => wakeForToken(tx, workspaceId, connectionId)),
  "rail/creating/verify-rail verifyRail": byRef(verifyRail),
  "rail/creating/verify-rail readBack": (deps, { workspaceId, connectionId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      each(theirs.rails, (rail) =>
        readBack(deps, { workspaceId, requestId: id }, connectionId, rail.id ?? ""),
      ),
    ),
  "rail/creating/verify-rail railOrNull": null,
  "rail/creating/walk-rails eachOnce": null,
  "rail/creating/walk-rails nameOf": null,
  "rail/creating/walk-rails walkRails": null,
  "destination/post-destination whitelistAtService": null,
  "destination/post-destination whitelistDestination": byRef(whitelistDestination),
  "request/posting/remind-approvers remindApprovers": byRef(remindApprovers),
  // Words.
  "request/posting/remind-approvers reminder": null,
  "request/posting/remind-approvers whomToRemind": byRequest((deps, request) =>
    whomToRemind(deps, request, request.policy),
  ),
  // At the end: after these there is not much left of Globex.
  "workspace/connection/look-at-token removeToken": (deps, { workspaceId }) =>
    removeToken(deps, setting(workspaceId)),
  "workspace/install/install-workspace installWorkspace": (deps, { workspaceId }) =>
    installWorkspace({ ...deps, isRemoved: async () => false }, anInstallation(workspaceId)),
  "workspace/install/install-workspace rememberWorkspace": (deps, { workspaceId }) =>
    rememberWorkspace(deps, { id: workspaceId, name: "Globex" }, null),
  "workspace/install/app-removed uninstallWorkspace": (deps, { workspaceId }) =>
    uninstallWorkspace(deps, { id: workspaceId, appId: "A0SIGNAL1", at: after({ days: 9 }) }),
};
