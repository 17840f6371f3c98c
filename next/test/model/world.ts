import type { Standing } from "../../src/platform/slack/standing.ts";
import type { Around, Look, Sighting } from "../../src/request/rules/around.ts";
import { dueAt } from "../../src/request/rules/due.ts";
import type { Entry, Forces } from "../../src/request/rules/entry.ts";
import { freeze } from "../../src/request/rules/freeze.ts";
import { type Request, SIGNALBOX, type Status } from "../../src/request/rules/request.ts";
import type { Settings } from "../../src/request/rules/settings.ts";
import { forcesAfter, type Step } from "../../src/request/rules/step.ts";
import { readTag } from "../../src/request/rules/tag.ts";
import { contentOf } from "../rules/changes.ts";
import { CONNECTION } from "../rules/company.ts";
import type { Service } from "./service.ts";

/** A row of the mirror: one Rail as the service showed it last. */
interface Seen {
  key: string;
  rail: Sighting["rail"];
  firstSeen: string;
  walk: number;
}

/** What the database holds; a restore puts an earlier copy in its place. */
interface Rows {
  requests: ReadonlyMap<string, Request>;
  entries: readonly Entry[];
  forces: Forces;
  settings: readonly Settings[];
  restoredAt: number;
  rails: ReadonlyMap<string, Seen>;
  walk: { number: number; beganAt: string; endedAt: string } | null;
  due: ReadonlyMap<string, string>;
}

