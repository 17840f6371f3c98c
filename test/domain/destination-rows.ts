import type { Command } from "../../src/request/rules/decide.ts";
import type { Whitelisted } from "../../src/request/rules/outcome/outcome.ts";
import type { SeenEnd } from "../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  anImport,
  aRetirement,
  aWhitelisting,
  BEN,
  CAL,
  ETHEREUM_ADDRESS,
} from "../support/builders.ts";
import type { Row } from "./rows.ts";
import { RELEASE } from "./rows.ts";
import { ABSENT, inUse, standings, theRail } from "./situations.ts";

/** The commands of changes of the register, and what they and those of Rails do where they do not belong. */

const whitelisted = (fields: Partial<Whitelisted> = {}, ofAttempt = 1): Command => ({
  type: "record",
  attempt: ofAttempt,
  outcome: {
    type: "whitelisted",
    serviceId: "wa_1",
    shown: { network: "SOLANA_DEVNET", value: ADDRESS },
    answer: "{}",
    ...fields,
  },
});
const active = standings({ [BEN]: "active", [CAL]: "active" });
const seen: SeenEnd = {
  serviceId: "wa_7001",
  displayName: "",
  detail: { kind: "address", value: ADDRESS },
  network: "SOLANA_DEVNET",
};
const otherValue: SeenEnd = { ...seen, detail: { kind: "address", value: ETHEREUM_ADDRESS } };
/** A destination that is asked for is not in the register yet. */
const NEW = { register: ABSENT };

const WHITELISTING: readonly Row[] = [
  {
    name: "whitelisting: claim",
    change: aWhitelisting(),
    circumstances: NEW,
    command: { type: "claim", standings: active },
    in: { approved: "sending-started", blocked: "sending-started" },
  },
  {
    name: "whitelisting: claim, when it came into the register in another way",
    change: aWhitelisting(),
    command: { type: "claim", standings: active },
    in: { approved: "voided", blocked: "voided" },
  },
  {
    name: "whitelisting: interrupted",
    change: aWhitelisting(),
    circumstances: NEW,
    command: { type: "interrupted" },
    in: { sending: "gave-up" },
  },
  {
    name: "whitelisting: record unknown",
    change: aWhitelisting(),
    circumstances: NEW,
    command: { type: "record", attempt: 1, outcome: { type: "unknown" } },
    in: { sending: "gave-up" },
  },
  {
    name: "whitelisting: record whitelisted",
    change: aWhitelisting(),
    circumstances: NEW,
    command: whitelisted(),
    in: { blocked: "in-force", sending: "in-force", "needs-a-person": "in-force" },
  },
  {
    name: "whitelisting: record whitelisted, of another attempt",
    change: aWhitelisting(),
    circumstances: NEW,
    command: whitelisted({}, 2),
    in: {},
  },
  {
    name: "whitelisting: record whitelisted, with another address",
    change: aWhitelisting(),
    circumstances: NEW,
    command: whitelisted({ shown: { network: "SOLANA_DEVNET", value: ETHEREUM_ADDRESS } }),
    in: { blocked: "quarantined", sending: "quarantined", "needs-a-person": "quarantined" },
  },
  {
    name: "whitelisting: record whitelisted, on another network",
    change: aWhitelisting(),
    circumstances: NEW,
    command: whitelisted({ shown: { network: "SOLANA", value: ADDRESS } }),
    in: { blocked: "quarantined", sending: "quarantined", "needs-a-person": "quarantined" },
  },
  {
    name: "whitelisting: record whitelisted, without an id",
    change: aWhitelisting(),
    circumstances: NEW,
    command: whitelisted({ serviceId: null }),
    in: { blocked: "gave-up", sending: "gave-up", "needs-a-person": "gave-up" },
  },
  {
    name: "whitelisting: record whitelisted, with the id of another destination",
    change: aWhitelisting(),
    circumstances: { ...NEW, isIdTaken: true },
    command: whitelisted(),
    in: { blocked: "gave-up", sending: "gave-up", "needs-a-person": "gave-up" },
  },
  {
    name: "whitelisting: record whitelisted, with an id that was shown with another address",
    change: aWhitelisting(),
    circumstances: { ...NEW, isIdContradicted: true },
    command: whitelisted(),
    in: { blocked: "gave-up", sending: "gave-up", "needs-a-person": "gave-up" },
  },
  {
    name: "whitelisting: record created, which only a Rail can be",
    change: aWhitelisting(),
    circumstances: NEW,
    command: { type: "record", attempt: 1, outcome: { type: "created", rail: theRail() } },
    in: {},
  },
  {
    name: "whitelisting: carry-out",
    change: aWhitelisting(),
    circumstances: NEW,
    command: { type: "carry-out", standings: active, seen },
    in: {},
  },
  {
    name: "whitelisting: contradict, by another address",
    change: aWhitelisting(),
    command: { type: "contradict", seen: otherValue },
    in: { "in-force": "quarantined" },
  },
  {
    name: "whitelisting: contradict, by the same address",
    change: aWhitelisting(),
    command: { type: "contradict", seen },
    in: {},
  },
  {
    name: "whitelisting: prove, by the same address",
    change: aWhitelisting(),
    command: { type: "prove", seen },
    in: { "in-force": "proven" },
  },
  {
    name: "whitelisting: prove, by another address",
    change: aWhitelisting(),
    command: { type: "prove", seen: otherValue },
    in: {},
  },
  {
    name: "retirement: prove",
    change: aRetirement(),
    command: { type: "prove", seen },
    in: {},
  },
  {
    name: "whitelisting: scanned",
    change: aWhitelisting(),
    command: { type: "scanned", matches: [theRail()], candidates: [] },
    in: {},
  },
  {
    name: "whitelisting: propose a remedy",
    change: aWhitelisting(),
    circumstances: NEW,
    command: { type: "propose-remedy", by: CAL, standing: "active", remedy: RELEASE },
    in: { "needs-a-person": "remedy-proposed" },
  },
  {
    name: "whitelisting: confirm a remedy",
    change: aWhitelisting(),
    circumstances: NEW,
    command: {
      type: "confirm-remedy",
      by: CAL,
      standing: "active",
      remedy: RELEASE,
      proposers: active,
    },
    in: { "needs-a-person": "released" },
  },
];

