import { randomBytes, randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import type { Database, Db, Tx } from "../../../src/platform/database/db.ts";
import { createKeys } from "../../../src/platform/database/keys.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { begin } from "../../../src/request/rules/ask.ts";
import type { Change, Content } from "../../../src/request/rules/content.ts";
import type { Entry } from "../../../src/request/rules/entry.ts";
import type { Request } from "../../../src/request/rules/request.ts";
import { advanceTo, forcesAfter, type Step } from "../../../src/request/rules/step.ts";
import { saveConnection } from "../../../src/request/store/connections.ts";
import { type Asking, type Ground, readGround } from "../../../src/request/store/ground.ts";
import {
  type Save,
  type SavedRequest,
  type SaveResult,
  save,
} from "../../../src/request/store/save.ts";
import { addWorkspace } from "../../../src/request/store/workspaces.ts";
import { createDatabase } from "../../harness/postgres.ts";
import { contentOf, ON_RAMP } from "../../rules/changes.ts";
import { ANNA, BEN, CONNECTION, SETTINGS } from "../../rules/company.ts";

const KEYS = createKeys([randomBytes(32)], randomBytes);

/** Faster than `truncate` for a few rows. Later ones refer to none of the earlier. */
const EMPTY = ["audit", "requests", "settings", "connections", "rails", "posts", "workspaces"]
  .map((table) => `delete from signalbox.${table}`)
  .join(";");

export type Store = Awaited<ReturnType<typeof create>>;

/** One for the file, and one with a clock that can be set. */
const stores = new Map<boolean, Promise<Store>>();

afterAll(async () => {
  for (const store of stores.values()) await (await store).drop();
});

async function create(clock: boolean) {
  const database = await createDatabase({ withAppRole: true, clock });
  const owner = database.openPool({ connectionString: database.ownerUrl, max: 2 });
  return {
    ...database,
    db: openDatabase(database.openPool({ max: 8 }), KEYS, { isPooled: false }),
    /** Another process on the same database. */
    openAnother: () => openDatabase(database.openPool({ max: 4 }), KEYS, { isPooled: true }),
    sql: async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows,
  };
}

/** `T1` with its first settings. `db` asks as the app's role, `sql` as the owner of the tables. */
export async function openStore({ clock = false } = {}): Promise<Store> {
  const opening = stores.get(clock) ?? create(clock);
  stores.set(clock, opening);
  const store = await opening;
  await store.sql(`${EMPTY}; drop table if exists old`);
  await addWorkspace(store.db, "T1");
  await setUp(store.db, "T1");
  return store;
}

/** What decides in `T1`, read outside of a transaction. */
export const groundOf = (db: Db, request: string | null = null, more: Partial<Asking> = {}) =>
  readGround(db, { workspace: "T1", request, ...more });

export const note = (changes: Partial<Entry> = {}): Entry => ({
  action: "broken",
  by: "signalbox",
  request: null,
  version: null,
  attempt: null,
  facts: {},
  ...changes,
});

/** The connection `c1`, and version 1 of the settings. */
export async function setUp(db: Database, workspace: string): Promise<void> {
  await saveConnection(db, { workspace, ...CONNECTION }, "rail-token");
  await saveNote(db, workspace, {
    entries: [note({ action: "settings", facts: { version: 1 } })],
    settings: { version: 1, settings: SETTINGS },
  });
}

/** Saves entries, as a rule such that concern no request. */
export function saveNote(db: Database, workspace: string, saving: Partial<Save>) {
  return db.transaction(workspace, async (tx) => {
    const ground = await readGround(tx, { workspace, request: null });
    const entries = saving.entries ?? [note()];
    const forces = forcesAfter(entries, ground.forces);
    return inAWord(await save(tx, ground, { entries, forces, ...saving }));
  });
}

interface Asked extends Partial<Due> {
  workspace?: string;
  id?: string;
  change?: Change;
  by?: string;
  delivery?: string;
}

/** Asks for a change, as a click would. */
export async function ask(db: Database, asked: Asked = {}): Promise<Request> {
  const { workspace = "T1", id = randomUUID(), by = ANNA, change = ON_RAMP } = asked;
  const { delivery = null, ...due } = asked;
  return db.transaction(workspace, async (tx) => {
    const ground = await readGround(tx, { workspace, request: id });
    const content: Content = { ...contentOf(change), workspace, request: id };
    const made = { content, by, askedIn: { channel: "C1" }, number: ground.nextNumber };
    const step = accepted(begin(made, ground.now, null));
    const result = await saveStep(tx, ground, step, due, { delivery });
    if (result !== "saved") throw new Error(`Not asked: ${result}`);
    return step.next;
  });
}

type Due = Pick<SavedRequest, "nextAt" | "syncAt">;
type Taken = Extract<Step, { ok: true }>;

const inAWord = (result: SaveResult) => (typeof result === "string" ? result : "saved");

export async function saveStep(
  tx: Tx,
  ground: Ground,
  { next, entries }: Taken,
  { nextAt = null, syncAt = null }: Partial<Due> = {},
  saving: Partial<Save> = {},
) {
  const requests = [{ next, was: ground.was, nextAt, syncAt }];
  const forces = forcesAfter(entries, ground.forces);
  return inAWord(await save(tx, ground, { requests, entries, forces, ...saving }));
}

/** Takes a request one step on, under the lock. */
export function take(
  db: Database,
  { workspace, id }: Pick<Request, "workspace" | "id">,
  toStep: (request: Request) => Taken = approve,
  due: Partial<Due> = {},
  saving: Partial<Save> = {},
) {
  return db.transaction(workspace, async (tx) => {
    const ground = await readGround(tx, { workspace, request: id });
    if (!ground.request) throw new Error("There is no such request");
    return saveStep(tx, ground, toStep(ground.request), due, saving);
  });
}

/** A step that says little. */
export const approve = (request: Request): Taken =>
  advanceTo(request, request.state, "approved", {}, { by: BEN });

export const toState =
  (state: Request["state"]) =>
  (request: Request): Taken =>
    advanceTo(request, state, "waiting");

export function accepted(step: Step): Taken {
  if (!step.ok) throw new Error(`Refused: ${step.because.is}`);
  return step;
}
