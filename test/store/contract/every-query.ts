import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { detailsOf } from "../../../src/destination/rules/destination.ts";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import { saveCurrentConnection } from "../../../src/request/queries/companies.ts";
import type { Mark } from "../../../src/request/queries/marker.ts";
import type { Store } from "../../../src/request/queries/store-port.ts";
import type { Draft, Transaction } from "../../../src/request/queries/transaction-port.ts";
import type { ChangeRequest, State } from "../../../src/request/rules/change-request.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import type { SeenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
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
  keptSettings: (store, { workspaceId }) => store.keptSettings(workspaceId),
  // What is done within is below.
  transaction: null,
  findRequest: (store, asking) => store.findRequest(ref(asking)),
  findRequestByNumber: (store, { workspaceId, number }) =>
    store.findRequestByNumber(workspaceId, number),
  findRequestsByName: (store, { workspaceId, name }) => store.findRequestsByName(workspaceId, name),
  findRequestsByRailIds: (store, { connectionId, railId }) =>
    store.findRequestsByRailIds(connectionId, [railId]),
  listOpenRequests: (store, { workspaceId }) => store.listOpenRequests(workspaceId),
  listRequestsBy: (store, { workspaceId, requestedBy }) =>
    store.listRequestsBy(workspaceId, requestedBy, 10),
  findSimilarRequests: (store, asking) =>
    store.findSimilarRequests(asking.connectionId, spec(asking)),
  latestRailId: (store, { connectionId }) => store.latestRailId(connectionId),
  listVanishedRails: (store, { connectionId }) => store.listVanishedRails(connectionId),
  isRailMissing: (store, { connectionId, railId }) => store.isRailMissing(connectionId, [railId]),
  railsSeenBefore: (store, asking) => store.railsSeenBefore(ref(asking), [asking.railId]),
  countRailsInto: (store, { connectionId, walletId }) =>
    store.countRailsInto(connectionId, walletId),
  // Work that is due, of whomever: each job is done with the workspace that it names.
  listOverdueRequests: null,
  listStaleCards: null,
  listUnraisedAlarms: null,
  listStaleInstructions: null,
  listDueReminders: null,
  listTold: (store, asking) => store.listTold(ref(asking), "alarm"),
  countReminders: (store, asking) => store.countReminders(ref(asking)),
  noteReminders: (store, asking) =>
    store.noteReminders(ref(asking), { before: 0, after: 9, next: null }),
  listEvents: (store, asking) => store.listEvents(ref(asking)),
  saveDraft: (store, asking) => store.saveDraft(draft(asking), NOW),
  listConnectionsAt: (store, { workspaceId }) =>
    store.listConnectionsAt(workspaceId, "https://rails.test/api/v1", "sandbox"),
  findDestination: (store, { workspaceId, destinationId }) =>
    store.findDestination(workspaceId, destinationId),
  findDestinationByServiceId: (store, { connectionId, walletId }) =>
    store.findDestinationByServiceId(connectionId, walletId),
  findDestinationByDetails: (store, asking) =>
    store.findDestinationByDetails(asking.connectionId, details(asking)),
  findOpenRequestAbout: (store, asking) =>
    store.findOpenRequestAbout(asking.connectionId, details(asking)),
  listAwaitedDestinations: (store, { connectionId }) => store.listAwaitedDestinations(connectionId),
  listDestinations: (store, { connectionId }) => store.listDestinations(connectionId, {}),
  addDestination: (store, asking) =>
    store.addDestination({ ...destination(asking), id: randomUUID() }),
  rememberRails: (store, asking) =>
    store.rememberRails(asking.workspaceId, asking.connectionId, [seen(asking)]),
  listRailsInto: (store, asking) => store.listRailsInto(asking.connectionId, destination(asking)),
  listUnregistered: (store, { connectionId }) => store.listUnregistered(connectionId),
  listKnownValues: (store, { connectionId }) => store.listKnownValues(connectionId),
  findSeenDestination: (store, { connectionId, walletId }) =>
    store.findSeenDestination(connectionId, walletId),
  railsReadAt: (store, { connectionId }) => store.railsReadAt(connectionId),
  saveRailsReadAt: (store, { connectionId }) => store.saveRailsReadAt(connectionId, NOW),
  listUntoldRails: (store, { connectionId }) => store.listUntoldRails(connectionId),
  unreadableRails: (store, { connectionId }) => store.unreadableRails(connectionId),
  currentFreeze: (store, { workspaceId }) => store.currentFreeze(workspaceId),
  restoredAt: (store, { workspaceId }) => store.restoredAt(workspaceId),
  findFreezeNotice: (store, { workspaceId }) => store.findFreezeNotice(workspaceId),
  saveFreezeNotice: (store, { workspaceId }) => store.saveFreezeNotice(workspaceId, posted),
  findFreezeTold: (store, { workspaceId }) => store.findFreezeTold(workspaceId),
  saveFreezeTold: (store, { workspaceId }) => store.saveFreezeTold(workspaceId, { U_EVIL: 1 }),
  lastEntry: (store, { workspaceId }) => store.lastEntry(workspaceId),
  hasEntry: (store, { workspaceId, mark }) => store.hasEntry(workspaceId, mark),
  // For the chores: what is done for each is done with its own id.
  listWorkspaces: null,
  listLastEntries: null,
  // Figures of the whole process, for whoever runs it.
  countRequests: null,
  isAnyFrozen: null,
  workspaceName: (store, { workspaceId }) => store.workspaceName(workspaceId),
  policyInForce: (store, { workspaceId }) => store.policyInForce(workspaceId),
  currentConnection: (store, { workspaceId }) => store.currentConnection(workspaceId),
  listLatestRails: (store, { connectionId }) => store.listLatestRails(connectionId, 10),
  isTagEchoed: (store, { connectionId }) => store.isTagEchoed(connectionId),
  findHome: (store, { workspaceId, requestedBy }) => store.findHome(workspaceId, requestedBy),
  saveHome: (store, { workspaceId, requestedBy }) =>
    store.saveHome(workspaceId, requestedBy, { channelId: "D_EVIL", hash: "evil" }),
  // Whichever workspace is due: what is done then is done with the workspace that it names.
  takeQuorumWatch: null,
  saveQuorumWatch: (store, { workspaceId }) =>
    store.saveQuorumWatch(workspaceId, { found: "evil", warnedAt: NOW, dueAt: NOW }),
  setupOf: (store, { workspaceId }) => store.setupOf(workspaceId),
  isTokenKept: (store, { workspaceId, formerConnectionId }) =>
    store.isTokenKept(workspaceId, connectionAt(formerConnectionId), "sealed"),
  isConnectionBlank: (store, { connectionId }) => store.isConnectionBlank(connectionId),
  isHeld: (store, { workspaceId, formerConnectionId }) =>
    store.isHeld(workspaceId, formerConnectionId),
  findPredecessor: (store, { workspaceId }) => store.findPredecessor(workspaceId),
  findConnection: (store, { workspaceId, formerConnectionId }) =>
    store.findConnection(workspaceId, formerConnectionId),
  findPolicyVersion: (store, { workspaceId }) => store.findPolicyVersion(workspaceId, 2),
  listPolicyVersions: (store, { workspaceId }) => store.listPolicyVersions(workspaceId, 9, 9),
  findMessage: (store, asking) => store.findMessage(ref(asking), "approval-card"),
  saveMessage: (store, asking) => store.saveMessage(ref(asking), "approval-card", posted),
  replaceMessage: (store, asking) =>
    store.replaceMessage(ref(asking), "history", posted, undefined),
  // Slack numbers deliveries for all workspaces together.
  isFirstDelivery: null,
  rememberClick: null,
  keepClickAlive: null,
  forgetClick: null,
  takeLostClick: null,
  listLostClicks: null,
  forgetBefore: null,
  listAudit: (store, { workspaceId }) => store.listAudit(workspaceId),
  listNotices: (store, { workspaceId }) => store.listNotices(workspaceId),
  noteToldAlone: (store, { workspaceId }) => store.noteToldAlone(workspaceId, [notice], "U_EVIL"),
  endNotices: (store, { workspaceId }) => store.endNotices(workspaceId, [notice]),
  findLastAudit: (store, { workspaceId }) => store.findLastAudit(workspaceId, "withdrawn"),
};

