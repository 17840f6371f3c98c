import type { Rail } from "../../src/platform/rail-api/rail.ts";
import type { Content } from "../../src/request/rules/content.ts";
import { type Request, SIGNALBOX } from "../../src/request/rules/request.ts";
import { trustOf } from "../../src/request/rules/trust.ts";
import type { World } from "./world.ts";

/** What a person did. */
interface Act {
  is: string;
  by: string;
  digest: string;
  /** As the view showed it. */
  round: number;
}

const HOUR = 3_600_000;

export type Judge = ReturnType<typeof createJudge>;

/** Judges a walk by what people did and by what was posted, without the rules' own counting. */
export function createJudge(world: World) {
  /** What was asked for, as its digest names it. */
  const contents = new Map<string, Content>();
  /** What counts: nothing before a restore, and no approval before *approve again*. */
  let acts: Act[] = [];
  /** When a request was posted, if that may have had effect and nobody asked again since. */
  const posted = new Map<string, number>();
  /** In which round a view has to be for its approval to count. */
  const rounds = new Map<string, number>();
  /** Rails that a person said belong to a request. */
  const linked = new Set<string>();
  let frozenBy: string | null = null;

  function expectQuorum(digest: string, covers: RegExp, except: string | null): void {
    const requirements = world.settings.requirements.filter((each) => covers.test(each.covers));
    for (const { name, people, needed } of requirements) {
      let count = 0;
      for (const person of people) {
        if (world.standings.get(person) !== "active" || person === except) continue;
        const own = acts.filter((act) => act.by === person && act.digest === digest);
        if (own.some(({ is }) => is === "approve")) count += 1;
      }
      expectThat(count >= needed, `${name} has ${count} of ${needed}`);
    }
  }

  const judge = {
    posts: 0,

    onAsked({ digest, content }: Request): void {
      contents.set(digest, structuredClone(content));
    },

    /** Noted before it is decided, as it may take effect at once; what was refused was none. */
    onAct(act: Act, request: string, decide: () => boolean): boolean {
      const round = rounds.get(request) ?? 1;
      if (act.is !== "approve" || act.round === round) acts.push(act);
      const isTaken = decide();
      if (!isTaken) acts = acts.filter((each) => each !== act);
      if (isTaken && act.is === "it-exists") linked.add(request);
      if (!isTaken || act.is !== "approve-again") return isTaken;
      const postedAt = posted.get(request) ?? 0;
      expectThat(world.now - postedAt >= HOUR, "approving again opened within the hour");
      posted.delete(request);
      rounds.set(request, round + 1);
      acts = acts.filter(({ digest }) => digest !== act.digest);
      return true;
    },

    /** Another person's freeze voids what was agreed about the one before. */
    onFrozen(by: string): void {
      if (by !== frozenBy) acts = acts.filter(({ digest }) => contents.has(digest));
      frozenBy = by;
    },

    /** People have to act anew. What made a Rail must still not be sent again. */
    onRestored(hasMade: (request: string) => boolean): void {
      acts = [];
      frozenBy = SIGNALBOX;
      for (const id of posted.keys()) if (!hasMade(id)) posted.delete(id);
      for (const { id, round } of world.rows.requests.values()) rounds.set(id, round);
    },

    /** Resuming takes everyone's requirements, and who froze does not count. */
    onResumed({ digest }: Request): void {
      expectQuorum(digest, /rails|destinations/, frozenBy);
      frozenBy = null;
    },

    onImported({ digest, requestedBy }: Request): void {
      expectQuorum(digest, /destinations/, requestedBy);
    },

    onPost({ id, digest, content, requestedBy }: Request, isNothing: boolean): void {
      judge.posts += 1;
      const asked = JSON.stringify(contents.get(digest));
      expectThat(asked === JSON.stringify(content), "other bytes are sent");
      expectThat(frozenBy === null, "something is sent while frozen");
      expectThat(!posted.has(id), "it is sent again without being approved again");
      const ends = acts.filter((act) => /deny|withdraw|close/.test(act.is));
      expectThat(!ends.some((act) => act.digest === digest), "what people ended is sent");
      const isGone =
        world.standings.get(requestedBy) !== "active" && !world.silent.has(requestedBy);
      expectThat(!isGone, "its requester is gone");
      const isRail = content.change.kind === "create-rail";
      expectQuorum(digest, isRail ? /rails/ : /destinations/, requestedBy);
      if (!isNothing) posted.set(id, world.now);
    },

    /** What is payable was approved, and belongs to one request. Returns how many there are. */
    judgePayable(isMadeFor: (railId: string, request: string) => boolean): number {
      const payable = new Set<string>();
      for (const request of world.rows.requests.values()) {
        const result = request.state.is === "done" ? request.state.result : null;
        if (!result || !("railId" in result)) continue;
        const { railId, issued, matched } = result;
        const isOwn = linked.has(request.id) || isMadeFor(railId, request.id);
        expectThat(!matched || isOwn, "a Rail that was made for nobody here was taken");
        const iban = issued.source.kind === "fiat" ? issued.source.bankAccount.iban : "";
        const isItsOwn = iban === null || iban === railId.replace("rail_", "GB");
        expectThat(!matched || isItsOwn, "another Rail's IBAN was written down");
        const seen = [...world.rows.rails.values()].find(({ rail }) => rail.id === railId);
        const mirrored = seen ? { rail: seen.rail, hasTwin: false, missedSince: null } : null;
        if (trustOf(request, mirrored, world.time).is !== "payable") continue;
        expectThat(!payable.has(railId), "two requests have one Rail");
        payable.add(railId);
        expectApproved(contents.get(request.digest), seen?.rail ?? issued, issued);
      }
      return payable.size;
    },
  };
  return judge;
}

/** The service shows the Rail that was asked for, and people are told to pay in where it is. */
function expectApproved(content: Content | undefined, { source, destination }: Rail, issued: Rail) {
  const change = content?.change;
  if (change?.kind !== "create-rail") throw new Error("Broken: nobody asked for it");
  if (source.kind !== "fiat" || destination.kind !== "crypto" || issued.source.kind !== "fiat") {
    throw new Error("Broken: a Rail of another type is payable");
  }
  const { value, asset } = change.destination;
  const isSame =
    source.asset === change.source.asset &&
    destination.asset === asset &&
    value.kind === "wallet" &&
    destination.wallet.address === value.address;
  expectThat(isSame, "a Rail that differs is payable");
  const { iban, reference } = issued.source.bankAccount;
  const isToldTruly =
    (iban === null || iban === source.bankAccount.iban) &&
    reference === source.bankAccount.reference;
  expectThat(isToldTruly, "other instructions are shown than the service has");
}

export function expectThat(is: boolean, broken: string): void {
  if (!is) throw new Error(`Broken: ${broken}`);
}
