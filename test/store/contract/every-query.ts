import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import {
  addDestination,
  findDestination,
  findDestinationByDetails,
  findDestinationByServiceId,
  listDestinations,
  markDestination,
} from "../../../src/destination/queries.ts";
import { detailsOf } from "../../../src/destination/rules/destination.ts";
import { findHome, saveHome } from "../../../src/home/homes.ts";
import type { Db } from "../../../src/platform/database/schema.ts";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import { saveQuorumWatch } from "../../../src/policy/quorum-watch.ts";
import { isTagEchoed, listLatestRails } from "../../../src/rail/creating/known-rails.ts";
import {
  findLatestRailId,
  findSeenDestination,
  isRailMissing,
  listKnownValues,
  listRailsInto,
  listRailsSeenBefore,
  listUnregistered,
  listUntoldRails,
  noteRails,
  rememberRails,
} from "../../../src/rail/creating/seen-rails.ts";
import {
  appendAudit,
  findLastAudit,
  findLastEntry,
  hasEntry,
  listAudit,
} from "../../../src/request/queries/audit.ts";
import {
  countUnreadableRails,
  findCurrentConnection,
  findPolicy,
  findRailsReadAt,
  findWorkspaceName,
  isTokenKept,
  lockSetup,
  lockWorkspace,
  replaceUnreadable,
  saveCurrentConnection,
  saveRailsReadAt,
} from "../../../src/request/queries/companies.ts";
import {
  dropToken,
  findConnection,
  keepToken,
  listConnectionsAt,
  moveToken,
} from "../../../src/request/queries/connections.ts";
import type { Draft } from "../../../src/request/queries/drafts.ts";
import { lockDraft, saveDraft } from "../../../src/request/queries/drafts.ts";
import {
  countOpenRequests,
  countRailsInto,
  findOpenRequestAbout,
  findRequestsByRailIds,
  listAwaitedDestinations,
  listMindingFreeze,
  listOpenRequests,
  listWaitingRequestsInto,
} from "../../../src/request/queries/find-requests.ts";
import {
  listVanishedRails,
  lockVanishedRail,
  saveRuling,
} from "../../../src/request/queries/find-vanished.ts";
import {
  findFreeze,
  findFreezeNotice,
  findFreezeTold,
  findRestoredAt,
  lockFreeze,
  noteRestored,
  saveFreeze,
  saveFreezeNotice,
  saveFreezeTold,
} from "../../../src/request/queries/freezes.ts";
import { findKeptSettings, keepSettings } from "../../../src/request/queries/kept-settings.ts";
import type { Mark } from "../../../src/request/queries/marker.ts";
import {
  findMessage,
  forgetWaitingCards,
  listTold,
  replaceMessage,
  saveMessage,
} from "../../../src/request/queries/messages.ts";
import { endNotices, listNotices, noteToldAlone } from "../../../src/request/queries/notices.ts";
import { countReminders, noteReminders } from "../../../src/request/queries/reminders.ts";
import {
  findRequest,
  findRequestByNumber,
  findRequestsByName,
  findSimilarRequests,
  listEvents,
  listRequestsBy,
  lockRequest,
  nextRequestNumber,
  saveRequest,
} from "../../../src/request/queries/requests.ts";
import {
  endHold,
  findPredecessor,
  isConnectionBlank,
  isHeld,
  makeConnectionCurrent,
} from "../../../src/request/queries/successions.ts";
import type { ChangeRequest, State } from "../../../src/request/rules/change-request.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import type { SeenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  findPolicyVersion,
  findSetup,
  listPolicyVersions,
  noteSetUp,
  saveApprovalsChannel,
  savePolicyVersion,
} from "../../../src/workspace/set-up/setups.ts";
import {
  ANA,
  aChange,
  anOnRampRail,
  anOnRampSpec,
  aWallet,
  aWalletDestination,
  BEN,
  NOW,
  TREASURY,
} from "../../support/builders.ts";
import { createRowsReader } from "../../support/rows-of.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";
import { SEAL } from "./subject.ts";

/** Whatever has an id, as one company knows it. */
interface Ids {
  requestId: string;
  number: number;
  name: string;
  railId: string;
  destinationId: string;
  /** The service's. */
  walletId: string;
  address: string;
  draftId: string;
  requestedBy: string;
  /** Of a connection that was current before. */
  formerConnectionId: string;
  mark: Mark;
}

