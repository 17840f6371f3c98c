import type { Rail } from "../../src/platform/rail-api/rail.ts";
import type { Change, CreateRail } from "../../src/request/rules/content.ts";
import type { Outcome } from "../../src/request/rules/outcome.ts";
import { type Tag, tagText } from "../../src/request/rules/tag.ts";
import type { Random } from "../harness/random.ts";
import { withValue } from "../rules/leaves.ts";
import { RAIL } from "../rules/rails.ts";

/** How a service behaves for a whole walk. */
export interface Temper {
  echoesTags: boolean;
  /** How often something goes wrong, from 0 to 1. */
  faults: number;
  /** It shows what is not so: another Rail, other values, twins, a stranger's tag. */
  lies: boolean;
}

interface Made {
  rail: Rail;
  /** The request that it was posted for; null if somebody made it without us. */
  request: string | null;
  /** Nobody sees it before, milliseconds: a late effect, or a Rail that the list hides. */
  from: number;
}

/** Late effects show within 45 minutes: people wait an hour before they approve again. */
const LATEST_MS = 45 * 60_000;

export type Service = ReturnType<typeof createService>;

/** A Rail service, truthful or lying. Of what it made it never says *not created*. */
export function createService(random: Random, now: () => number, temper: Temper) {
  const made: Made[] = [];
  const tags: Tag[] = [];
  let isCalm = false;
  const fails = (part: number) => !isCalm && random.chance(temper.faults * part);
  const lies = () => temper.lies && fails(0.3);

  function make(change: CreateRail, tag: Tag | null, request: string | null, from: number): Rail {
    const number = made.length + 1;
    const { source, destination } = change;
    const { value } = destination;
    const items = [tag && tagText(tag), change.reference].filter((each) => each !== null);
    const changes: Record<string, unknown> = {
      id: fails(0.2) ? null : `rail_${number}`,
      metadata: tag && temper.echoesTags ? items : null,
      createdAt: new Date(now()).toISOString(),
      "source.asset": source.asset,
      "source.bankAccount.id": `bka_${number}`,
      "source.bankAccount.iban": fails(0.3) ? null : `GB${number}`,
      "source.bankAccount.reference": `REF-${number}`,
      "destination.asset": lies() ? "USDX" : destination.asset,
      "destination.wallet.id": destination.id,
      "destination.wallet.address": lies() || value.kind !== "wallet" ? "else" : value.address,
    };
    const rail = Object.entries(changes).reduce<Rail>((all, each) => withValue(all, ...each), RAIL);
    made.push({ rail, request, from });
    return rail;
  }

  /** What it shows of a Rail now: what was empty at first is filled in a minute, for good. */
  function shown(each: Made, index: number): Rail {
    if (now() >= each.from + 60_000) {
      const whole = { ...each.rail, id: each.rail.id ?? `rail_${index + 1}` };
      const isFilled = whole.source.kind === "fiat" && whole.source.bankAccount.iban !== null;
      const filled = () => withValue(whole, "source.bankAccount.iban", `GB${index + 1}`);
      each.rail = isFilled ? whole : filled();
    }
    return lies() ? withValue(each.rail, "source.bankAccount.reference", "other") : each.rail;
  }

  const visible = () =>
    made.flatMap((each, index) => (each.from <= now() ? [shown(each, index)] : []));

  return {
    /** Somebody makes a Rail without us; with a stranger's tag if the service lies. */
    makeElsewhere(change: CreateRail, tag: Tag | null): void {
      make(change, lies() ? tag : null, null, now());
    },

    /** What a POST comes to. Whether a Rail that it names was known, others say. */
    post(change: Change, tag: Tag): Outcome {
      if (fails(0.3)) return { is: "not-sent" };
      if (fails(0.2)) return { is: "not-created", because: "token", said: "" };
      if (fails(0.1)) return { is: "not-created", because: "invalid", said: "" };
      if (fails(0.4)) return { is: "unknown" };
      if (change.kind !== "create-rail") {
        return { is: "destination", serviceId: fails(0.2) ? null : "wa_9", isApproved: !lies() };
      }
      const isLate = fails(0.5);
      tags.push(tag);
      const echoed = lies() ? random.pick(tags) : tag;
      const rail = make(
        change,
        echoed,
        tag.request,
        now() + (isLate ? random.below(LATEST_MS) : 0),
      );
      if (lies()) make(change, tag, tag.request, now());
      if (isLate || fails(0.3)) return { is: "unknown" };
      return {
        is: "rail",
        rail: lies() ? random.pick(made.slice(0, 3)).rail : rail,
        key: "",
        isKnown: false,
      };
    },

    /** Null where the walk was not complete. What is hidden is missing from a complete list. */
    list: (): Rail[] | null => (fails(1) ? null : visible()),

    /** Null where it says that there is none. */
    get(id: string): Rail | null | "failed" {
      if (fails(0.5)) return "failed";
      if (fails(0.2)) return null;
      const all = visible();
      if (all.length > 0 && lies()) return random.pick(all);
      return all.find((rail) => rail.id === id) ?? null;
    },

    madeFor: (request: string) => made.filter((each) => each.request === request),

    /** Posted for the request, or with its tag, as a lying service may show it on any Rail. */
    isMadeFor: (railId: string, request: string) =>
      made.some(
        ({ rail, request: by }, index) =>
          railId === `rail_${index + 1}` &&
          (by === request || `${rail.metadata?.[0]}`.includes(request)),
      ),

    /** From now on all goes well, and everything that is there is shown. */
    calm(): void {
      isCalm = true;
      for (const each of made) each.from = Math.min(each.from, now());
    },
  };
}
