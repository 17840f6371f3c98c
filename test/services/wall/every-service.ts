import { randomUUID } from "node:crypto";
import type { ChangeRequest } from "../../../src/domain/change-request.ts";
import { isRailRequest } from "../../../src/domain/change-request.ts";
import type { Destination } from "../../../src/domain/destination.ts";
import { detailsOf, paymentDetailOf, serviceIdOf } from "../../../src/domain/destination.ts";
import type { Rail } from "../../../src/domain/rail.ts";
import { applyCommand, recordHistory } from "../../../src/services/apply-command.ts";
import { applySetupChange } from "../../../src/services/apply-setup-change.ts";
import { askPolicy } from "../../../src/services/ask-policy.ts";
import { askSetupChange, draftSetupChange } from "../../../src/services/ask-setup-change.ts";
import { changeRegister } from "../../../src/services/change-register.ts";
import { checkPaymentDetails } from "../../../src/services/check-payment-details.ts";
import { checkToken } from "../../../src/services/check-token.ts";
import { chooseChannel } from "../../../src/services/choose-channel.ts";
import { circumstances } from "../../../src/services/circumstances.ts";
import { connect } from "../../../src/services/connect.ts";
import { createRail } from "../../../src/services/create-rail.ts";
import {
  approveRequest,
  confirmRemedy,
  denyRequest,
  proposeRemedy,
  questionFor,
  withdrawRequest,
} from "../../../src/services/decide-request.ts";
import { draftDestination } from "../../../src/services/draft-destination.ts";
import { draftRail } from "../../../src/services/draft-rail.ts";
import { enterToken } from "../../../src/services/enter-token.ts";
import {
  freezeAfterRestore,
  freezeIfRestored,
  freezeSending,
  keepMarker,
  resumeSending,
} from "../../../src/services/freeze.ts";
import { freezeFacts } from "../../../src/services/freeze-facts.ts";
import { healthOf, looksAfter } from "../../../src/services/health.ts";
import { installWorkspace, rememberWorkspace } from "../../../src/services/install-workspace.ts";
import { endWhatWaits, keepRegister } from "../../../src/services/keep-register.ts";
import { afterSetupChange, keepSetup } from "../../../src/services/keep-setup.ts";
import { linkRail } from "../../../src/services/link-rail.ts";
import { livingOf } from "../../../src/services/living.ts";
import { livingRules } from "../../../src/services/living-rules.ts";
import { lookAtToken, removeToken } from "../../../src/services/look-at-token.ts";
import { setupRight } from "../../../src/services/may-set-up.ts";
import {
  groupsOfRequester,
  policyFacts,
  policyOfAsking,
} from "../../../src/services/policy-facts.ts";
import type { Installations } from "../../../src/services/ports/installations.ts";
import type { RequestRef } from "../../../src/services/ports/request-ref.ts";
import { railFacts } from "../../../src/services/rail-facts.ts";
import { readRails } from "../../../src/services/read-rails.ts";
import { reconcileRail } from "../../../src/services/reconcile-rail.ts";
import { registerList } from "../../../src/services/register-list.ts";
import { rememberingRails } from "../../../src/services/remember-rails.ts";
import { removeApprover } from "../../../src/services/remove-approver.ts";
import { requestChange } from "../../../src/services/request-change.ts";
import { requestFacts } from "../../../src/services/request-facts.ts";
import { requestOfRail } from "../../../src/services/request-of-rail.ts";
import {
  everyoneNamed,
  rosterFor,
  rosterOfPolicy,
  whomToTell,
} from "../../../src/services/roster.ts";
import { savePolicy } from "../../../src/services/save-policy.ts";
import { savePolicyForm } from "../../../src/services/save-policy-form.ts";
import { scanRails } from "../../../src/services/scan-rails.ts";
import { seedDestination } from "../../../src/services/seed-destination.ts";
import { isToBeSent, sendOnce } from "../../../src/services/send-once.ts";
import { setDirectly } from "../../../src/services/set-directly.ts";
import { setupFacts } from "../../../src/services/setup-facts.ts";
import type { LinkDeps } from "../../../src/services/setup-link.ts";
import { newSetupLink, openSetupLink } from "../../../src/services/setup-link.ts";
import { showRail } from "../../../src/services/show-rail.ts";
import { tellOfRails } from "../../../src/services/tell-of-rails.ts";
import { tryToken } from "../../../src/services/try-token.ts";
import {
  endWaiting,
  leaveWorkspaces,
  uninstallWorkspace,
} from "../../../src/services/uninstall-workspace.ts";
import { valueFacts } from "../../../src/services/value-facts.ts";
import { readBack, verifyRail } from "../../../src/services/verify-rail.ts";
import { wakeForToken } from "../../../src/services/wake-for-token.ts";
import { whitelistDestination } from "../../../src/services/whitelist-destination.ts";
import { whomToRemind } from "../../../src/services/whom-to-remind.ts";
import type { ListenerDeps } from "../../../src/slack/listeners/deps.ts";
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