/** A company, and ids that are its own or another's. */
interface Asking extends Ids {
  workspaceId: string;
  connectionId: string;
}

type Queries<Of> = {
  [Name in keyof Of]: null | ((of: Of, asking: Asking) => Promise<unknown>);
};

const notice = {
  id: "1",
  news: { kind: "rails-unreadable", environment: "sandbox", count: 1 },
  told: [],
} as const;
const ref = ({ workspaceId, requestId }: Asking): RequestRef => ({ workspaceId, requestId });
const wallet = ({ walletId, address }: Asking) => aWallet({ id: walletId, address });
const destination = (asking: Asking) =>
  aWalletDestination({
    workspaceId: asking.workspaceId,
    connectionId: asking.connectionId,
    id: asking.destinationId,
    wallet: wallet(asking),
  });
const details = (asking: Asking) => detailsOf(destination(asking));
const spec = (asking: Asking) =>
  anOnRampSpec({ destination: { asset: "GBPA", wallet: wallet(asking) } });
const posted = { channelId: "C_EVIL", ts: "9", version: 9 };
const seen = ({ railId, walletId, address }: Asking): SeenRail => {
  const rail = anOnRampRail({ id: railId });
  if (rail.destination.kind !== "crypto") throw new Error("It is an on-ramp");
  const end = { ...rail.destination.wallet, id: walletId, address };
  const found = seenRail({ ...rail, destination: { ...rail.destination, wallet: end } }, NOW);
  if (!found) throw new Error("It has an id");
  return found;
};
const connectionAt = (id: string) => ({
  id,
  baseUrl: "https://rails.test/api/v1",
  environment: "sandbox" as const,
});
const draft = ({ workspaceId, connectionId, draftId }: Asking): Draft => ({
  id: draftId,
  workspaceId,
  connectionId,
  createdBy: ANA,
  askedIn: TREASURY,
  change: aChange({ name: "Evil" }),
});

