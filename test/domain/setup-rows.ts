import { NO_PINS } from "../../src/authority/pins.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { NO_SETUP } from "../../src/request/rules/decision.ts";
import {
  aChannelChange,
  aConnection,
  aConnectionChange,
  aPolicy,
  aPolicyChange,
  BEN,
  CAL,
} from "../support/builders.ts";
import type { Row } from "./rows.ts";
import { ABSENT, approving, standings } from "./situations.ts";

/** The command of changes of the set-up, what it does where it does not belong, and what others do to such changes. */

const active = standings({ [BEN]: "active", [CAL]: "active" });
const carryOut: Command = { type: "carry-out", standings: active, seen: null };
const POLICY = { change: aPolicyChange(), circumstances: { register: ABSENT } };
const CHANNEL = {
  change: aChannelChange(),
  circumstances: { setup: { ...NO_SETUP, approvalsChannel: "C0APPROVALS" } },
};
const { to, lastFour } = aConnectionChange();
const CONNECTION = {
  change: aConnectionChange(),
  circumstances: { setup: { ...NO_SETUP, connection: { to, lastFour } } },
};
const done = { approved: "set-up-changed", blocked: "set-up-changed" };
const voided = { approved: "voided", blocked: "voided" };

export const SETUP_ROWS: readonly Row[] = [
  { name: "policy: carry-out", ...POLICY, command: carryOut, in: done },
  {
    name: "policy: carry-out, with nobody active",
    ...POLICY,
    command: {
      type: "carry-out",
      standings: standings({ [BEN]: "deactivated", [CAL]: "bot" }),
      seen: null,
    },
    in: { approved: "approvals-lapsed", blocked: "approvals-lapsed" },
  },
  {
    name: "policy: carry-out, with nobody's standing known",
    ...POLICY,
    command: { type: "carry-out", standings: standings({}), seen: null },
    in: { approved: "no: below-quorum", blocked: "no: below-quorum" },
  },
  {
    name: "policy: carry-out, while sending is frozen",
    ...POLICY,
    circumstances: { isFrozen: true },
    command: carryOut,
    in: { approved: "no: frozen", blocked: "no: frozen" },
  },
  {
    name: "policy: carry-out, made from another version",
    ...POLICY,
    circumstances: { policy: aPolicy({ version: 2 }) },
    command: carryOut,
    in: voided,
  },
  {
    name: "policy: carry-out, under another connection",
    ...POLICY,
    circumstances: { connection: aConnection({ id: "con_other" }) },
    command: carryOut,
    in: voided,
  },
  {
    name: "policy: void, made from another version",
    ...POLICY,
    circumstances: { policy: aPolicy({ version: 2 }) },
    command: { type: "void" },
    in: { pending: "voided", ...voided },
    otherwise: "no: already-decided",
  },
  {
    name: "policy: claim",
    ...POLICY,
    command: { type: "claim", standings: active },
    in: {},
  },
  { name: "channel: carry-out", ...CHANNEL, command: carryOut, in: done },
  {
    name: "channel: carry-out, from another channel",
    ...CHANNEL,
    circumstances: {},
    command: carryOut,
    in: voided,
  },
  { name: "connection: carry-out", ...CONNECTION, command: carryOut, in: done },
  {
    name: "policy: carry-out, which is looser than what the environment sets by now",
    change: aPolicyChange(),
    circumstances: {
      register: ABSENT,
      setup: { ...NO_SETUP, pins: { ...NO_PINS, approvalsRequired: 4 } },
    },
    command: carryOut,
    in: voided,
  },
  {
    name: "channel: carry-out, while the environment sets another channel by now",
    ...CHANNEL,
    circumstances: {
      setup: {
        ...{ ...NO_SETUP, approvalsChannel: "C0APPROVALS" },
        pins: { ...NO_PINS, channel: "C0APPROVALS" },
      },
    },
    command: carryOut,
    in: voided,
  },
  {
    name: "connection: carry-out, while the environment sets the connection by now",
    ...CONNECTION,
    circumstances: {
      setup: {
        ...{ ...NO_SETUP, connection: { to, lastFour } },
        pins: { ...NO_PINS, connection: to.baseUrl },
      },
    },
    command: carryOut,
    in: voided,
  },
  {
    name: "connection: carry-out, whose token is gone",
    ...CONNECTION,
    circumstances: {},
    command: carryOut,
    in: voided,
  },
  {
    name: "connection: carry-out, that leads elsewhere by now",
    ...CONNECTION,
    circumstances: {
      setup: {
        ...NO_SETUP,
        connection: { to: { ...to, baseUrl: "https://elsewhere.example/api/v1" }, lastFour },
      },
    },
    command: carryOut,
    in: voided,
  },
  {
    name: "connection: carry-out, for which another token was entered since",
    ...CONNECTION,
    circumstances: { setup: { ...NO_SETUP, connection: { to, lastFour: "0000" } } },
    command: carryOut,
    in: voided,
  },
  {
    name: "connection: approve, by whoever asked for it",
    ...CONNECTION,
    command: approving({ digest: "" }, "U0ANA00001"),
    in: { pending: "no: self-approval" },
    otherwise: "no: already-decided",
  },
];
