import { base58 } from "@scure/base";
import { dig, type Json, jsonIn, textAt } from "../../harness/json.ts";
import type { Random } from "../../harness/random.ts";

export const RAIL_BASE = "https://rails.test/api/v1";

/** A POST that arrived. */
export interface Posted {
  /** Numbers of the last event before it was sent, and of its arrival. */
  calledSeq: number;
  seq: number;
  calledAt: number;
  at: number;
  process: string;
  path: string;
  body: unknown;
  /** Ids of what it made. */
  made: string[];
  /** The status that the process received; null while it received none. */
  answered: number | null;
}

export interface HeldRail {
  id: string;
  /** It was asked for so. */
  body: unknown;
  /** Its entry point. */
  account: Json;
  wallet: Json;
  createdAt: string;
  /** Null where others made it. */
  post: Posted | null;
  /** How it is shown wrongly, and until when. */
  flaw: string | null;
  flawUntil: number;
  /** It shows something else than was approved, or than at its creation. */
  isAltered: boolean;
  /** The event at which it was altered last. */
  alteredSeq: number;
  /** IBANs that it showed before. */
  former: string[];
}

interface Call extends Pick<Posted, "process" | "calledAt" | "calledSeq"> {
  method: string;
  url: URL;
  token: string;
  body: string;
}

/** A Rail service of on-ramps, from `rail-interface.md` alone, that accepts only this token. */
export function createRailWorld(world: {
  now(): number;
  mark(): number;
  random: Random;
  token: string;
  /** Rails on a page of the list. */
  perPage: number;
}) {
  const { now, mark, random, perPage } = world;
  const rails: HeldRail[] = [];
  const posts: Posted[] = [];
  const places = new Map<string, Json>();
  const state = { token: world.token, isTagEchoed: true };
  const hex = () => Buffer.from(random.bytes(6)).toString("hex");

  function makeRail(body: unknown, post: Posted | null): HeldRail {
    const rail: HeldRail = {
      ...{ id: `rail_${hex()}`, body, account: newAccount(random, hex()), post },
      wallet: places.get(placeIdIn(body)) ?? {},
      createdAt: new Date(now()).toISOString(),
      ...{ flaw: null, flawUntil: 0, isAltered: false, alteredSeq: 0, former: [] },
    };
    rails.push(rail);
    post?.made.push(rail.id);
    return rail;
  }

  const isFlawed = ({ flaw, flawUntil }: HeldRail, how: string) =>
    flaw === how && now() < flawUntil;

  function shownNow(rail: HeldRail): Json {
    const { id, body, account, wallet, flaw } = rail;
    const isEchoed = state.isTagEchoed && flaw !== "not-echoed";
    const shown = isFlawed(rail, "iban-later") ? { ...account, iban: null } : account;
    return {
      id: flaw === "id-hidden" ? null : id,
      type: textAt(body, "type"),
      source: { asset: textAt(body, "source", "asset"), type: "fiat", bank_account: shown },
      destination: { asset: textAt(body, "destination", "asset"), type: "crypto", wallet },
      metadata: { external_id: (isEchoed && dig(body, "metadata")) || null },
      ...{ human: null, created_at: rail.createdAt },
    };
  }

  function list(url: URL, fault: string | null): Response {
    const listed = rails.filter((rail) => !isFlawed(rail, "hidden"));
    const page = Math.max(1, Number(url.searchParams.get("page") ?? 1));
    const last = Math.max(1, Math.ceil(listed.length / perPage));
    const from = (page - 1) * perPage;
    // The newest is counted, and not shown.
    const shown = fault === "short" ? listed.slice(0, -1) : listed;
    const slice = shown.slice(from, from + perPage);
    const at = (number: number) =>
      number < 1 || number > last ? null : `${RAIL_BASE}/rails?page=${number}`;
    return answer(200, {
      data: slice.map(shownNow),
      links: { first: at(1), last: at(last), prev: at(page - 1), next: at(page + 1) },
      meta: {
        ...{ current_page: page, last_page: last, per_page: perPage, total: listed.length },
        ...{
          path: `${RAIL_BASE}/rails`,
          links: [{ url: at(page), label: `${page}`, active: true }],
        },
        from: slice.length === 0 ? null : from + 1,
        to: slice.length === 0 ? null : from + slice.length,
      },
    });
  }

  function post(posted: Posted, fault: string | null): Response {
    const { path, body } = posted;
    posts.push(posted);
    if (fault === "500-before") return answer(500, { message: "Server Error" });
    if (fault === "429") return answer(429, { message: "Too Many Attempts." });
    if (fault === "422" || (path === "/rails" && !places.has(placeIdIn(body)))) {
      const errors = { destination: ["The selected value is invalid."] };
      return answer(422, { message: "The given data was invalid.", errors });
    }
    if (path !== "/rails") return answer(200, { data: makePlace(path, body, posted) });
    const rail = makeRail(body, posted);
    if (fault === "duplicated") makeRail(body, posted);
    rail.flaw = fault;
    rail.flawUntil = now() + 1_000 * (1 + random.below(fault === "hidden" ? 1_800 : 90));
    if (fault === "other-destination") alter(rail, "wallet", { address: newAddress(random) });
    return answer(200, { data: shownNow(rail) });
  }

  function makePlace(path: string, body: unknown, posted: Posted | null): Json {
    const isWallet = path === "/wallets";
    const id = `${isWallet ? "wa" : "bka"}_${hex()}`;
    const name = { id, display_name: textAt(body, "name") };
    const [network, address] = [textAt(body, "network_id"), textAt(body, "address")];
    const place: Json = isWallet
      ? { ...name, is_custodial: false, network, address }
      : { ...name, currency: "GBP", iban: textAt(body, "iban"), reference: null };
    places.set(id, place);
    posted?.made.push(id);
    return place;
  }

  /** From now on it shows another value than the one that people saw or approved. */
  function alter(rail: HeldRail, end: "account" | "wallet", value: Json): void {
    const seq = mark();
    // Before the first value was ever shown nobody can tell that it is another one.
    const isUnseen = end === "account" && isFlawed(rail, "iban-later");
    if (!isUnseen) Object.assign(rail, { isAltered: true, alteredSeq: seq });
    if (end === "account") rail.former.push(textAt(rail.account, "iban"));
    rail[end] = { ...rail[end], ...value };
  }

  const change = (rail: HeldRail) => alter(rail, "account", { iban: newIban(random) });

  return {
    state,
    change,
    rails: (): readonly HeldRail[] => rails,
    posts: (): readonly Posted[] => posts,
    place: (id: string) => places.get(id),

    /** A POST with these faults has its effect before the answer goes wrong. */
    answer({ method, url, token, body, ...call }: Call, fault: string | null): Response {
      const path = url.pathname.slice(new URL(RAIL_BASE).pathname.length);
      if (token !== state.token || fault === "401") {
        return answer(401, { message: "Unauthenticated." });
      }
      if (method === "POST") {
        const arrival = { seq: mark(), at: now(), made: [], answered: null };
        return spoil(post({ ...call, ...arrival, path, body: jsonIn(body) }, fault), fault);
      }
      if (fault === "500-before") return answer(502, "<html>Bad gateway</html>");
      if (path === "/rails") return spoil(list(url, fault), fault);
      const rail = rails.find(({ id }) => path === `/rails/${encodeURIComponent(id)}`);
      if (rail && fault === "altered") change(rail);
      if (!rail || fault === "404") return answer(404, { message: "Rail not found." });
      return spoil(answer(200, { data: shownNow(rail) }), fault);
    },

    /** Whoever uses the service beside Signalbox. */
    register: (path: string, body: Json) => makePlace(path, body, null),
    makeElsewhere: (body: Json) => makeRail(body, null),
  };
}

