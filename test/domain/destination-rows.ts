import type { Command } from "../../src/request/rules/decide.ts";
import type { Outcome, Whitelisted } from "../../src/request/rules/outcome/outcome.ts";
import type { SeenEnd } from "../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  ANA,
  aChange,
  anImport,
  aRetirement,
  aWhitelisting,
  CAL,
  ETHEREUM_ADDRESS,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";
import type { Row } from "./rows.ts";
import { RELEASE, rowsAbout, waiting } from "./rows.ts";
import { ABSENT, inUse, theRail } from "./situations.ts";

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
const seen: SeenEnd = {
  serviceId: "wa_7001",
  displayName: "",
  detail: { kind: "address", value: ADDRESS },
  network: "SOLANA_DEVNET",
};
const otherValue: SeenEnd = { ...seen, detail: { kind: "address", value: ETHEREUM_ADDRESS } };
/** A destination that is asked for is not in the register yet. */
const NEW = { register: ABSENT };
const RETIRED = { register: inUse({ whyUnusable: "retired" }) };

const whitelisting = rowsAbout("whitelisting", aWhitelisting(), NEW);
const importing = rowsAbout("import", anImport(), NEW);
const retirement = rowsAbout("retirement", aRetirement());
const rail = rowsAbout("a Rail", aChange());

const claim: Command = { type: "claim" };
const carryOut: Command = { type: "carry-out" };
const contradict: Command = { type: "contradict", seen: otherValue };
const prove: Command = { type: "prove", seen };
const propose: Command = {
  ...{ type: "propose-remedy", by: CAL, remedy: RELEASE },
};
const confirm: Command = {
  ...{ type: "confirm-remedy", by: CAL, remedy: RELEASE },
};
const record = (outcome: Outcome): Command => ({ type: "record", attempt: 1, outcome });

/** Wherever an answer to the attempt may still come. */
const answered = (event: string): Row["in"] => ({
  ...{ blocked: event, sending: event, "needs-a-person": event },
});
const undecided = (event: string, otherwise = "no: already-decided") => ({
  ...{ in: { pending: event, ...waiting(event) }, otherwise },
});

const WHITELISTING: readonly Row[] = [
  whitelisting("claim", claim, waiting("sending-started")),
  whitelisting("claim, when it came into the register otherwise", claim, waiting("voided"), {}),
  whitelisting("interrupted", { type: "interrupted" }, { sending: "gave-up" }),
  whitelisting("record unknown", record({ type: "unknown" }), { sending: "gave-up" }),
  whitelisting("record whitelisted", whitelisted(), answered("in-force")),
  whitelisting("record whitelisted, of another attempt", whitelisted({}, 2), {}),
  whitelisting(
    "record whitelisted, with another address",
    whitelisted({ shown: { network: "SOLANA_DEVNET", value: ETHEREUM_ADDRESS } }),
    answered("quarantined"),
  ),
  whitelisting(
    "record whitelisted, on another network",
    whitelisted({ shown: { network: "SOLANA", value: ADDRESS } }),
    answered("quarantined"),
  ),
  whitelisting(
    "record whitelisted, without an id",
    whitelisted({ serviceId: null }),
    answered("gave-up"),
  ),
  whitelisting(
    "record whitelisted, with the id of another destination",
    whitelisted(),
    answered("gave-up"),
    { ...NEW, isIdTaken: true },
  ),
  whitelisting(
    "record whitelisted, with an id that was shown with another address",
    whitelisted(),
    answered("gave-up"),
    { ...NEW, seen: otherValue },
  ),
  whitelisting(
    "record created, which only a Rail can be",
    record({ type: "created", rail: theRail() }),
    {},
  ),
  whitelisting("carry-out", carryOut, {}),
  whitelisting("contradict, by another address", contradict, { "in-force": "quarantined" }, {}),
  whitelisting("contradict, by the same address", { type: "contradict", seen }, {}, {}),
  whitelisting("prove, by the same address", prove, { "in-force": "proven" }, {}),
  whitelisting("prove, by another address", { type: "prove", seen: otherValue }, {}, {}),
  whitelisting("scanned", { type: "scanned", matches: [theRail()], candidates: [] }, {}, {}),
  whitelisting("propose a remedy", propose, { "needs-a-person": "remedy-proposed" }),
  whitelisting("confirm a remedy", confirm, { "needs-a-person": "released" }),
];

const REGISTER: readonly Row[] = [
  importing("carry-out", carryOut, waiting("in-force"), { ...NEW, seen }),
  importing("carry-out, of an id shown with another address", carryOut, waiting("quarantined"), {
    ...NEW,
    seen: otherValue,
  }),
  importing("carry-out, of an id that another destination has", carryOut, waiting("voided"), {
    ...NEW,
    isIdTaken: true,
  }),
  importing("record whitelisted", whitelisted(), {}),
  importing("contradict", contradict, { "in-force": "quarantined" }, {}),
  importing("confirm a remedy", confirm, {}),
  retirement("prove", prove, {}),
  retirement("carry-out", carryOut, waiting("in-force")),
  retirement("carry-out, after its requester has left", carryOut, waiting("in-force"), {
    roster: aRoster({ standings: { [ANA]: "deactivated" } }),
  }),
  retirement("carry-out, when it is retired already", carryOut, waiting("voided"), RETIRED),
  retirement("contradict", contradict, {}),
  {
    ...rail("void, when its destination was retired", { type: "void" }, {}, RETIRED),
    ...undecided("voided"),
  },
  {
    ...rail("void, when its destination is as it was", { type: "void" }, {}),
    ...undecided("no: not-now"),
  },
  rail("claim, when the service contradicts its destination", claim, waiting("voided"), {
    register: inUse({ whyUnusable: "contradicted" }),
  }),
  rail("claim, when its destination is not in the register", claim, waiting("voided"), NEW),
  rail("carry-out", carryOut, {}),
  rail("record whitelisted", whitelisted(), {}),
  rail("contradict", contradict, {}),
  rail("propose a remedy", propose, { "needs-a-person": "remedy-proposed" }),
];

export const DESTINATION_ROWS: readonly Row[] = [...WHITELISTING, ...REGISTER];