/** Null where what is asked for is the same for all companies by its nature: each says why. */
const OF_THE_STORE: Queries<Store> = {
  // The environment's, for the one workspace that it names.
  pins: null,
  keptSettings: (store, { workspaceId }) => findKeptSettings(db, workspaceId),
  // What is done within is below.
  transaction: null,
  findRequest: (store, asking) => findRequest(db, ref(asking)),
  findRequestByNumber: (store, { workspaceId, number }) =>
    findRequestByNumber(db, workspaceId, number),
  findRequestsByName: (store, { workspaceId, name }) => findRequestsByName(db, workspaceId, name),
  findRequestsByRailIds: (store, { connectionId, railId }) =>
    findRequestsByRailIds(db, connectionId, [railId]),
  listOpenRequests: (store, { workspaceId }) => listOpenRequests(db, workspaceId),
  listRequestsBy: (store, { workspaceId, requestedBy }) =>
    listRequestsBy(db, workspaceId, requestedBy, 10),
  findSimilarRequests: (store, asking) =>
    findSimilarRequests(db, asking.connectionId, spec(asking)),
  latestRailId: (store, { connectionId }) => findLatestRailId(db, connectionId),
  listVanishedRails: (store, { connectionId }) => listVanishedRails(db, connectionId),
  isRailMissing: (store, { connectionId, railId }) => isRailMissing(db, connectionId, [railId]),
  railsSeenBefore: (store, asking) => listRailsSeenBefore(db, ref(asking), [asking.railId]),
  countRailsInto: (store, { connectionId, walletId }) => countRailsInto(db, connectionId, walletId),
  // Work that is due, of whomever: each job is done with the workspace that it names.
  listOverdueRequests: null,
  listStaleCards: null,
  listUnraisedAlarms: null,
  listStaleInstructions: null,
  listDueReminders: null,
  listTold: (store, asking) => listTold(db, ref(asking), "alarm"),
  countReminders: (store, asking) => countReminders(db, ref(asking)),
  noteReminders: (store, asking) =>
    noteReminders(db, ref(asking), { before: 0, after: 9, next: null }),
  listEvents: (store, asking) => listEvents(db, ref(asking)),
  saveDraft: (store, asking) => saveDraft(db, draft(asking), NOW, 50),
  listConnectionsAt: (store, { workspaceId }) =>
    listConnectionsAt(db, workspaceId, "https://rails.test/api/v1", "sandbox"),
  findDestination: (store, { workspaceId, destinationId }) =>
    findDestination(db, workspaceId, destinationId),
  findDestinationByServiceId: (store, { connectionId, walletId }) =>
    findDestinationByServiceId(db, connectionId, walletId),
  findDestinationByDetails: (store, asking) =>
    findDestinationByDetails(db, asking.connectionId, details(asking)),
  findOpenRequestAbout: (store, asking) =>
    findOpenRequestAbout(db, asking.connectionId, details(asking)),
  listAwaitedDestinations: (store, { connectionId }) => listAwaitedDestinations(db, connectionId),
  listDestinations: (store, { connectionId }) => listDestinations(db, connectionId, {}),
  addDestination: (store, asking) =>
    addDestination(db, { ...destination(asking), id: randomUUID() }),
  rememberRails: (store, asking) =>
    rememberRails(db, asking.workspaceId, asking.connectionId, [seen(asking)]),
  listRailsInto: (store, asking) => listRailsInto(db, asking.connectionId, destination(asking)),
  listUnregistered: (store, { connectionId }) => listUnregistered(db, connectionId),
  listKnownValues: (store, { connectionId }) => listKnownValues(db, connectionId),
  findSeenDestination: (store, { connectionId, walletId }) =>
    findSeenDestination(db, connectionId, walletId),
  railsReadAt: (store, { connectionId }) => findRailsReadAt(db, connectionId),
  saveRailsReadAt: (store, { connectionId }) => saveRailsReadAt(db, connectionId, NOW),
  listUntoldRails: (store, { connectionId }) => listUntoldRails(db, connectionId),
  unreadableRails: (store, { connectionId }) => countUnreadableRails(db, connectionId),
  currentFreeze: (store, { workspaceId }) => findFreeze(db, workspaceId),
  restoredAt: (store, { workspaceId }) => findRestoredAt(db, workspaceId),
  findFreezeNotice: (store, { workspaceId }) => findFreezeNotice(db, workspaceId),
  saveFreezeNotice: (store, { workspaceId }) => saveFreezeNotice(db, workspaceId, posted),
  findFreezeTold: (store, { workspaceId }) => findFreezeTold(db, workspaceId),
  saveFreezeTold: (store, { workspaceId }) => saveFreezeTold(db, workspaceId, { U_EVIL: 1 }),
  lastEntry: (store, { workspaceId }) => findLastEntry(db, workspaceId),
  hasEntry: (store, { workspaceId, mark }) => hasEntry(db, workspaceId, mark),
  // For the chores: what is done for each is done with its own id.
  listWorkspaces: null,
  listLastEntries: null,
  // Figures of the whole process, for whoever runs it.
  countRequests: null,
  isAnyFrozen: null,
  workspaceName: (store, { workspaceId }) => findWorkspaceName(db, workspaceId),
  policyInForce: (store, { workspaceId }) => findPolicy(db, workspaceId),
  currentConnection: (store, { workspaceId }) => findCurrentConnection(db, workspaceId),
  listLatestRails: (store, { connectionId }) => listLatestRails(db, connectionId, 10),
  isTagEchoed: (store, { connectionId }) => isTagEchoed(db, connectionId),
  findHome: (store, { workspaceId, requestedBy }) => findHome(db, workspaceId, requestedBy),
  saveHome: (store, { workspaceId, requestedBy }) =>
    saveHome(db, workspaceId, requestedBy, { channelId: "D_EVIL", hash: "evil" }),
  // Whichever workspace is due: what is done then is done with the workspace that it names.
  takeQuorumWatch: null,
  saveQuorumWatch: (store, { workspaceId }) =>
    saveQuorumWatch(db, workspaceId, { found: "evil", warnedAt: NOW, dueAt: NOW }),
  setupOf: (store, { workspaceId }) => findSetup(db, workspaceId),
  isTokenKept: (store, { workspaceId, formerConnectionId }) =>
    isTokenKept(db, SEAL, workspaceId, connectionAt(formerConnectionId), "sealed"),
  isConnectionBlank: (store, { connectionId }) => isConnectionBlank(db, connectionId),
  isHeld: (store, { workspaceId, formerConnectionId }) =>
    isHeld(db, workspaceId, formerConnectionId),
  findPredecessor: (store, { workspaceId }) => findPredecessor(db, workspaceId),
  findConnection: (store, { workspaceId, formerConnectionId }) =>
    findConnection(db, workspaceId, formerConnectionId),
  findPolicyVersion: (store, { workspaceId }) => findPolicyVersion(db, workspaceId, 2),
  listPolicyVersions: (store, { workspaceId }) => listPolicyVersions(db, workspaceId, 9, 9),
  findMessage: (store, asking) => findMessage(db, ref(asking), "approval-card"),
  saveMessage: (store, asking) => saveMessage(db, ref(asking), "approval-card", posted),
  replaceMessage: (store, asking) => replaceMessage(db, ref(asking), "history", posted, undefined),
  // Slack numbers deliveries for all workspaces together.
  isFirstDelivery: null,
  saveClick: null,
  keepClickAlive: null,
  forgetClick: null,
  takeLostClick: null,
  listLostClicks: null,
  forgetBefore: null,
  listAudit: (store, { workspaceId }) => listAudit(db, workspaceId),
  listNotices: (store, { workspaceId }) => listNotices(db, workspaceId),
  noteToldAlone: (store, { workspaceId }) => noteToldAlone(db, workspaceId, [notice], "U_EVIL"),
  endNotices: (store, { workspaceId }) => endNotices(db, workspaceId, [notice]),
  findLastAudit: (store, { workspaceId }) => findLastAudit(db, workspaceId, "withdrawn"),
};

