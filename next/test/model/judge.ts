import type { Content } from "../../src/request/rules/content.ts";
import { type Request, SIGNALBOX } from "../../src/request/rules/request.ts";
import type { Requirement } from "../../src/request/rules/settings.ts";
import { trustOf } from "../../src/request/rules/trust.ts";
import type { World } from "./world.ts";

/** What a person did and was told that it counts. */
interface Act {
  is: "approve" | "deny" | "withdraw" | "close" | "ask-again";
  by: string;
  digest: string;
}

/**
 * Judges a walk by what people did and what was posted, without the rules' own counting. Acts before a restore are gone,
 * and so are approvals before *approve again*.
 */
export function createJudge(world: World) {
  /** What was asked for, as its digest names it. */
  const contents = new Map<string, Content>();
  let acts: Act[] = [];
  /** Requests with a POST that may have taken effect, and that nobody has asked to approve again since. */
  const posted = new Set<string>();
  let frozenBy: string | null = null;
  const judge = {
    posts: 0,

    onAsked({ digest, content }: Request): void {
      contents.set(digest, structuredClone(content));
    },

    /** Before it is decided, as it may take effect at once; what was refused was none. */
    onAct(act: Act, request: string, decide: () => boolean): boolean {
      acts.push(act);
      const isTaken = decide();
      if (!isTaken) acts = acts.filter((each) => each !== act);
      if (isTaken && act.is === "ask-again") {
        posted.delete(request);
        acts = acts.filter(({ digest }) => digest !== act.digest);
      }
      return isTaken;
    },

    onFrozen(by: string): void {
      frozenBy = by;
    },

    /** People have to act anew, as nobody knows what was lost. What made a Rail must still not be sent again. */
    onRestored(hasMade: (request: string) => boolean): void {
      acts = [];
      frozenBy = SIGNALBOX;
      for (const id of posted) if (!hasMade(id)) posted.delete(id);
    },

    onResumed({ digest }: Request): void {
      const requirements = world.settings.requirements.filter(
        ({ when }) => Object.keys(when).length === 0,
      );
      expectQuorum(digest, requirements, frozenBy);
      frozenBy = null;
    },

    onRegistered({ digest, requestedBy }: Request): void {
      expectQuorum(digest, requirementsOf("destinations"), requestedBy);
    },

    onPost({ id, digest, content, requestedBy }: Request, isNothing: boolean): void {
      judge.posts += 1;
      const asked = contents.get(digest);
      expectThat(JSON.stringify(asked) === JSON.stringify(content), "other bytes are sent");
      expectThat(frozenBy === null, "something is sent while frozen");
      expectThat(!posted.has(id), "it is sent again without being approved again");
      const isEnded = acts.some(
        (act) => act.digest === digest && /deny|withdraw|close/.test(act.is),
      );
      expectThat(!isEnded, "what people ended is sent");
      const isGone =
        world.standings.get(requestedBy) !== "active" && !world.silent.has(requestedBy);
      expectThat(!isGone, "its requester is gone");
      const covers = content.change.kind === "create-rail" ? "rails" : "destinations";
      expectQuorum(digest, requirementsOf(covers), requestedBy);
      if (!isNothing) posted.add(id);
    },

    /** What people may pay into is what was approved, of one request and not of a pair. */
    judgePayable(): number {
      const payable = new Map<string, string>();
      const { requests, rails } = world.rows;
      for (const request of requests.values()) {
        const { state, id, digest } = request;
        const result = state.is === "done" ? state.result : null;
        if (!result || !("railId" in result)) continue;
        const seen = [...rails.values()].find(({ rail }) => rail.id === result.railId) ?? null;
        const mirrored = seen && { rail: seen.rail, hasTwin: false, missedSince: null };
        if (trustOf(request, mirrored, world.time).is !== "payable") continue;
        expectThat(!payable.has(result.railId), "two requests have one Rail");
        payable.set(result.railId, id);
        const change = contents.get(digest)?.change;
        const rail = seen?.rail ?? result.issued;
        expectThat(change?.kind === "create-rail", "a Rail that nobody asked for is payable");
        if (change?.kind !== "create-rail" || change.destination.value.kind !== "wallet") continue;
        const isSame =
          rail.type === change.type &&
          rail.source.asset === change.source.asset &&
          rail.destination.asset === change.destination.asset &&
          rail.destination.kind === "crypto" &&
          rail.destination.wallet.address === change.destination.value.address;
        expectThat(isSame, "a Rail that differs is payable");
        if (rail.source.kind !== "fiat" || result.issued.source.kind !== "fiat") continue;
        for (const field of ["iban", "reference"] as const) {
          const shown = result.issued.source.bankAccount[field];
          const isTrue = shown === null || shown === rail.source.bankAccount[field];
          expectThat(isTrue, "other instructions are shown than the service has");
        }
      }
      return payable.size;
    },
  };
  return judge;

  function requirementsOf(covers: Requirement["covers"]): Requirement[] {
    return world.settings.requirements.filter((each) => each.covers === covers);
  }

  function expectQuorum(digest: string, requirements: Requirement[], except: string | null): void {
    expectThat(requirements.length > 0, "nobody has to agree");
    for (const { name, people, needed } of requirements) {
      let count = 0;
      for (const person of people) {
        const has = acts.some(
          (act) => act.is === "approve" && act.digest === digest && act.by === person,
        );
        const isActive = world.standings.get(person) === "active";
        if (has && isActive && person !== except) count += 1;
      }
      expectThat(count >= needed, `${name} has ${count} of ${needed}`);
    }
  }
}

export type Judge = ReturnType<typeof createJudge>;

export function expectThat(is: boolean | undefined, broken: string): void {
  if (!is) throw new Error(`Broken: ${broken}`);
}
