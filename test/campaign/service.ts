import { setImmediate } from "node:timers/promises";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import type { RailApi, RailPage } from "../../src/platform/rail-api/rail-api.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import type { Rail, RailSpec } from "../../src/platform/rail-api/rules/rail.ts";
import { readTag } from "../../src/request/rules/outcome/tag.ts";
import type { Fault } from "../../src/sandbox/rail-service/faults.ts";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { NOBODY_THERE } from "../support/lying-server.ts";
import type { FaultKind } from "./faults.ts";
import { ON_LIST } from "./faults.ts";
import type { Turn } from "./steps.ts";

export const TOKEN = "acme-token";
export const COMPANY = "Acme";
const MINUTE = 60_000;
const LONG_AGO = "2026-01-01T00:00:00.000Z";

/** The client's own. */
const POST_TIMEOUT_MS = 10_000;

/** A Rail as the service holds it, whatever its answers show of it. */
export interface Held {
  id: string;
  tag: { requestId: string; digest: string } | undefined;
  resource: unknown;
}

interface Delayed {
  /** ISO 8601: when the network delivers it after all. */
  due: string;
  deliver(): Promise<void>;
}

export interface CampaignService {
  service: RailService;
  /** What a process is given: the real client over HTTP, with what goes wrong on the way. */
  apiFor(turn: Turn): RailApi;
  /** As `apiFor`, for people and for the end, when nothing goes wrong. */
  direct: RailApi;
  held(): Held[];
  /** Strikes at the next call of the step that is being taken. */
  strike(kind: FaultKind, choice: number): Promise<void>;
  /** Rails that were made elsewhere long before, into this wallet. */
  makeOthers(walletId: string, count: number): Promise<void>;
  /** How often the network itself sent one of our POSTs twice. */
  duplicates(): number;
  /** By whole walks, and put back to what was known at the moment of a backup. */
  walked(): Walked;
  forgetWalks(to: Walked): void;
  /** Has a walk shown more than one Rail of this request? */
  hasShownTwo(requestId: string): boolean;
  /** Delivers what was delayed until now. */
  deliverDue(): Promise<void>;
  hasDelayed(): boolean;
  /** Something is done or on its way that nobody can see at the service yet. */
  hasSecrets(): boolean;
  isRevoked(): boolean;
  /** No answer carries a tag any more, or none in which the Rail of a request was made. */
  isTagEchoed(): boolean;
  isAltered(): boolean;
  /** What saw a Rail altered is forgotten, and it is shown as it is again. */
  forgetAltered(): void;
  heal(): Promise<void>;
  stop(): Promise<void>;
}

/** What a short look has read: the first page, the last, and perhaps a third. */
export interface ShortLook {
  /** ISO 8601, by the service's own clock. */
  at: string;
  /** As the last of them said. */
  total: number;
  ids: readonly (string | null)[];
}

/** What walks over the list have shown. */
export interface Walked {
  /** ISO 8601, by the service's own clock; null where none came to its end. */
  at: string | null;
  ids: readonly string[];
}

/** What the process that posts has seen of the list before. */
export interface Look {
  /** Since the last walk began, whether or not that came to its end. */
  short: ShortLook | undefined;
  /** Its last walk came to the end, and showed as many Rails as were counted. */
  isWhole: boolean;
  /** Ids of Rails of the same route that it showed, made since the schedule began and without a tag. */
  alike: readonly string[];
}

interface Options {
  now: { readonly value: string };
  onPost(spec: RailSpec, metadata: readonly string[], look: Look): Promise<void>;
  onLeft(requestId: string): Promise<void>;
}

