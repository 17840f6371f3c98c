import type { Rail } from "../../src/platform/rail-api/rail.ts";
import type { AddDestination, CreateRail } from "../../src/request/rules/content.ts";
import { type Tag, tagText } from "../../src/request/rules/tag.ts";
import type { Random } from "../campaign/random.ts";

/** How a service behaves for a whole walk. */
export interface Temper {
  echoesTags: boolean;
  /** How often something goes wrong, from 0 to 1. */
  faults: number;
  /** Whether it shows what is not so: another Rail, other values, twins, Rails with a stranger's tag. */
  lies: boolean;
}

export type Answered =
  | { is: "rail"; rail: Rail }
  | { is: "destination"; id: string | null; isApproved: boolean }
  | { is: "not-created"; because: "token" | "invalid" }
  | { is: "not-sent" }
  | { is: "unknown" };

interface Made {
  rail: Rail;
  /** The request that it was posted for; null if somebody made it without us. */
  request: string | null;
  /** What nobody sees before, milliseconds: a late effect, or a Rail that the list hides. */
  from: number;
}

/** Late effects and hidden Rails show within 45 minutes: people wait an hour before they approve again. */
const LATEST_MS = 45 * 60_000;

export type Service = ReturnType<typeof createService>;

/** The Rail service of a walk, truthful or lying. It never says *not created* of what it made: that the document promises. */
export function createService(random: Random, now: () => number, temper: Temper) {
  const made: Made[] = [];
  let isCalm = false;
  const fails = (part = 1) => !isCalm && random.chance(temper.faults * part);
  const lies = () => temper.lies && fails(0.3);

  function make(change: CreateRail, tag: Tag | null, request: string | null, from: number): Rail {
    const number = made.length + 1;
    const items = [tag && tagText(tag), change.reference].filter((each) => each !== null);
    const { type, source, destination } = change;
    if (type !== "ON_RAMP" || destination.value.kind !== "wallet") throw new Error("Not made here");
    const { network, address } = destination.value;
    const rail: Rail = {
      id: fails(0.2) ? null : `rail_${number}`,
      type,
      metadata: tag && temper.echoesTags ? items : null,
      createdAt: new Date(now()).toISOString(),
      source: {
        kind: "fiat",
        asset: source.asset,
        bankAccount: {
          id: `bka_${number}`,
          displayName: "Ours",
          currency: source.asset,
          iban: fails(0.3) ? null : `GB${number}`,
          accountNumber: null,
          sortCode: null,
          bicSwift: null,
          reference: `REF-${number}`,
        },
      },
      destination: {
        kind: "crypto",
        asset: lies() ? "USDX" : destination.asset,
        wallet: {
          id: destination.id,
          displayName: destination.name,
          isCustodial: false,
          network,
          address: lies() ? "elsewhere" : address,
        },
      },
    };
    made.push({ rail, request, from });
    return rail;
  }

  /** What it shows of a Rail now: what was empty at first is filled sooner or later. */
  function shown({ rail, from }: Made): Rail {
    const number = /\d+/.exec(String(rail.source.kind === "fiat" && rail.source.bankAccount.id));
    if (rail.type !== "ON_RAMP" || now() < from + 60_000) return rail;
    const { bankAccount } = rail.source;
    const whole = { ...bankAccount, iban: bankAccount.iban ?? `GB${number}` };
    const isChanged = lies();
    const filled = isChanged ? { ...whole, reference: "REF-other" } : whole;
    return {
      ...rail,
      id: rail.id ?? `rail_${number}`,
      source: { ...rail.source, bankAccount: filled },
    };
  }

  const visible = () => made.filter(({ from }) => from <= now());

  return {
    /** Somebody makes a Rail without us; with a stranger's tag if the service lies. */
    makeElsewhere(change: CreateRail, tag: Tag | null) {
      make(change, lies() ? tag : null, null, now());
    },

    postRail(change: CreateRail, tag: Tag): Answered {
      if (fails(0.3)) return { is: "not-sent" };
      if (fails(0.2)) return { is: "not-created", because: "token" };
      if (fails(0.1)) return { is: "not-created", because: "invalid" };
      if (fails(0.4)) return { is: "unknown" };
      const isLate = fails(0.5);
      const rail = make(change, tag, tag.request, now() + (isLate ? random.below(LATEST_MS) : 0));
      if (lies()) make(change, tag, tag.request, now());
      if (lies()) return { is: "rail", rail: shown(random.pick(made)) };
      return isLate || fails(0.3) ? { is: "unknown" } : { is: "rail", rail };
    },

    postDestination(_: AddDestination): Answered {
      if (fails(0.3)) return { is: "not-sent" };
      if (fails(0.2)) return { is: "not-created", because: "token" };
      if (fails(0.5)) return { is: "unknown" };
      return { is: "destination", id: fails(0.2) ? null : "wa_9", isApproved: !lies() };
    },

    /** Null where the walk was not complete. A Rail that is hidden is missing from a list that looks complete. */
    list: (): Rail[] | null => (fails() ? null : visible().map(shown)),

    /** Null where it says that there is none. */
    get(id: string): Rail | null | "failed" {
      if (fails(0.5)) return "failed";
      if (fails(0.2)) return null;
      const all = visible().map((each) => shown(each));
      if (all.length > 0 && lies()) return random.pick(all);
      return all.find((rail) => rail.id === id) ?? null;
    },

    hasMade: (request: string) => made.some((each) => each.request === request),

    /** From now on all goes well, and everything that is there is shown. */
    calm() {
      isCalm = true;
      for (const each of made) each.from = Math.min(each.from, now());
    },
  };
}
