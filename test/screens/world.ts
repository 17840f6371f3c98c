import type { DestinationValue } from "../../src/platform/payment-details/destination-value.ts";
import { accountText, type CardFacts } from "../../src/request/card/facts.ts";
import type {
  AddDestination,
  Change,
  Content,
  CreateRail,
  TrustRail,
  Warning,
} from "../../src/request/rules/content.ts";
import { countApprovals } from "../../src/request/rules/may.ts";
import type { Request, State } from "../../src/request/rules/request.ts";
import type { Requirement, Settings } from "../../src/request/rules/settings.ts";
import { ADDITION, ADDRESS, contentOf, IBAN, OFF_RAMP, ON_RAMP } from "../rules/changes.ts";
import { at, NOW, SETTINGS } from "../rules/company.ts";
import { RAIL, TRUST } from "../rules/rails.ts";
import { approvalOf, aRequest } from "../rules/situation.ts";

/** Everything on a screen that is not ours: who there is, and what they wrote. */
export interface World {
  name: string;
  people: readonly string[];
  words: Readonly<
    Record<"name" | "reason" | "reference" | "destination" | "alike" | "requirement", string>
  >;
  account: string;
  asset: string;
  requirements: number;
}

const crowd = Array.from({ length: 20 }, (_, at) => `UPERSON${at}`);

export const PLAIN: World = {
  name: "plain",
  people: ["UBEN", "UCAL", "UDEE"],
  words: {
    name: "Payroll float",
    reason: "Funds the payroll run.",
    reference: "PAY-7",
    destination: "Treasury cold wallet",
    alike: "Cold wallet 2",
    requirement: "Treasury",
  },
  account: "Acme",
  asset: "GBP",
  requirements: 2,
};

const long = (length: number) =>
  `${"Wallet of the Luxembourg branch ".repeat(40).slice(0, length - 1)}.`;

export const LONGEST: World = {
  name: "longest",
  people: ["UBEN", ...crowd].slice(0, 20),
  words: {
    name: long(60),
    reason: long(500),
    reference: long(500),
    destination: long(60),
    alike: long(60),
    requirement: long(60),
  },
  account: long(200),
  asset: "STABLECOIN-OF-MANY-LETTERS",
  requirements: 8,
};

/** Markup of every kind that Slack reads, with what ends a quotation, hides, piles and turns text. */
const EVIL =
  "” e\u0301\u0301\u0301\u0301\u0301\u0301 *b* _i_ `c` <!channel> <@UEVE> <https://evil.test|bank> :tada:\n> q\n✅ \u202eevil\u200b &amp;";

export const HOSTILE: World = {
  name: "hostile",
  people: PLAIN.people,
  words: {
    name: `name ${EVIL}`,
    reason: `reason ${EVIL}`,
    reference: `reference ${EVIL}`,
    destination: `destination ${EVIL}`,
    alike: `alike ${EVIL}`,
    requirement: `requirement ${EVIL}`,
  },
  account: `account ${EVIL}`,
  asset: `*G* ${EVIL}`,
  requirements: 2,
};

export const WORLDS: readonly World[] = [PLAIN, LONGEST, HOSTILE];

/** Differs from `ADDRESS` in the third group alone. */
export const ALIKE: DestinationValue = {
  kind: "wallet",
  network: "SOLANA_DEVNET",
  family: "solana",
  address: ADDRESS.replace("16bU", "K31m"),
};

export function settingsOf({ people, words, requirements }: World): Settings {
  const rails = Array.from({ length: requirements }, (_, index): Requirement => {
    const isFirst = index === 0;
    const name = isFirst ? words.requirement : `CFO ${index > 1 ? index : ""}`.trim();
    return {
      name,
      covers: "rails",
      when: {},
      people: isFirst ? people : [...people.slice(2), "UFAY"],
      needed: isFirst ? 2 : 1,
    };
  });
  const destinations = { name: "Destinations", covers: "destinations", needed: 2 } as const;
  return { ...SETTINGS, requirements: [...rails, { ...destinations, when: {}, people }] };
}