const OF_A_TRANSACTION: Queries<Transaction> = {
  pins: null,
  isFirstDelivery: null,
  keptSettings: (tx, { workspaceId }) => tx.keptSettings(workspaceId),
  keepSettings: (tx, { workspaceId }) =>
    tx.keepSettings(workspaceId, { removedApprovers: ["U0EVIL0001"] }),
  // They lock rows and answer nothing.
  lockWorkspace: (tx, { workspaceId }) => tx.lockWorkspace(workspaceId),
  lockSetup: (tx, { workspaceId }) => tx.lockSetup(workspaceId),
  lockRequest: (tx, asking) => tx.lockRequest(ref(asking)),
  lockVanishedRail: (tx, { connectionId, railId }) => tx.lockVanishedRail(connectionId, railId),
  saveRuling: (tx, { connectionId, railId }) =>
    tx.saveRuling(connectionId, railId, { proposedBy: "U_EVIL", proposedAt: NOW, agreed: null }),
  lockFreeze: (tx, { workspaceId }) => tx.lockFreeze(workspaceId),
  saveFreeze: (tx, { workspaceId }) => tx.saveFreeze(workspaceId, { version: 9, frozen: null }),
  noteRestored: (tx, { workspaceId }) => tx.noteRestored(workspaceId, NOW),
  listMindingFreeze: (tx, { workspaceId }) => tx.listMindingFreeze(workspaceId),
  countOpenRequests: (tx, { workspaceId, requestedBy }) =>
    tx.countOpenRequests(workspaceId, requestedBy),
  listOpenRequests: (tx, { workspaceId }) => tx.listOpenRequests(workspaceId),
  nextRequestNumber: (tx, { workspaceId }) => tx.nextRequestNumber(workspaceId),
  // Below: they throw.
  insertRequest: null,
  saveRequest: null,
  appendAudit: null,
  keepNotice: null,
  noteRails: (tx, asking) => tx.noteRails(asking.connectionId, [seen(asking).railId], NOW),
  replaceUnreadable: (tx, { connectionId }) => tx.replaceUnreadable(connectionId, 0),
  lockDraft: (tx, { workspaceId, draftId }) => tx.lockDraft(workspaceId, draftId),
  listWaitingRequestsInto: (tx, { connectionId, walletId }) =>
    tx.listWaitingRequestsInto(connectionId, walletId),
  insertDestination: null,
  markDestination: (tx, { connectionId, destinationId }) =>
    tx.markDestination(connectionId, destinationId, "retired", NOW),
  // Whoever does the job looks the request up in the workspace that the job names.
  enqueue: null,
  findDestinationByServiceId: (tx, { connectionId, walletId }) =>
    tx.findDestinationByServiceId(connectionId, walletId),
  findDestinationByDetails: (tx, asking) =>
    tx.findDestinationByDetails(asking.connectionId, details(asking)),
  findOpenRequestAbout: (tx, asking) =>
    tx.findOpenRequestAbout(asking.connectionId, details(asking)),
  countRailsInto: (tx, { connectionId, walletId }) => tx.countRailsInto(connectionId, walletId),
  findSeenDestination: (tx, { connectionId, walletId }) =>
    tx.findSeenDestination(connectionId, walletId),
  findRequestsByRailIds: (tx, { connectionId, railId }) =>
    tx.findRequestsByRailIds(connectionId, [railId]),
  currentFreeze: (tx, { workspaceId }) => tx.currentFreeze(workspaceId),
  policyInForce: (tx, { workspaceId }) => tx.policyInForce(workspaceId),
  currentConnection: (tx, { workspaceId }) => tx.currentConnection(workspaceId),
  setupOf: (tx, { workspaceId }) => tx.setupOf(workspaceId),
  isTokenKept: (tx, { workspaceId, formerConnectionId }) =>
    tx.isTokenKept(workspaceId, connectionAt(formerConnectionId), "sealed"),
  isConnectionBlank: (tx, { connectionId }) => tx.isConnectionBlank(connectionId),
  isHeld: (tx, { workspaceId, formerConnectionId }) => tx.isHeld(workspaceId, formerConnectionId),
  endHold: (tx, { workspaceId }) => tx.endHold(workspaceId),
  findConnection: (tx, { workspaceId, formerConnectionId }) =>
    tx.findConnection(workspaceId, formerConnectionId),
  findPolicyVersion: (tx, { workspaceId }) => tx.findPolicyVersion(workspaceId, 2),
  savePolicyVersion: (tx, { workspaceId }) =>
    tx.savePolicyVersion(workspaceId, { rules: [], coolDownHours: 0 }, "U_EVIL", null, NOW),
  saveApprovalsChannel: (tx, { workspaceId }) => tx.saveApprovalsChannel(workspaceId, "C_EVIL"),
  makeConnectionCurrent: (tx, { workspaceId, formerConnectionId }) =>
    tx.makeConnectionCurrent(workspaceId, formerConnectionId, true).catch(() => "thrown"),
  keepToken: (tx, { workspaceId, formerConnectionId: id }) =>
    tx
      .keepToken(
        workspaceId,
        { ...connectionAt(id), name: "evil", lastFour: "evil" },
        "sealed",
        NOW,
      )
      .catch(() => undefined),
  moveToken: (tx, { workspaceId, connectionId, formerConnectionId }) =>
    tx.moveToken(workspaceId, formerConnectionId, connectionId).catch(() => "thrown"),
  dropToken: (tx, { workspaceId, formerConnectionId }) =>
    tx.dropToken(workspaceId, formerConnectionId),
  noteSetUp: (tx, { workspaceId }) => tx.noteSetUp(workspaceId, NOW),
  forgetWaitingCards: (tx, { workspaceId }) => tx.forgetWaitingCards(workspaceId),
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
    query ? [{ name, ask: (asking: Asking) => query(on().store, asking) }] : [],
  );
  const within = ofATransaction.flatMap(([name, query]) =>
    query
      ? [
          {
            name: `${name} in a transaction`,
            ask: (asking: Asking) => on().store.transaction((tx) => query(tx, asking)),
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
  const { store } = subject;
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
  await store.addDestination(destination(before));
  const request = await subject.ask(company, { name: ids.name, spec: spec(before) });
  await subject.ask(company, { spec: spec(before), state: DONE(ids.railId) });
  await withdrawnOnce(store, request);
  await store.saveMessage(refOf(request), "approval-card", { channelId: "C", ts: "1", version: 0 });
  await store.saveDraft(draft(before), NOW);
  await store.rememberRails(ids.workspaceId, ids.connectionId, [seen(before)]);
  await store.saveRailsReadAt(ids.connectionId, NOW);
  await store.transaction(async (tx) => {
    const frozen = { since: NOW, by: BEN, reason: "Odd", cause: "person", agreed: [] } as const;
    await tx.saveFreeze(ids.workspaceId, { version: 1, frozen });
    const { version, ...document } = await tx.policyInForce(ids.workspaceId);
    await tx.savePolicyVersion(
      ids.workspaceId,
      { ...document, coolDownHours: version },
      BEN,
      null,
      NOW,
    );
    await tx.appendAudit({
      workspaceId: ids.workspaceId,
      connectionId: ids.connectionId,
      requestId: request.id,
      at: NOW,
      actor: BEN,
      action: "withdrawn",
      facts: "{}",
    });
  });
  const mark = await store.lastEntry(ids.workspaceId);
  if (!mark) throw new Error("Something has happened");
  return { ...ids, requestId: request.id, number: request.number, mark };
}

/** Something has happened to it, and it is open all the same. */
async function withdrawnOnce(store: Store, request: ChangeRequest): Promise<void> {
  const event = { type: "withdrawn", at: NOW, by: BEN } as const;
  const after = { ...evolve(request, event), state: request.state };
  await store.transaction((tx) => tx.saveRequest(request, after, [event]));
}