/** The database with everything around it that decides. `onEntry` sees each entry as it is written. */
export function createWorld(settings: Settings) {
  let made = 0;
  const world = {
    now: Date.parse("2026-03-02T09:00:00.000Z"),
    standings: new Map<string, Standing>(),
    silent: new Set<string>(),
    hasToken: true,
    rows: emptyRows(settings),
    /** The newest entry that this process knows to be written, kept outside the database. */
    mark: nothingKnown(),
    onEntry(_: Entry, __: Request | undefined): void {},

    get time(): string {
      return new Date(world.now).toISOString();
    },

    get settings(): Settings {
      const [settings] = world.rows.settings.slice(world.rows.forces.settings - 1);
      if (!settings) throw new Error("No settings");
      return settings;
    },

    /** A new id, in the form of a UUID. */
    id(): string {
      made += 1;
      return `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`;
    },

    around(request: Request | null): Around {
      const { entries, forces, restoredAt } = world.rows;
      const speaks = [...world.standings].filter(([person]) => !world.silent.has(person));
      return {
        now: world.time,
        head: entries.length,
        forces,
        inForce: { version: forces.settings, settings: world.settings },
        connection: { ...CONNECTION, hasToken: world.hasToken, isListed: true },
        restoredAt,
        standings: new Map(speaks),
        obstacle: null,
        look: request && world.look(request),
      };
    },

    look(request: Request): Look | null {
      const { walk, rails } = world.rows;
      if (!walk) return null;
      const seen = [...rails.values()].filter((each) => each.walk === walk.number);
      const all = seen.map((each) => world.sighting(each));
      return { ...walk, sightings: all.filter((each) => concerns(request, each)) };
    },

    sighting({ key, rail, firstSeen }: Seen): Sighting {
      return { key, rail, firstSeen, tag: readTag(rail.metadata), owner: world.ownerOf(rail.id) };
    },

    /** The request that a Rail belongs to: at most one, as the table's unique index says. */
    ownerOf(railId: string | null): string | null {
      for (const { id, state } of world.rows.requests.values()) {
        const known = state.is === "created" ? state : state.is === "done" ? state.result : null;
        if (known && "railId" in known && known.railId === railId) return id;
      }
      return null;
    },

    /** One complete walk over the service's list, or nothing learned. */
    walk(service: Service): void {
      const beganAt = world.time;
      const listed = service.list();
      world.now += 700;
      if (!listed) return;
      const number = (world.rows.walk?.number ?? 0) + 1;
      for (const rail of listed) world.mirror(rail, number);
      world.rows = { ...world.rows, walk: { number, beganAt, endedAt: world.time } };
      world.wake(["ready", "unknown", "created", "stuck"]);
    },

    /** Writes down what the service shows of a Rail: with and without its id it is one, by where people pay in. */
    mirror(rail: Sighting["rail"], walk = 0): Seen {
      const rows = [...world.rows.rails.values()];
      const isSame = (each: Seen) => each.rail.id === null || rail.id === null;
      const before =
        rows.find((each) => rail.id !== null && each.rail.id === rail.id) ??
        rows.find((each) => isSame(each) && entryOf(each.rail) === entryOf(rail));
      const seen: Seen = {
        key: before?.key ?? rail.id ?? `without an id: ${entryOf(rail)}`,
        rail: { ...rail, id: rail.id ?? before?.rail.id ?? null },
        firstSeen: before?.firstSeen ?? world.time,
        walk: Math.max(walk, before?.walk ?? 0),
      };
      world.rows = { ...world.rows, rails: new Map(world.rows.rails).set(seen.key, seen) };
      return seen;
    },

    /** One step of a request, judged and saved as the engine does it. */
    apply(id: string, transition: (request: Request, around: Around) => Step): Step {
      const request = world.rows.requests.get(id);
      if (!request) return { ok: false, because: { is: "not-known" } };
      const step = transition(request, world.around(request));
      if (!step.ok || step.next === request) return step;
      const { state } = step.next;
      const owner = state.is === "created" ? world.ownerOf(state.railId) : null;
      if (owner !== null && owner !== id) {
        return { ok: false, because: { is: "rail-belongs-elsewhere" } };
      }
      world.save([step.next], step.entries);
      return step;
    },

    save(changed: readonly Request[], entries: readonly Entry[]): void {
      const requests = new Map(world.rows.requests);
      const due = new Map(world.rows.due);
      for (const next of changed) {
        requests.set(next.id, next);
        const at = dueAt(next, { now: world.time, obstacle: null });
        if (at === null) due.delete(next.id);
        else due.set(next.id, at);
      }
      const forces = forcesAfter(entries, world.rows.forces);
      const all = [...world.rows.entries, ...entries];
      world.rows = { ...world.rows, requests, due, forces, entries: all };
      for (const entry of entries) world.onEntry(entry, requests.get(entry.request ?? ""));
      const hasWoken = entries.some(({ action }) => action === "resumed" || action === "settings");
      if (hasWoken) world.wake(["pending", "ready"]);
    },

    wake(statuses: readonly Status[]): void {
      const due = new Map(world.rows.due);
      for (const { id, state } of world.rows.requests.values()) {
        if (statuses.includes(state.is)) due.set(id, world.time);
      }
      world.rows = { ...world.rows, due };
    },

    setDue(id: string, at: string | null): void {
      const due = new Map(world.rows.due);
      if (at === null) due.delete(id);
      else due.set(id, at);
      world.rows = { ...world.rows, due };
    },

    /** Anybody's freeze; the product's own is told apart by its name. */
    stop(by: string, reason: string): void {
      const open = world.rows.requests.get(world.rows.forces.frozen ?? "") ?? null;
      const { change: _, ...made } = contentOf({ kind: "resume", stops: [] });
      const content = { ...made, request: world.id(), nonce: reason };
      const place = { askedIn: { channel: "C1" }, number: 0 };
      const stopped = freeze(open, { by, at: world.time, reason }, { content, ...place });
      const changed = [stopped.replaced, stopped.resume].filter((each) => each !== null);
      world.save(changed, stopped.entries);
    },

    /** Whether the database lacks an entry that was written: it was put back to an earlier copy. */
    get isRestored(): boolean {
      return world.mark !== null && world.rows.entries[world.mark.seq - 1] !== world.mark.entry;
    },

    /** A mark is replaced only where its entry is found, or by the freeze after a restore. */
    addMark(): void {
      if (world.isRestored) return;
      const entry = world.rows.entries.at(-1);
      if (entry) world.mark = { seq: world.rows.entries.length, entry };
    },

    noticeRestore(): void {
      const nothing = { request: null, version: null, attempt: null, facts: {} };
      world.save([], [{ action: "restored", by: SIGNALBOX, ...nothing }]);
      world.rows = { ...world.rows, restoredAt: world.rows.entries.length };
      world.stop(SIGNALBOX, "restored");
      world.mark = null;
      world.addMark();
    },
  };
  return world;
}

export type World = ReturnType<typeof createWorld>;

const emptyRows = (settings: Settings): Rows => ({
  requests: new Map(),
  entries: [],
  forces: { settings: 1, frozen: null },
  settings: [settings],
  restoredAt: 0,
  rails: new Map(),
  walk: null,
  due: new Map(),
});

const nothingKnown = (): { seq: number; entry: Entry } | null => null;

const entryOf = ({ source }: Sighting["rail"]) =>
  source.kind === "fiat" ? source.bankAccount.id : source.wallet.address;

function concerns({ id, content }: Request, { tag, owner, rail }: Sighting): boolean {
  if (tag?.request === id) return true;
  const { change } = content;
  if (change.kind !== "create-rail" || rail.destination.kind !== "crypto") return false;
  // The route as the service shows it; a lying service may show another one.
  return owner === null && rail.destination.wallet.id === change.destination.id;
}