/** A Rail that is asked for in this world's words. */
function worded(change: CreateRail, { words }: World): CreateRail {
  const { name, reason, reference, destination } = words;
  return {
    ...{ ...change, name, reason, reference },
    destination: { ...change.destination, name: destination },
  };
}

export const offRamp = (world: World) => worded(OFF_RAMP, world);

export const onRamp = (world: World): CreateRail => ({
  ...worded(ON_RAMP, world),
  source: { asset: world.asset, network: null },
});

export function addition({ words }: World, changes: Partial<AddDestination> = {}): AddDestination {
  return { ...ADDITION, name: words.destination, reason: words.reason, ...changes };
}

export const trust = ({ words, asset }: World, changes: Partial<TrustRail> = {}): TrustRail => ({
  ...{ ...TRUST, name: words.name, reason: words.reason, registeredAs: words.destination },
  shown: { ...RAIL, source: { ...RAIL.source, asset } },
  ...changes,
});

export const account = (world: World) =>
  addition(world, { value: { kind: "account", iban: IBAN } });

export const stops = ({ words }: World, count = 1): Change => ({
  kind: "resume",
  stops: Array.from({ length: count }, (_, index) => ({
    by: index === 1 ? "signalbox" : "UEVE",
    at: at(-60 * (count - index)),
    reason: words.reason,
  })),
});

export const alike = ({ words }: World, count = 1): Warning[] =>
  Array.from({ length: count }, () => ({ is: "looks-like", name: words.alike, value: ALIKE }));

export function contentWith(change: Change, warnings: readonly Warning[]): Content {
  const content = contentOf(change);
  const isFirstUse = warnings.some(({ is }) => is === "first-use");
  return { ...content, traits: { ...content.traits, isFirstUse, warnings } };
}

interface Case {
  change: Change;
  state?: State;
  warnings?: readonly Warning[];
  /** How many people have approved. */
  given?: number;
  request?: Partial<Request>;
  facts?: Partial<CardFacts>;
}

/** The facts of one request in this world, as its card gets them. */
export function factsOf(
  world: World,
  { change, state = { is: "pending" }, warnings = [], given = 0, request = {}, facts = {} }: Case,
): CardFacts {
  const settings = settingsOf(world);
  const by = change.kind === "resume" ? "UEVE" : "UANA";
  const asked = aRequest({
    content: contentWith(change, warnings),
    requestedBy: by,
    expiresAt: change.kind === "resume" ? null : at(3 * 86_400),
    state,
    ...request,
  });
  const approvals = world.people.slice(0, given).map((person) => approvalOf(asked, person));
  const whole = { ...asked, approvals };
  const inForce = { version: 1, settings };
  return {
    request: whole,
    settings,
    count: countApprovals(whole, { inForce, standings: new Map(), restoredAt: 0 }),
    resume: null,
    last: { seq: 812, hash: "3f9ac2e1b07d".repeat(5) },
    account: accountText(world.account, "sandbox"),
    now: NOW,
    obstacleUntil: null,
    links: { card: "https://acme.slack.com/archives/C1/p1", instructions: null },
    sending: [],
    kept: [],
    register: ["d1", "d2"].map((id) => ({ ...registered(world), id })),
    trust: null,
    naming: null,
    isLookedFor: true,
    ...facts,
  };
}

function registered(world: World): Request {
  const done = { is: "done", at: at(-3 * 86_400), result: { serviceId: "wa_1" } } as const;
  return aRequest({ change: addition(world), number: 131, requestedBy: "UDEE", state: done });
}

export const done = (changes = {}): State => ({
  is: "done",
  at: at(-86_400),
  result: { railId: "rail_1", issued: RAIL, matched: true, differences: [], ...changes },
});