const OF_A_TRANSACTION: Queries<Transaction> = {
  pins: null,
  isFirstDelivery: null,
  keptSettings: (tx, { workspaceId }) => findKeptSettings(tx.db, workspaceId),
  keepSettings: (tx, { workspaceId }) =>
    keepSettings(tx.db, workspaceId, { removedApprovers: ["U0EVIL0001"] }),
  // They lock rows and answer nothing.
  lockWorkspace: (tx, { workspaceId }) => lockWorkspace(tx.db, workspaceId),
  lockSetup: (tx, { workspaceId }) => lockSetup(tx.db, workspaceId),
  lockRequest: (tx, asking) => lockRequest(tx.db, ref(asking)),
  lockVanishedRail: (tx, { connectionId, railId }) => lockVanishedRail(tx.db, connectionId, railId),
  saveRuling: (tx, { connectionId, railId }) =>
    saveRuling(tx.db, connectionId, railId, {
      proposedBy: "U_EVIL",
      proposedAt: NOW,
      agreed: null,
    }),
  lockFreeze: (tx, { workspaceId }) => lockFreeze(tx.db, workspaceId),
  saveFreeze: (tx, { workspaceId }) => saveFreeze(tx.db, workspaceId, { version: 9, frozen: null }),
  noteRestored: (tx, { workspaceId }) => noteRestored(tx.db, workspaceId, NOW),
  listMindingFreeze: (tx, { workspaceId }) => listMindingFreeze(tx.db, workspaceId),
  countOpenRequests: (tx, { workspaceId, requestedBy }) =>
    countOpenRequests(tx.db, workspaceId, requestedBy),
  listOpenRequests: (tx, { workspaceId }) => listOpenRequests(tx.db, workspaceId),
  nextRequestNumber: (tx, { workspaceId }) => nextRequestNumber(tx.db, workspaceId),
  // Below: they throw.
  insertRequest: null,
  saveRequest: null,
  appendAudit: null,
  keepNotice: null,
  noteRails: (tx, asking) => noteRails(tx.db, asking.connectionId, [seen(asking).railId], NOW),
  replaceUnreadable: (tx, { connectionId }) => replaceUnreadable(tx.db, connectionId, 0),
  lockDraft: (tx, { workspaceId, draftId }) => lockDraft(tx.db, workspaceId, draftId),
  listWaitingRequestsInto: (tx, { connectionId, walletId }) =>
    listWaitingRequestsInto(tx.db, connectionId, walletId),
  insertDestination: null,
  markDestination: (tx, { connectionId, destinationId }) =>
    markDestination(tx.db, connectionId, destinationId, "retired", NOW),
  // Whoever does the job looks the request up in the workspace that the job names.
  enqueue: null,
  findDestinationByServiceId: (tx, { connectionId, walletId }) =>
    findDestinationByServiceId(tx.db, connectionId, walletId),
  findDestinationByDetails: (tx, asking) =>
    findDestinationByDetails(tx.db, asking.connectionId, details(asking)),
  findOpenRequestAbout: (tx, asking) =>
    findOpenRequestAbout(tx.db, asking.connectionId, details(asking)),
  countRailsInto: (tx, { connectionId, walletId }) => countRailsInto(tx.db, connectionId, walletId),
  findSeenDestination: (tx, { connectionId, walletId }) =>
    findSeenDestination(tx.db, connectionId, walletId),
  findRequestsByRailIds: (tx, { connectionId, railId }) =>
    findRequestsByRailIds(tx.db, connectionId, [railId]),
  currentFreeze: (tx, { workspaceId }) => findFreeze(tx.db, workspaceId),
  policyInForce: (tx, { workspaceId }) => findPolicy(tx.db, workspaceId),
  currentConnection: (tx, { workspaceId }) => findCurrentConnection(tx.db, workspaceId),
  setupOf: (tx, { workspaceId }) => findSetup(tx.db, workspaceId),
  isTokenKept: (tx, { workspaceId, formerConnectionId }) =>
    isTokenKept(tx.db, SEAL, workspaceId, connectionAt(formerConnectionId), "sealed"),
  isConnectionBlank: (tx, { connectionId }) => isConnectionBlank(tx.db, connectionId),
  isHeld: (tx, { workspaceId, formerConnectionId }) =>
    isHeld(tx.db, workspaceId, formerConnectionId),
  endHold: (tx, { workspaceId }) => endHold(tx.db, workspaceId),
  findConnection: (tx, { workspaceId, formerConnectionId }) =>
    findConnection(tx.db, workspaceId, formerConnectionId),
  findPolicyVersion: (tx, { workspaceId }) => findPolicyVersion(tx.db, workspaceId, 2),
  savePolicyVersion: (tx, { workspaceId }) =>
    savePolicyVersion(tx.db, workspaceId, { rules: [], coolDownHours: 0 }, "U_EVIL", null, NOW),
  saveApprovalsChannel: (tx, { workspaceId }) => saveApprovalsChannel(tx.db, workspaceId, "C_EVIL"),
  makeConnectionCurrent: (tx, { workspaceId, formerConnectionId }) =>
    makeConnectionCurrent(tx.db, workspaceId, formerConnectionId, true).catch(() => "thrown"),
  keepToken: (tx, { workspaceId, formerConnectionId: id }) =>
    keepToken(
      tx.db,
      SEAL,
      workspaceId,
      { ...connectionAt(id), name: "evil", lastFour: "evil" },
      "sealed",
      NOW,
    ).catch(() => undefined),
  moveToken: (tx, { workspaceId, connectionId, formerConnectionId }) =>
    moveToken(tx.db, SEAL, workspaceId, formerConnectionId, connectionId).catch(() => "thrown"),
  dropToken: (tx, { workspaceId, formerConnectionId }) =>
    dropToken(tx.db, workspaceId, formerConnectionId),
  noteSetUp: (tx, { workspaceId }) => noteSetUp(tx.db, workspaceId, NOW),
  forgetWaitingCards: (tx, { workspaceId }) => forgetWaitingCards(tx.db, workspaceId),
};