export const placeIdIn = (body: unknown) => textAt(body, "destination", "wallet_id");

function newAccount(random: Random, hex: string): Json {
  const iban = newIban(random);
  return {
    ...{ id: `bka_${hex}`, display_name: "Acme", currency: "GBP", iban },
    ...{ account_number: iban.slice(14), sort_code: iban.slice(8, 14), bic_swift: "RAILGB2L" },
    reference: `REF${hex.toUpperCase()}`,
  };
}

/** A British IBAN with the right check digits. */
export function newIban(random: Random): string {
  const account = `RAIL${Array.from({ length: 14 }, () => random.below(10)).join("")}`;
  const digits = [...`${account}GB00`].map((sign) => Number.parseInt(sign, 36)).join("");
  return `GB${`${98n - (BigInt(digits) % 97n)}`.padStart(2, "0")}${account}`;
}

export const newAddress = (random: Random) => base58.encode(random.bytes(32));

function answer(status: number, body: unknown): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

/** The effect stays; the answer says it badly. */
function spoil(response: Response, fault: string | null): Response {
  switch (fault) {
    case "500-after":
      return answer(500, { message: "Server Error" });
    case "empty":
      return answer(200, "");
    case "redirected":
      return new Response(null, { status: 302, headers: { location: "https://elsewhere.test/" } });
    case "cut":
      return new Response(cut(response), { status: 200, headers: response.headers });
    default:
      return response;
  }
}

/** The connection breaks in the middle of the body. */
const cut = ({ body }: Response) =>
  body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.slice(0, chunk.length / 2));
        controller.error(new TypeError("terminated"));
      },
    }),
  );
