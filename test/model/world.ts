import type { Standing } from "../../src/platform/slack/answers.ts";
import type { Around, Sighting } from "../../src/request/rules/around.ts";
import { freeze } from "../../src/request/rules/ask.ts";
import type { Entry, Forces } from "../../src/request/rules/entry.ts";
import { dueAt } from "../../src/request/rules/pauses.ts";
import { type Request, SIGNALBOX, type Status } from "../../src/request/rules/request.ts";
import type { Settings } from "../../src/request/rules/settings.ts";
import { forcesAfter, refuse, type Step } from "../../src/request/rules/step.ts";
import { readTag } from "../../src/request/rules/tag.ts";
import { contentOf, RESUME } from "../rules/changes.ts";
import { CONNECTION } from "../rules/company.ts";
import type { Service } from "./service.ts";

type Rail = Sighting["rail"];
type Seen = Pick<Sighting, "key" | "rail" | "firstSeen"> & { walk: number };

/** What the database holds; a restore puts an earlier copy in its place. */
interface Rows {
  requests: Map<string, Request>;
  /** When something is next to be done about a request. */
  due: Map<string, string>;
  entries: Entry[];
  forces: Forces;
  settings: Settings[];
  restoredAt: number;
  /** The mirror: what the service showed last, and in which walk. */
  rails: Map<string, Seen>;
  walk: { number: number; beganAt: string; endedAt: string } | null;
}

export type World = ReturnType<typeof createWorld>;