/**
 * Every query that there is, asked with one company's ids in another company's name: it answers as it would if nobody
 * had such ids, and changes nothing of whose they are. A query that is missing here does not compile.
 */
export function everyQueryContract(on: () => Subject): void {
  const ofTheStore = Object.entries(OF_THE_STORE) as [string, Query<Store>][];
  const ofATransaction = Object.entries(OF_A_TRANSACTION) as [string, Query<Transaction>][];
  type Query<Of> = Queries<Of>[keyof Of];
  const run = ofTheStore.flatMap(([name, query]) =>
    query ? [{ name, ask: (asking: Asking) => query(on().db, asking) }] : [],
  );
  const within = ofATransaction.flatMap(([name, query]) =>
    query
      ? [
          {
            name: `${name} in a transaction`,
            ask: (asking: Asking) => on().transaction((tx) => query(tx, asking)),
          },
        ]
      : [],
  );

  it.each([...run, ...within])("$name", async ({ ask }) => {
    const { company } = on();
    const acme = await furnished(on(), await company());
    const [one, another] = [await company(), await company()];
    const reader = await createRowsReader(on().database.db);
    const rows = () => reader.of(acme.workspaceId);
    const before = await rows();

    const withTheirs = await ask({ ...acme, ...idsOf(one) });
    const withNobodys = await ask({ ...acme, ...NOBODYS, ...idsOf(another) });

    expect(inNoName(withTheirs, one)).toEqual(inNoName(withNobodys, another));
    expect(await rows()).toEqual(before);
  });
}