const REGISTER: readonly Row[] = [
  {
    name: "import: carry-out",
    change: anImport(),
    circumstances: NEW,
    command: { type: "carry-out", standings: active, seen },
    in: { approved: "in-force", blocked: "in-force" },
  },
  {
    name: "import: carry-out, of an id shown with another address",
    change: anImport(),
    circumstances: NEW,
    command: { type: "carry-out", standings: active, seen: otherValue },
    in: { approved: "quarantined", blocked: "quarantined" },
  },
  {
    name: "import: carry-out, of an id that another destination has",
    change: anImport(),
    circumstances: { ...NEW, isIdTaken: true },
    command: { type: "carry-out", standings: active, seen: null },
    in: { approved: "voided", blocked: "voided" },
  },
  {
    name: "import: record whitelisted",
    change: anImport(),
    circumstances: NEW,
    command: whitelisted(),
    in: {},
  },
  {
    name: "import: contradict",
    change: anImport(),
    command: { type: "contradict", seen: otherValue },
    in: { "in-force": "quarantined" },
  },
  {
    name: "import: confirm a remedy",
    change: anImport(),
    circumstances: NEW,
    command: {
      type: "confirm-remedy",
      by: CAL,
      standing: "active",
      remedy: RELEASE,
      proposers: active,
    },
    in: {},
  },
  {
    name: "retirement: carry-out",
    change: aRetirement(),
    command: { type: "carry-out", standings: active, seen: null },
    in: { approved: "in-force", blocked: "in-force" },
  },
  {
    name: "retirement: carry-out, when it is retired already",
    change: aRetirement(),
    circumstances: { register: inUse({ whyUnusable: "retired" }) },
    command: { type: "carry-out", standings: active, seen: null },
    in: { approved: "voided", blocked: "voided" },
  },
  {
    name: "retirement: contradict",
    change: aRetirement(),
    command: { type: "contradict", seen: otherValue },
    in: {},
  },
  {
    name: "a Rail: void, when its destination was retired",
    circumstances: { register: inUse({ whyUnusable: "retired" }) },
    command: { type: "void" },
    in: { pending: "voided", approved: "voided", blocked: "voided" },
    otherwise: "no: already-decided",
  },
  {
    name: "a Rail: void, when its destination is as it was",
    command: { type: "void" },
    in: { pending: "no: not-now", approved: "no: not-now", blocked: "no: not-now" },
    otherwise: "no: already-decided",
  },
  {
    name: "a Rail: claim, when the service contradicts its destination",
    circumstances: { register: inUse({ whyUnusable: "contradicted" }) },
    command: { type: "claim", standings: active },
    in: { approved: "voided", blocked: "voided" },
  },
  {
    name: "a Rail: claim, when its destination is not in the register",
    circumstances: NEW,
    command: { type: "claim", standings: active },
    in: { approved: "voided", blocked: "voided" },
  },
  {
    name: "a Rail: carry-out",
    command: { type: "carry-out", standings: active, seen },
    in: {},
  },
  {
    name: "a Rail: record whitelisted",
    command: whitelisted(),
    in: {},
  },
  {
    name: "a Rail: contradict",
    command: { type: "contradict", seen: otherValue },
    in: {},
  },
  {
    name: "a Rail: propose a remedy",
    command: { type: "propose-remedy", by: CAL, standing: "active", remedy: RELEASE },
    in: { "needs-a-person": "remedy-proposed" },
  },
];

export const DESTINATION_ROWS: readonly Row[] = [...WHITELISTING, ...REGISTER];