/** The database with all around it that decides, as the engine and the store have it. */
export function createWorld(settings: Settings) {
  let made = 0;
  let mark: { seq: number; entry: Entry } | null = null;
  const first: Rows = {
    requests: new Map(),
    due: new Map(),
    entries: [],
    forces: { settings: 1, frozen: null },
    settings: [settings],
    restoredAt: 0,
    rails: new Map(),
    walk: null,
  };
  const world = {
    now: Date.parse("2026-03-02T09:00:00.000Z"),
    standings: new Map<string, Standing>(),
    silent: new Set<string>(),
    hasToken: true,
    rows: first,
    /** Sees each entry as it is written. */
    onEntry(_: Entry, __: Request | undefined): void {},

    get time(): string {
      return new Date(world.now).toISOString();
    },
    get settings(): Settings {
      return world.rows.settings[world.rows.forces.settings - 1] ?? settings;
    },

    id(): string {
      made += 1;
      return `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`;
    },

    around(request: Request | null): Around {
      const { entries, forces, restoredAt, rails, walk } = world.rows;
      const seen = [...rails.values()].filter((each) => each.walk === walk?.number);
      const sightings = seen.map(world.sighting).filter((each) => concerns(request, each));
      return {
        now: world.time,
        begunAt: world.time,
        head: entries.length,
        forces,
        restoredAt,
        inForce: { version: forces.settings, settings: world.settings },
        connection: { ...CONNECTION, hasToken: world.hasToken, isListed: true },
        standings: new Map([...world.standings].filter(([who]) => !world.silent.has(who))),
        obstacle: null,
        trustedBy: null,
        look: walk && { ...walk, sightings },
      };
    },

    sighting({ key, rail, firstSeen }: Seen): Sighting {
      return { key, rail, firstSeen, tag: readTag(rail.metadata), owner: world.ownerOf(rail.id) };
    },

    /** The request that a Rail belongs to: at most one, as the table's unique index says. */
    ownerOf(railId: string | null): string | null {
      for (const { id, state } of world.rows.requests.values()) {
        const known = state.is === "done" ? state.result : state;
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
      world.rows.walk = { number, beganAt, endedAt: world.time };
      world.wake(["ready", "unknown", "created", "stuck"]);
    },

    /** Writes down what the service shows. With and without its id a Rail is one. */
    mirror(rail: Rail, walk = 0): Seen {
      const rows = [...world.rows.rails.values()];
      const isSame = (each: Rail) =>
        each.id && rail.id ? each.id === rail.id : entryOf(each) === entryOf(rail);
      const before = rows.find((each) => isSame(each.rail));
      const seen: Seen = {
        key: before?.key ?? rail.id ?? `without an id: ${entryOf(rail)}`,
        rail: { ...rail, id: rail.id ?? before?.rail.id ?? null },
        firstSeen: before?.firstSeen ?? world.time,
        walk: Math.max(walk, before?.walk ?? 0),
      };
      world.rows.rails.set(seen.key, seen);
      return seen;
    },

    /** One step of a request, judged and saved. */
    apply(id: string, transition: (request: Request, around: Around) => Step): Step {
      const request = world.rows.requests.get(id);
      if (!request) return refuse({ is: "not-known" });
      const step = transition(request, world.around(request));
      if (!step.ok || step.next === request) return step;
      const { state } = step.next;
      const owner = state.is === "created" ? world.ownerOf(state.railId) : null;
      if (owner !== null && owner !== id) return refuse({ is: "rail-belongs-elsewhere" });
      world.save([step.next], step.entries);
      return step;
    },

    save(changed: readonly Request[], entries: readonly Entry[]): void {
      const { rows } = world;
      for (const next of changed) {
        rows.requests.set(next.id, next);
        world.setDue(next.id, dueAt(next, { now: world.time, obstacle: null }));
      }
      rows.forces = forcesAfter(entries, rows.forces);
      rows.entries.push(...entries);
      for (const entry of entries) world.onEntry(entry, rows.requests.get(entry.request ?? ""));
      const hasWoken = entries.some(({ action }) => /resumed|settings/.test(action));
      if (hasWoken) world.wake(["pending", "ready"]);
    },

    setDue(id: string, at: string | null): void {
      if (at === null) world.rows.due.delete(id);
      else world.rows.due.set(id, at);
    },

    wake(statuses: readonly Status[]): void {
      for (const { id, state } of world.rows.requests.values()) {
        if (statuses.includes(state.is)) world.setDue(id, world.time);
      }
    },

    /** A freeze by a person, or by the product. */
    stop(by: string, reason: string): void {
      const open = world.rows.requests.get(world.rows.forces.frozen ?? "") ?? null;
      const content = { ...contentOf(RESUME), request: world.id(), nonce: reason };
      const place = { askedIn: { channel: "C1" }, number: 0 };
      const stopped = freeze(open, { by, at: world.time, reason }, { content, ...place });
      const changed = [stopped.replaced, stopped.resume].filter((each) => each !== null);
      world.save(changed, stopped.entries);
    },

    copy(): Rows {
      const { requests, due, entries, settings, rails, ...others } = world.rows;
      const maps = { requests: new Map(requests), due: new Map(due), rails: new Map(rails) };
      return { ...others, ...maps, entries: [...entries], settings: [...settings] };
    },

    /** Whether the database lacks the entry that is marked outside it. */
    get isRestored(): boolean {
      return mark !== null && world.rows.entries[mark.seq - 1] !== mark.entry;
    },

    /** A mark is replaced only where its entry is found, or by the freeze after a restore. */
    addMark(isFrozen = false): void {
      if (world.isRestored && !isFrozen) return;
      const entry = world.rows.entries.at(-1);
      mark = entry ? { seq: world.rows.entries.length, entry } : null;
    },

    noticeRestore(): void {
      const nothing = { request: null, version: null, attempt: null, facts: {} };
      world.save([], [{ action: "restored", by: SIGNALBOX, ...nothing }]);
      world.rows.restoredAt = world.rows.entries.length;
      world.stop(SIGNALBOX, "restored");
      world.addMark(true);
    },
  };
  return world;
}

const entryOf = ({ source }: Rail) =>
  source.kind === "fiat" ? source.bankAccount.id : source.wallet.address;

/** Our tag; or a Rail to the same destination that is nobodys or bears no tag. */
function concerns(request: Request | null, { tag, owner, rail }: Sighting): boolean {
  if (!request) return false;
  const { change } = request.content;
  if (tag?.request === request.id) return true;
  if (change.kind !== "create-rail" || rail.destination.kind !== "crypto") return false;
  return (owner === null || tag === null) && rail.destination.wallet.id === change.destination.id;
}
