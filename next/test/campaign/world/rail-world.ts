import type { Random } from "../random.ts";
import { dig, isJson, type Json, jsonIn, textAt } from "./json.ts";
import { alterEnd, answer, newAccount, newWallet, placeIdIn, spoil } from "./rail-values.ts";

/** Written from `rail-interface.md` alone. */

export const RAIL_BASE = "https://rails.test/api/v1";
const PER_PAGE = 3;

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
  token: string;
  /** Ids of what it made. */
  made: string[];
  /** The status that the process received; null while it received none. */
  answered: number | null;
}

export interface HeldRail {
  id: string;
  items: readonly unknown[] | null;
  resource: Json;
  /** Null where others made it. */
  post: Posted | null;
  /** How it is shown wrongly, and until when. */
  flaw: string | null;
  flawUntil: number;
  /** It shows something else than was approved, or than at its creation. */
  isAltered: boolean;
}

export interface Call {
  method: string;
  url: URL;
  token: string;
  body: string;
  process: string;
  calledAt: number;
  calledSeq: number;
}

export type RailWorld = ReturnType<typeof createRailWorld>;

/** A Rail service. `now` and `mark` are the stage's; `token` is the one that it accepts. */
export function createRailWorld(world: {
  now(): number;
  mark(): number;
  random: Random;
  token: string;
}) {
  const { now, mark, random } = world;
  const rails: HeldRail[] = [];
  const posts: Posted[] = [];
  const places = new Map<string, Json>();
  const state = { token: world.token, isTagEchoed: true };
  const hex = () => [...random.bytes(6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  function makeRail(body: unknown, post: Posted | null): HeldRail {
    const isOn = textAt(body, "type") === "ON_RAMP";
    const place = places.get(placeIdIn(body)) ?? {};
    const [source, destination] = [textAt(body, "source", "asset"), dig(body, "destination")];
    const asset = textAt(destination, "asset");
    const network = textAt(body, "source", "network_id");
    const rail: HeldRail = {
      ...{ id: `rail_${hex()}`, post, flaw: null, flawUntil: 0, isAltered: false },
      items: itemsIn(body),
      resource: {
        type: textAt(body, "type"),
        source: isOn
          ? { asset: source, type: "fiat", bank_account: newAccount(random, hex()) }
          : { asset: source, type: "crypto", wallet: newWallet(random, hex(), network) },
        destination: isOn
          ? { asset, type: "crypto", wallet: place }
          : { asset, type: "fiat", bank_account: place },
        created_at: new Date(now()).toISOString(),
      },
    };
    rails.push(rail);
    post?.made.push(rail.id);
    return rail;
  }

  function shownNow(rail: HeldRail): Json {
    const isEchoed = state.isTagEchoed && rail.flaw !== "not-echoed";
    const shown = structuredClone(rail.resource);
    const account = dig(shown, "source", "bank_account");
    if (isFlawed(rail, "iban-later") && isJson(account)) account.iban = null;
    return {
      ...shown,
      id: rail.flaw === "id-hidden" ? null : rail.id,
      metadata: { external_id: isEchoed ? rail.items : null },
      human: null,
    };
  }

  const isFlawed = ({ flaw, flawUntil }: HeldRail, how: string) =>
    flaw === how && now() < flawUntil;

  function list(url: URL, fault: string | null): Response {
    const listed = rails.filter((rail) => !isFlawed(rail, "hidden"));
    const total = listed.length + (fault === "short" ? 1 : 0);
    const page = Math.max(1, Number(url.searchParams.get("page") ?? 1));
    const last = Math.max(1, Math.ceil(listed.length / PER_PAGE));
    const from = (page - 1) * PER_PAGE;
    const slice = listed.slice(from, from + PER_PAGE);
    const at = (number: number) =>
      number < 1 || number > last ? null : `${RAIL_BASE}/rails?page=${number}`;
    return answer(200, {
      data: slice.map(shownNow),
      links: { first: at(1), last: at(last), prev: at(page - 1), next: at(page + 1) },
      meta: {
        ...{ current_page: page, last_page: last, per_page: PER_PAGE, total },
        from: slice.length === 0 ? null : from + 1,
        to: slice.length === 0 ? null : from + slice.length,
        path: `${RAIL_BASE}/rails`,
        links: [{ url: at(page), label: `${page}`, active: true }],
      },
    });
  }

  function post(call: Call, fault: string | null): Response {
    const body = jsonIn(call.body);
    const path = call.url.pathname.slice(new URL(RAIL_BASE).pathname.length);
    const { process, token, calledAt, calledSeq } = call;
    const arrival = { seq: mark(), at: now(), made: [], answered: null };
    const posted: Posted = { process, token, calledAt, calledSeq, path, body, ...arrival };
    posts.push(posted);
    if (fault === "500-before") return answer(500, { message: "Server Error" });
    if (fault === "429") return answer(429, { message: "Too Many Attempts." });
    const wrong = wrongIn(path, body);
    if (fault === "422" || wrong) {
      const errors = { [wrong || "destination"]: ["The selected value is invalid."] };
      return answer(422, { message: "The given data was invalid.", errors });
    }
    if (path !== "/rails") return answer(200, { data: makePlace(path, body, posted) });
    const rail = makeRail(body, posted);
    if (fault === "duplicated") makeRail(body, posted);
    rail.flaw = fault;
    rail.flawUntil = now() + 1_000 * (1 + random.below(fault === "hidden" ? 1_800 : 90));
    if (fault === "other-destination") alter(rail, "destination");
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

  function wrongIn(path: string, body: unknown): string | null {
    if (path === "/wallets") return textAt(body, "address") === "" ? "address" : null;
    if (path === "/bank-accounts") return textAt(body, "iban") === "" ? "iban" : null;
    return places.has(placeIdIn(body)) ? null : "destination";
  }

  /** From now on it shows another value than the one that people saw or approved. */
  function alter(rail: HeldRail, end: "source" | "destination"): void {
    rail.isAltered = true;
    alterEnd(rail.resource, end, random);
  }

  return {
    state,
    rails: (): readonly HeldRail[] => rails,
    posts: (): readonly Posted[] => posts,
    place: (id: string) => places.get(id),
    alter,

    /** A POST with these faults has its effect before the answer goes wrong. */
    answer(call: Call, fault: string | null): Response {
      const path = call.url.pathname.slice(new URL(RAIL_BASE).pathname.length);
      if (call.token !== state.token || fault === "401") {
        return answer(401, { message: "Unauthenticated." });
      }
      if (call.method === "POST") return spoil(post(call, fault), fault);
      if (fault === "500-before") return answer(502, "<html>Bad gateway</html>");
      if (path === "/rails") return spoil(list(call.url, fault), fault);
      const rail = rails.find(({ id }) => path === `/rails/${encodeURIComponent(id)}`);
      if (rail && fault === "altered") alter(rail, "source");
      if (!rail || fault === "404") return answer(404, { message: "Rail not found." });
      return spoil(answer(200, { data: shownNow(rail) }), fault);
    },

    /** Whoever uses the service beside Signalbox. */
    register: (path: string, body: Json) => makePlace(path, body, null),
    makeElsewhere: (body: Json) => makeRail(body, null),
  };
}

function itemsIn(body: unknown): readonly unknown[] | null {
  const items = dig(body, "metadata");
  return Array.isArray(items) ? items : null;
}