/** An answer without what only tells one company from another. */
const inNoName = (answer: unknown, { workspaceId, connection }: Company) =>
  JSON.stringify(answer)
    ?.replaceAll(`"${connection.id}"`, '"theirs"')
    .replaceAll(`"${workspaceId}"`, '"theirs"')
    .replace(/Company \d+/, "Company")
    .replaceAll(/"since":"[^"]+"/g, "");

const idsOf = ({ workspaceId, connection }: Company) => ({
  workspaceId,
  connectionId: connection.id,
});

const NOBODYS: Ids = {
  requestId: randomUUID(),
  number: 999_999,
  name: "Nobody's",
  railId: "rail_nobodys",
  destinationId: randomUUID(),
  walletId: "wa_nobodys",
  address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
  draftId: randomUUID(),
  requestedBy: "U0NOBODY01",
  formerConnectionId: "con_nobodys",
  mark: { sequence: 1, hash: "0".repeat(64) },
};

const DONE = (railId: string): State => ({ status: "done", since: NOW, railId, issued: null });

/** A company that has one of everything. */
async function furnished(subject: Subject, company: Company): Promise<Asking> {
  const { db, transaction } = subject;
  const unique = randomUUID();
  const ids = {
    ...idsOf(company),
    name: `Payroll ${unique}`,
    railId: `rail_${unique}`,
    walletId: `wa_${unique}`,
    address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    draftId: randomUUID(),
    destinationId: randomUUID(),
    requestedBy: ANA,
    formerConnectionId: `con_${unique}`,
  };
  const before = { ...ids, requestId: "", number: 0, mark: NOBODYS.mark };
  const former = { ...company.connection, id: ids.formerConnectionId };
  for (const connection of [former, company.connection]) {
    const { db } = subject.database;
    await saveCurrentConnection(db, SEAL, ids.workspaceId, connection, "a token", NOW);
  }
  await addDestination(db, destination(before));
  const request = await subject.ask(company, { name: ids.name, spec: spec(before) });
  await subject.ask(company, { spec: spec(before), state: DONE(ids.railId) });
  await withdrawnOnce(db, request);
  await saveMessage(db, refOf(request), "approval-card", { channelId: "C", ts: "1", version: 0 });
  await saveDraft(db, draft(before), NOW, 50);
  await rememberRails(db, ids.workspaceId, ids.connectionId, [seen(before)]);
  await saveRailsReadAt(db, ids.connectionId, NOW);
  await transaction(async (tx) => {
    const frozen = { since: NOW, by: BEN, reason: "Odd", cause: "person", agreed: [] } as const;
    await saveFreeze(tx.db, ids.workspaceId, { version: 1, frozen });
    const { version, ...document } = await findPolicy(tx.db, ids.workspaceId);
    await savePolicyVersion(
      tx.db,
      ids.workspaceId,
      { ...document, coolDownHours: version },
      BEN,
      null,
      NOW,
    );
    await appendAudit(tx.db, {
      workspaceId: ids.workspaceId,
      connectionId: ids.connectionId,
      requestId: request.id,
      at: NOW,
      actor: BEN,
      action: "withdrawn",
      facts: "{}",
    });
  });
  const mark = await findLastEntry(db, ids.workspaceId);
  if (!mark) throw new Error("Something has happened");
  return { ...ids, requestId: request.id, number: request.number, mark };
}

/** Something has happened to it, and it is open all the same. */
async function withdrawnOnce(db: Db, request: ChangeRequest): Promise<void> {
  const event = { type: "withdrawn", at: NOW, by: BEN } as const;
  const after = { ...evolve(request, event), state: request.state };
  await transaction((tx) => saveRequest(tx.db, request, after, [event]));
}