/** The sandbox Rail service for one schedule, behind a network that loses, delays, doubles and cuts. */
export async function campaignService({ now, onPost, onLeft }: Options): Promise<CampaignService> {
  const service = await startRailService({
    companies: [{ name: COMPANY, token: TOKEN }],
    pageSize: 2,
  });
  const client = (token = TOKEN, baseUrl = service.baseUrl) =>
    createRailApi({ baseUrl, token, pauseMs: 0 });
  const real = client();
  const unreachable = client(TOKEN, NOBODY_THERE);
  const refused = client("a-token-that-was-revoked");
  let next: { kind: FaultKind; choice: number } | undefined;
  let delayed: Delayed[] = [];
  let duplicates = 0;
  let walletId = "";
  let isRevoked = false;
  let isEchoed = true;
  let isAltered = false;
  const hiddenUntil = new Map<string, string>();
  const madeAt = new Map<string, string>();
  let toReorder = 0;
  const shownTwo = new Set<string>();
  const beganAt = now.value;
  let walked: Walked = { at: null, ids: [] };
  /** What is wrong with the list for as long as one reading of it goes on. */
  let wrong: FaultKind | undefined;
  const looks = new WeakMap<Turn, Look>();

  const later = (minutes: number) =>
    new Date(Date.parse(now.value) + minutes * MINUTE).toISOString();
  const take = (...kinds: FaultKind[]) => {
    if (!next || !kinds.includes(next.kind)) return undefined;
    const taken = next;
    next = undefined;
    return taken;
  };
  const once = (fault: Fault, operation: "POST /rails" | "*" = "POST /rails") =>
    service.faults.add({ operation, fault });
  const ids = () => held().map(({ id }) => id);

  function held(): Held[] {
    return service.rails(COMPANY).map((resource) => {
      const { id, metadata } = resource as {
        id: string;
        metadata: { external_id: unknown[] | null };
      };
      return { id, tag: readTag(metadata.external_id), resource };
    });
  }

  /** Notes when each Rail was made, by the campaign's own clock. */
  async function noting<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = new Set(ids());
    try {
      return await work();
    } finally {
      // The service commits before it answers, also where the answer is lost.
      for (const id of ids()) if (!before.has(id)) madeAt.set(id, now.value);
    }
  }

  const dated = (rail: Rail): Rail => ({
    ...rail,
    createdAt: madeAt.get(rail.id ?? "") ?? rail.createdAt,
  });
  const isHidden = ({ id }: Rail) => (hiddenUntil.get(id ?? "") ?? "") > now.value;
  const lost = () => new RailApiError("unavailable", "POST /rails: no answer in time");

  async function create(spec: Parameters<RailApi["createRail"]>[0], metadata: readonly string[]) {
    const post = () => noting(() => real.createRail(spec, metadata));
    const fault = next;
    next = undefined;
    const requestId = readTag(metadata)?.requestId;
    if (requestId !== undefined && fault?.kind !== "not-sent") await onLeft(requestId);
    const minutes = 1 + Math.floor((fault?.choice ?? 0) * 60);
    switch (fault?.kind) {
      case "request-lost":
        once({ kind: "drop-before-commit" });
        return post();
      case "answer-lost":
        once({ kind: "drop-after-commit" });
        return post();
      case "delayed-past-time-out":
      case "delayed-and-late": {
        const due = later(fault.kind === "delayed-and-late" ? minutes : 0.5);
        delayed.push({ due, deliver: async () => void (await post()) });
        throw lost();
      }
      case "duplicated-on-the-wire":
        duplicates += 1;
        await post();
        return post();
      case "duplicated-and-lost":
        duplicates += 1;
        await post();
        await post();
        throw lost();
      case "truncated":
        once({ kind: "truncate" });
        return post();
      case "cut-json":
        once({ kind: "cut-json" });
        return post();
      case "redirected":
        throw new RailApiError("unexpected-response", "POST /rails: answered 302");
      case "500-before-commit":
      case "500-after-commit":
        once({ kind: fault.kind });
        return post();
      case "429":
        once({ kind: "429" });
        return post();
      case "not-sent":
        return unreachable.createRail(spec, metadata);
      case "id-null":
        once({ kind: "id-null" });
        return post();
      case "metadata-not-echoed":
        isEchoed = false;
        service.faults.add({
          operation: "*",
          times: Number.POSITIVE_INFINITY,
          fault: { kind: "metadata-not-echoed" },
        });
        return post();
      case "hidden-for-minutes": {
        const rail = await post();
        hiddenUntil.set(rail.id ?? "", later(minutes));
        throw lost();
      }
      case "shown-late": {
        const rail = await post();
        hiddenUntil.set(rail.id ?? "", later(Math.min(minutes, 9)));
        return rail;
      }
      default:
        return post();
    }
  }

  function readFault(): Fault | undefined {
    const fault = take("read-lost", "read-truncated", "read-500");
    if (fault?.kind === "read-lost") return { kind: "drop-before-commit" };
    if (fault?.kind === "read-truncated") return { kind: "truncate" };
    return fault && { kind: "500-before-commit" };
  }

  async function beforeRead(): Promise<RailApi> {
    if (isRevoked) return refused;
    if (take("read-not-sent")) return unreachable;
    const fault = readFault();
    // As often as a read is repeated: an answer that breaks off is not.
    const times = fault?.kind === "truncate" ? 1 : 3;
    if (fault) service.faults.add({ operation: "*", times, fault });
    if (take("pages-reordered")) toReorder = 2;
    if (take("made-by-others-meanwhile")) await others(LONG_AGO);
    if (take("made-alike-meanwhile")) await others(now.value);
    return real;
  }

  /** A Rail of the same route, made elsewhere and without a tag of ours. */
  async function others(at: string): Promise<void> {
    await noting(() =>
      real.createRail(
        {
          type: "ON_RAMP",
          source: { asset: "GBP" },
          destination: {
            asset: "GBPA",
            wallet: {
              id: walletId,
              name: "Other",
              network: "SOLANA_DEVNET",
              address: "",
            },
          },
        },
        ["made elsewhere"],
      ),
    );
    const made = ids().at(-1);
    if (made) madeAt.set(made, at);
  }

  /** What strikes a whole reading of the list, and not one call of it. */
  async function strikeList(): Promise<void> {
    const fault = take(...ON_LIST);
    if (!fault) return;
    wrong = fault.kind;
    if (wrong === "total-lags" || wrong === "rail-leaves-another-comes") await others(LONG_AGO);
    if (wrong === "rail-leaves" || wrong === "rail-leaves-another-comes") {
      const [first] = held().filter(({ tag }) => tag === undefined);
      if (first) hiddenUntil.set(first.id, later(1 + Math.floor(fault.choice * 60)));
    }
  }

  /** The list as it is shown now, and how many Rails are counted. */
  async function shownNow(turn: Turn | undefined): Promise<{ shown: Rail[]; total: number }> {
    const api = await beforeRead();
    await strikeList();
    const all: Rail[] = [];
    for await (const page of api.listRails()) {
      all.push(...page.rails);
      if (turn) await turn("read", "the next page");
    }
    const shown = all.filter((rail) => !isHidden(rail)).map(dated);
    if (wrong === "counted-twice") shown.push(...structuredClone(shown.slice(0, 1)));
    const off = wrong === "total-too-high" ? 1 : wrong === "total-lags" ? -1 : 0;
    return { shown, total: shown.length + off };
  }

  /** A page by itself, of two Rails as all the others. */
  async function pageAt(address: string | null, turn: Turn | undefined, look: Look) {
    if (address === null) {
      wrong = undefined;
      look.isWhole = false;
      look.alike = [];
      look.short = { at: now.value, total: 0, ids: [] };
    }
    const { shown, total } = await shownNow(turn);
    const count = Math.max(1, Math.ceil(shown.length / 2));
    const number = address === null ? 1 : Number(address);
    const rails = shown.slice(2 * number - 2, 2 * number);
    const ids = [...(look.short?.ids ?? []), ...rails.map(({ id }) => id)];
    look.short = { at: now.value, total, ids };
    return {
      rails,
      total,
      isFirst: number === 1,
      isLast: number === count,
      previous: number > 1 ? `${number - 1}` : null,
      next: number < count ? `${number + 1}` : null,
      last: `${count}`,
    };
  }

  async function* walk(turn: Turn | undefined, look: Look): AsyncGenerator<RailPage> {
    look.isWhole = false;
    look.alike = [];
    look.short = undefined;
    wrong = undefined;
    const { shown, total } = await shownNow(turn);
    if (toReorder > 0 && shown.length > 1) {
      toReorder -= 1;
      // The last one moves to the front behind the walk's back: the one before it comes twice.
      shown.splice(shown.length - 1, 1, ...structuredClone(shown.slice(-2, -1)));
    }
    for (let at = 0; at === 0 || at < shown.length; at += 2) {
      yield { rails: shown.slice(at, at + 2), total };
      await setImmediate();
    }
    look.isWhole = new Set(shown.map(({ id }) => id)).size >= total;
    look.alike = shown
      .filter(({ metadata, createdAt }) => !readTag(metadata) && (createdAt ?? "") >= beganAt)
      .flatMap(({ id }) => id ?? []);
    if (!look.isWhole) return;
    walked = { at: now.value, ids: [...walked.ids, ...shown.flatMap(({ id }) => id ?? [])] };
    const tags = shown.flatMap(({ metadata }) => readTag(metadata)?.requestId ?? []);
    for (const tag of tags) if (tags.filter((each) => each === tag).length > 1) shownTwo.add(tag);
  }

  async function get(id: string): Promise<Rail> {
    const altered = take("read-altered");
    const rail = dated(await (await beforeRead()).getRail(id));
    if (isHidden(rail)) throw new RailApiError("not-found", "GET /rails/{rail}: answered 404");
    if (!altered) return rail;
    isAltered = true;
    return alter(rail, altered.choice);
  }

  /** The processes open several clients in one task. */
  function lookOf(turn: Turn | undefined): Look {
    const look = (turn && looks.get(turn)) ?? { isWhole: false, alike: [], short: undefined };
    if (turn) looks.set(turn, look);
    return look;
  }

  const apiFor = (turn: Turn | undefined, look = lookOf(turn)): RailApi => ({
    ...real,
    async createRail(spec, metadata) {
      const askedAt = now.value;
      await turn?.("post", "POST /rails");
      // As the client does it: what it has not sent in time it never sends.
      if (Date.parse(now.value) - Date.parse(askedAt) > POST_TIMEOUT_MS) throw lost();
      await onPost(spec, metadata, look);
      return isRevoked ? refused.createRail(spec, metadata) : create(spec, metadata);
    },
    async getRail(id) {
      await turn?.("read", "GET /rails/{rail}");
      return get(id);
    },
    async *listRails() {
      await turn?.("read", "GET /rails");
      yield* walk(turn, look);
    },
    async readPage(address) {
      await turn?.("read", "GET /rails, one page");
      return pageAt(address, turn, look);
    },
  });

  const onlyTrouble = (error: unknown) => {
    if (!(error instanceof RailApiError)) throw error;
  };

  async function deliverAll(isDue: (each: Delayed) => boolean): Promise<void> {
    const due = delayed.filter(isDue);
    delayed = delayed.filter((each) => !due.includes(each));
    // Nobody waits for the answer any more: what becomes of that is the same.
    for (const each of due) await each.deliver().catch(onlyTrouble);
  }

  return {
    service,
    apiFor: (turn) => apiFor(turn),
    direct: apiFor(undefined),
    held,
    async strike(kind, choice) {
      if (kind === "token-revoked") isRevoked = true;
      else next = { kind, choice };
    },
    duplicates: () => duplicates,
    walked: () => walked,
    forgetWalks(to) {
      walked = to;
    },
    hasShownTwo: (requestId) => shownTwo.has(requestId),
    async makeOthers(wallet, count) {
      walletId = wallet;
      for (let made = 0; made < count; made += 1) await others(LONG_AGO);
    },
    deliverDue: () => deliverAll(({ due }) => due <= now.value),
    hasDelayed: () => delayed.length > 0,
    hasSecrets: () =>
      delayed.length > 0 || [...hiddenUntil.values()].some((until) => until > now.value),
    isRevoked: () => isRevoked,
    isTagEchoed: () => isEchoed,
    isAltered: () => isAltered,
    forgetAltered() {
      isAltered = false;
    },
    async heal() {
      isRevoked = false;
      toReorder = 0;
      next = undefined;
      await deliverAll(() => true);
    },
    stop: () => service.stop(),
  };
}

/** One field of what the service shows is not what it was. */
function alter(rail: Rail, choice: number): Rail {
  const { source, destination } = rail;
  if (destination.kind !== "crypto" || source.kind !== "fiat" || rail.type !== "ON_RAMP")
    return rail;
  const { wallet } = destination;
  const altered: Rail[] = [
    { ...rail, destination: { ...destination, wallet: { ...wallet, address: OTHER_ADDRESS } } },
    { ...rail, destination: { ...destination, wallet: { ...wallet, network: "ELSEWHERE" } } },
    { ...rail, destination: { ...destination, asset: "OTHER" } },
    { ...rail, source: { ...source, asset: "EUR" } },
    {
      ...rail,
      source: { ...source, bankAccount: { ...source.bankAccount, iban: "GB33BUKB20201555555555" } },
    },
  ];
  return altered[Math.floor(choice * altered.length)] ?? rail;
}

/** How many fields of an answer can be altered. */
export const ALTERED_FIELDS = 5;

const OTHER_ADDRESS = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
