import type { Pins } from "../../src/authority/pins.ts";
import { NO_PINS } from "../../src/authority/pins.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import type { SetupNow } from "../../src/request/rules/decision.ts";
import { NO_SETUP } from "../../src/request/rules/decision.ts";
import {
  ANA,
  aChannelChange,
  aConnection,
  aConnectionChange,
  aPolicy,
  aPolicyChange,
  BEN,
  CAL,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";
import type { Row } from "./rows.ts";
import { rowsAbout, waiting } from "./rows.ts";
import { ABSENT, approving } from "./situations.ts";

/** The command of changes of the set-up, what it does where it does not belong, and what others do to such changes. */

const { to, lastFour } = aConnectionChange();
const ASKED_CHANNEL = { ...NO_SETUP, approvalsChannel: "C0APPROVALS" };
const ENTERED = { ...NO_SETUP, connection: { to, lastFour } };

const policy = rowsAbout("policy", aPolicyChange(), { register: ABSENT });
const channel = rowsAbout("channel", aChannelChange(), { setup: ASKED_CHANNEL });
const connection = rowsAbout("connection", aConnectionChange(), { setup: ENTERED });
const done = waiting("set-up-changed");
const voided = waiting("voided");
const carryOut: Command = { type: "carry-out" };
const asPinned = (setup: SetupNow, pins: Partial<Pins>) => ({
  ...{ register: ABSENT, setup: { ...setup, pins: { ...NO_PINS, ...pins } } },
});
const nowAt = (of: SetupNow["connection"]) => ({ setup: { ...NO_SETUP, connection: of } });
const OTHER_VERSION = { policy: aPolicy({ version: 2 }) };

export const SETUP_ROWS: readonly Row[] = [
  policy("carry-out", carryOut, done),
  policy("carry-out, with nobody active", carryOut, waiting("approvals-lapsed"), {
    roster: aRoster({ standings: { [BEN]: "deactivated", [CAL]: "bot" } }),
  }),
  policy("carry-out, with nobody's standing known", carryOut, waiting("no: below-quorum"), {
    ...{ register: ABSENT, roster: { ...aRoster(), standings: new Map() } },
  }),
  policy("carry-out, while sending is frozen", carryOut, waiting("no: frozen"), { isFrozen: true }),
  policy("carry-out, made from another version", carryOut, voided, OTHER_VERSION),
  policy("carry-out, under another connection", carryOut, voided, {
    connection: aConnection({ id: "con_other" }),
  }),
  {
    ...policy("void, made from another version", { type: "void" }, voided, OTHER_VERSION),
    ...{ in: { pending: "voided", ...voided }, otherwise: "no: already-decided" },
  },
  policy("claim", { type: "claim" }, {}),
  policy(
    "carry-out, which is looser than what the environment sets by now",
    carryOut,
    voided,
    asPinned(NO_SETUP, { approvalsRequired: 4 }),
  ),
  channel("carry-out", carryOut, done),
  channel("carry-out, from another channel", carryOut, voided, {}),
  channel(
    "carry-out, while the environment sets another channel by now",
    carryOut,
    voided,
    asPinned(ASKED_CHANNEL, { channel: "C0APPROVALS" }),
  ),
  connection("carry-out", carryOut, done),
  connection(
    "carry-out, while the environment sets the connection by now",
    carryOut,
    voided,
    asPinned(ENTERED, { connection: to.baseUrl }),
  ),
  connection("carry-out, whose token is gone", carryOut, voided, {}),
  connection(
    "carry-out, that leads elsewhere by now",
    carryOut,
    voided,
    nowAt({ to: { ...to, baseUrl: "https://elsewhere.example/api/v1" }, lastFour }),
  ),
  connection(
    "carry-out, for which another token was entered since",
    carryOut,
    voided,
    nowAt({ to, lastFour: "0000" }),
  ),
  {
    ...connection("approve, by whoever asked for it", approving({ digest: "" }, ANA), {}),
    ...{ in: { pending: "no: self-approval" }, otherwise: "no: already-decided" },
  },
];