export type Deps = ListenerDeps & { installations: Installations } & LinkDeps;
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
  "apply-command timeOf": null,
  "apply-command applyCommand": byRef((deps, ref) => applyCommand(deps, ref, { type: "expire" })),
  "apply-command recordHistory": byRequest(({ store }, request) =>
    store.transaction((tx) => recordHistory(tx, request, [{ type: "requested", at: NOW }], ANA)),
  ),
  "apply-setup-change applySetupChange": byRef(applySetupChange),
  "ask-policy askPolicy": (deps, { workspaceId, theirs }) =>
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
  "ask-setup-change draftSetupChange": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      draftSetupChange(deps, { ...setting(workspaceId), askedIn: id, change: channelChange(id) }),
    ),
  "ask-setup-change askSetupChange": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      askSetupChange(deps, { ...setting(workspaceId), askedIn: id, change: channelChange(id) }),
    ),
  "change-register changeRegister": byRef(changeRegister),
  "check-payment-details checkPaymentDetails": ({ store }, { workspaceId, theirs }) =>
    each(theirs.destinations, (destination) =>
      checkPaymentDetails(store, workspaceId, paymentDetailOf(detailsOf(destination)).value),
    ),
  "check-token checkToken": async ({ store, railApis }, { workspaceId, connectionId }) =>
    checkToken({ store, rails: await railApis(workspaceId, connectionId) }, connectionId),
  "choose-channel chooseChannel": (deps, { workspaceId }) =>
    chooseChannel(deps, { ...setting(workspaceId), ...asked, channelId: "C0ACMES" }),
  "circumstances circumstances": byRequest(({ store }, request) =>
    circumstances(store, request, NOW),
  ),
  "connect connect": (deps, { workspaceId }) =>
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
  "connect sees": null,
  "create-rail createRail": byRef(createRail),
  "decide-request approveRequest": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id, digest }) =>
      approveRequest(deps, {
        ...click({ workspaceId, requestId: id }),
        ...{ digest, asked: null, typed: null },
      }),
    ),
  "decide-request questionFor": byRequest((deps, request) => questionFor(deps, request, BEN)),
  "decide-request denyRequest": byRef((deps, ref) =>
    denyRequest(deps, { ...click(ref), reason: "Reason" }),
  ),
  "decide-request withdrawRequest": byRef((deps, ref) => withdrawRequest(deps, click(ref, ANA))),
  "decide-request proposeRemedy": byRef((deps, ref) =>
    proposeRemedy(deps, { ...click(ref), remedy: close }),
  ),
  "decide-request confirmRemedy": byRef((deps, ref) =>
    confirmRemedy(deps, { ...click(ref), remedy: close }),
  ),
  "decide-request proposersOf": null,
  "draft-destination draftDestination": (deps, { workspaceId, theirs }) =>
    each(theirs.destinations, ({ id }) =>
      draftDestination(deps, workspaceId, ANA, {
        kind: "retire-destination",
        ...{ draftId: theirs.draft.id, askedIn: TREASURY, reason: "Reason", destinationId: id },
      }),
    ),
  "draft-destination retirementOf": null,
  "draft-digest draftDigest": null,
  "draft-rail draftRail": (deps, { workspaceId, theirs }) =>
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
  "each-workspace eachWorkspace": null,
  "each-workspace inPages": null,
  "each-workspace atATime": null,
  "enter-token enterToken": (deps, { theirs }) =>
    enterToken({ ...deps, ...deps.setup }, theirs.link, "somebody's"),
  "forget-left forgetLeft": null,
  "freeze-all freezeAllAfterRestore": null,
  "freeze-facts freezeFacts": (deps, { workspaceId }) => freezeFacts(deps, workspaceId),
  "freeze freezeSending": (deps, { workspaceId }) =>
    freezeSending(deps, { ...setting(workspaceId), reason: "Reason" }),
  "freeze resumeSending": async (deps, { workspaceId }) => {
    const { frozen } = await deps.store.currentFreeze(workspaceId);
    return resumeSending(deps, { ...setting(workspaceId), shown: frozen?.since ?? NOW });
  },
  "freeze freezeIfRestored": (deps, { workspaceId }) => freezeIfRestored(deps, workspaceId),
  "freeze keepMarker": (deps, { workspaceId }) => keepMarker(deps, workspaceId),
  "freeze freezeAfterRestore": (deps, { workspaceId }) => freezeAfterRestore(deps, workspaceId),
  "health healthOf": (deps, { workspaceId }) => healthOf(deps, workspaceId),
  "health looksAfter": async (deps, { workspaceId }) =>
    looksAfter(deps, workspaceId, await deps.store.policyInForce(workspaceId), BEN),
  "is-key-missing isKeyMissing": null,
  "keep-markers markerKeeping": null,
  "keep-register keepRegister": byRequest(({ store }, request) =>
    store.transaction((tx) => keepRegister(tx, request, [{ type: "approved", at: NOW }])),
  ),
  "keep-register endWhatWaits": ({ store }, { connectionId, theirs }) =>
    each(theirs.destinations, (destination) =>
      store.transaction((tx) => endWhatWaits(tx, connectionId, serviceIdOf(destination))),
    ),
  "keep-setup keepSetup": byRequest(({ store }, request) =>
    store.transaction((tx) => keepSetup(tx, request, [{ type: "approved", at: NOW }])),
  ),
  "keep-setup afterSetupChange": ({ store }, { workspaceId }) =>
    each(["change-policy", "change-channel", "change-connection"] as const, (kind) =>
      store.transaction((tx) => afterSetupChange(tx, workspaceId, kind)),
    ),
  "link-rail linkRail": (deps, { workspaceId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      each(theirs.rails, (rail) =>
        linkRail(deps, {
          ...click({ workspaceId, requestId: id }),
          railId: rail.id ?? "",
        }),
      ),
    ),
  "living-rules livingRules": async (deps, { workspaceId }) =>
    livingRules(deps, workspaceId, await deps.store.policyInForce(workspaceId)),
  "living livingOf": (deps, { workspaceId }) =>
    livingOf(deps, workspaceId, { approvers: [BEN], groups: ["S0ACMES"] }),
  "look-at-token lookAtToken": (deps, { workspaceId }) => lookAtToken(deps, workspaceId),
  "may-set-up setupRight": (deps, { workspaceId }) =>
    setupRight({ ...deps, ...deps.setup }, workspaceId, BEN),
  "outcome-of outcomeOf": null,
  "policy-facts policyFacts": byRequest(({ store }, { connectionId, content }) =>
    policyFacts(store, connectionId, content.change, []),
  ),
  "policy-facts groupsOfRequester": async (deps, { workspaceId }) =>
    groupsOfRequester(deps, workspaceId, ANA, await deps.store.policyInForce(workspaceId)),
  "policy-facts areAllKnown": null,
  "policy-facts policyOfAsking": byRequest((deps, { workspaceId, connectionId, content }) =>
    policyOfAsking(deps, {
      ...{ workspaceId, connectionId, requesterId: ANA, change: content.change },
    }),
  ),
  "rail-facts railFacts": handedAll((deps, { workspaceId, connectionId, theirs }) =>
    each(theirs.rails, (rail) => railFacts(deps, workspaceId, connectionId, rail)),
  ),
  "read-rails readRails": (deps, { workspaceId }) => readRails(deps, workspaceId),
  "reconcile-rail reconcileRail": byRef(reconcileRail),
  "register-entries sortedEntries": null,
  "register-entries isShown": null,
  "register-list registerList": (deps, { workspaceId, theirs }) =>
    each([null, ...theirs.destinations.map(serviceIdOf)], (search) =>
      registerList(deps, workspaceId, { filter: "all", search, page: 1 }, 10),
    ),
  "remember-rails rememberingRails": async (deps, { workspaceId, connectionId, theirs }) => {
    const api = await deps.railApis(workspaceId, connectionId);
    const rails = rememberingRails(deps, workspaceId, connectionId, api);
    return each(theirs.rails, ({ id }) => rails.getRail(id ?? "").catch(() => "no such Rail"));
  },
  "remove-approver removeApprover": (deps, { workspaceId }) =>
    removeApprover(deps, { ...setting(workspaceId), userId: CAL }),
  "request-change requestChange": (deps, { workspaceId, theirs: { draft } }) =>
    requestChange(deps, {
      ...{ workspaceId, draftId: draft.id, digest: draft.digest },
      ...{ by: ANA, delivery: deliveryIn(workspaceId) },
    }),
  "request-facts requestFacts": byRequest(requestFacts),
  "request-of-rail requestOfRail": ({ store }, { connectionId, theirs }) =>
    each(theirs.rails, ({ id }) => requestOfRail(store, connectionId, id ?? "")),
  "roster rosterFor": byRequest((deps, request) => rosterFor(deps, request, [ANA])),
  "roster rosterOfPolicy": async (deps, { workspaceId }) =>
    rosterOfPolicy(deps, workspaceId, await deps.store.policyInForce(workspaceId), [ANA]),
  "roster whomToTell": byRequest((deps, { workspaceId, policy }) =>
    whomToTell(deps, workspaceId, policy),
  ),
  "roster everyoneNamed": async (deps, { workspaceId }) =>
    everyoneNamed(deps, workspaceId, await deps.store.policyInForce(workspaceId)),
  "save-policy-form savePolicyForm": (deps, { workspaceId }) =>
    savePolicyForm(deps, {
      ...setting(workspaceId),
      ...asked,
      form: {
        ...{ approvers: [BEN, CAL], groups: ["S0ACMES"], approvalsRequired: 2 },
        ...{ destinationApprovalsRequired: null, coolDownHours: 0 },
        ...{ expiresInHours: 24, remindAfterHours: [] },
      },
    }),
  "save-policy savePolicy": (deps, { workspaceId }) =>
    savePolicy(deps, { ...setting(workspaceId), ...asked, document, mayBeSet: true }),
  "scan-rails scanRails": byRequest(async (deps, request) => {
    const { workspaceId, connectionId } = request;
    if (!isRailRequest(request)) return undefined;
    return scanRails(deps, request, await deps.railApis(workspaceId, connectionId));
  }),
  "scan-rails lookTrouble": null,
  "seed-destination seedDestination": (deps, { workspaceId, theirs }) =>
    each(theirs.destinations, (destination) =>
      seedDestination(deps, workspaceId, { name: "Seeded", details: detailsOf(destination) }),
    ),
  "send-once sendOnce": byRequest((deps, request) =>
    sendOnce(deps, { workspaceId: request.workspaceId, requestId: request.id }, request, () => {
      throw new Error("Nothing of theirs is sent");
    }),
  ),
  "send-once isToBeSent": byRequest((deps, request) =>
    isToBeSent(deps, { workspaceId: request.workspaceId, requestId: request.id }, request),
  ),
  "set-directly setDirectly": (deps, { workspaceId }) =>
    setDirectly(deps, setting(workspaceId), async () => undefined),
  "setup-facts setupFacts": (deps, { workspaceId }) => setupFacts(deps, workspaceId),
  "setup-facts missingParts": null,
  "setup-facts isSetUp": null,
  "setup-link newSetupLink": (deps, { workspaceId, theirs }) =>
    each(deps.setup.offered, (api) =>
      newSetupLink(
        deps,
        { workspaceId, userId: BEN, userName: "ben", reason: "", viewId: theirs.draft.id, api },
        api.name.repeat(9),
      ),
    ),
  "setup-link openSetupLink": (deps, { theirs }) => openSetupLink(deps, theirs.link),
  "show-rail showRail": (deps, { workspaceId, theirs }) =>
    each(theirs.rails, ({ id }) =>
      showRail(deps, workspaceId, id ?? "").catch(() => "no such Rail"),
    ),
  // A chore for whichever request is due: its jobs name the workspace.
  "sweep sweep": null,
  "tell-of-rails tellOfRails": handedAll((deps, { workspaceId, connectionId, theirs }) => {
    const shown = new Map(
      theirs.requests.map(({ id: requestId }) => [
        requestId,
        theirs.rails.map((rail) => {
          return { id: rail.id, requestId, isWanted: true, text: JSON.stringify(rail) };
        }),
      ]),
    );
    return tellOfRails(deps, { workspaceId, connectionId }, shown);
  }),
  "token-text readToken": null,
  "try-token tryToken": (deps, { workspaceId }) => tryToken(deps, workspaceId),
  "uninstall-workspace endWaiting": (deps, { workspaceId }) => endWaiting(deps, workspaceId),
  "uninstall-workspace leaveWorkspaces": (deps, { workspaceId, theirs }) =>
    leaveWorkspaces(deps, {
      id: workspaceId,
      appId: "A0SIGNAL1",
      at: after({ days: 9 }),
      workspaceIds: theirs.requests.map((request) => request.workspaceId),
    }),
  "wake-for-token wakeForToken": ({ store }, { workspaceId, connectionId }) =>
    store.transaction((tx) => wakeForToken(tx, workspaceId, connectionId)),
  "value-facts valueFacts": ({ store }, { connectionId, theirs }) =>
    each(theirs.destinations, (destination) =>
      valueFacts(store, connectionId, detailsOf(destination)),
    ),
  "verify-rail verifyRail": byRef(verifyRail),
  "verify-rail readBack": (deps, { workspaceId, connectionId, theirs }) =>
    each(theirs.requests, ({ id }) =>
      each(theirs.rails, (rail) =>
        readBack(deps, { workspaceId, requestId: id }, connectionId, rail.id ?? ""),
      ),
    ),
  "verify-rail railOrNull": null,
  "walk-rails walkRails": null,
  "walk-rails shownRail": null,
  "whitelist-at-service whitelistAtService": null,
  "whitelist-destination whitelistDestination": byRef(whitelistDestination),
  "whom-to-remind whomToRemind": byRequest((deps, request) =>
    whomToRemind(deps, request, request.policy),
  ),
  // At the end: after these there is not much left of Globex.
  "look-at-token removeToken": (deps, { workspaceId }) => removeToken(deps, setting(workspaceId)),
  "install-workspace installWorkspace": (deps, { workspaceId }) =>
    installWorkspace({ ...deps, isRemoved: async () => false }, anInstallation(workspaceId)),
  "install-workspace rememberWorkspace": (deps, { workspaceId }) =>
    rememberWorkspace(deps, { id: workspaceId, name: "Globex" }, null),
  "uninstall-workspace uninstallWorkspace": (deps, { workspaceId }) =>
    uninstallWorkspace(deps, { id: workspaceId, appId: "A0SIGNAL1", at: after({ days: 9 }) }),
};
