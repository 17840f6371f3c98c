import { NO_PINS } from "../../src/authority/pins.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { NO_SETUP } from "../../src/request/rules/decision.ts";
import {
  aChannelChange,
  aConnection,
  aConnectionChange,
  aPolicy,
  aPolicyChange,
  aRetirement,
  BEN,
  CAL,
} from "../support/builders.ts";
import type { Row } from "./rows.ts";
import { ABSENT, approving, standings } from "./situations.ts";

/** The command of changes of the set-up, what it does where it does not belong, and what others do to such changes. */

const active = standings({ [BEN]: "active", [CAL]: "active" });
const keep: Command = { type: "keep-setup", standings: active };
const NOT_NOW = "no: not-now";
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
  { name: "keep-setup, of a Rail", command: keep, in: {}, otherwise: NOT_NOW },
  {
    name: "keep-setup, of a retirement",
    change: aRetirement(),
    command: keep,
    in: {},
    otherwise: NOT_NOW,
  },
  { name: "policy: keep-setup", ...POLICY, command: keep, in: done, otherwise: NOT_NOW },
  {
    name: "policy: keep-setup, with nobody active",
    ...POLICY,
    command: { type: "keep-setup", standings: standings({ [BEN]: "deactivated", [CAL]: "bot" }) },
    in: { approved: "approvals-lapsed", blocked: "approvals-lapsed" },
    otherwise: NOT_NOW,
  },
  {
    name: "policy: keep-setup, with nobody's standing known",
    ...POLICY,
    command: { type: "keep-setup", standings: standings({}) },
    in: { approved: "no: below-quorum", blocked: "no: below-quorum" },
    otherwise: NOT_NOW,
  },
  {
    name: "policy: keep-setup, while sending is frozen",
    ...POLICY,
    circumstances: { isFrozen: true },
    command: keep,
    in: { approved: "no: frozen", blocked: "no: frozen" },
    otherwise: NOT_NOW,
  },
  {
    name: "policy: keep-setup, made from another version",
    ...POLICY,
    circumstances: { policy: aPolicy({ version: 2 }) },
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  {
    name: "policy: keep-setup, under another connection",
    ...POLICY,
    circumstances: { connection: aConnection({ id: "con_other" }) },
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
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
    otherwise: NOT_NOW,
  },
  { name: "channel: keep-setup", ...CHANNEL, command: keep, in: done, otherwise: NOT_NOW },
  {
    name: "channel: keep-setup, from another channel",
    ...CHANNEL,
    circumstances: {},
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  { name: "connection: keep-setup", ...CONNECTION, command: keep, in: done, otherwise: NOT_NOW },
  {
    name: "policy: keep-setup, which is looser than what the environment sets by now",
    change: aPolicyChange(),
    circumstances: {
      register: ABSENT,
      setup: { ...NO_SETUP, pins: { ...NO_PINS, approvalsRequired: 4 } },
    },
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  {
    name: "channel: keep-setup, while the environment sets another channel by now",
    ...CHANNEL,
    circumstances: {
      setup: {
        ...{ ...NO_SETUP, approvalsChannel: "C0APPROVALS" },
        pins: { ...NO_PINS, channel: "C0APPROVALS" },
      },
    },
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  {
    name: "connection: keep-setup, while the environment sets the connection by now",
    ...CONNECTION,
    circumstances: {
      setup: {
        ...{ ...NO_SETUP, connection: { to, lastFour } },
        pins: { ...NO_PINS, connection: to.baseUrl },
      },
    },
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  {
    name: "connection: keep-setup, whose token is gone",
    ...CONNECTION,
    circumstances: {},
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  {
    name: "connection: keep-setup, that leads elsewhere by now",
    ...CONNECTION,
    circumstances: {
      setup: {
        ...NO_SETUP,
        connection: { to: { ...to, baseUrl: "https://elsewhere.example/api/v1" }, lastFour },
      },
    },
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  {
    name: "connection: keep-setup, for which another token was entered since",
    ...CONNECTION,
    circumstances: { setup: { ...NO_SETUP, connection: { to, lastFour: "0000" } } },
    command: keep,
    in: voided,
    otherwise: NOT_NOW,
  },
  {
    name: "connection: keep-register",
    ...CONNECTION,
    command: { type: "keep-register", standings: active, seen: null },
    in: {},
    otherwise: NOT_NOW,
  },
  {
    name: "connection: approve, by whoever asked for it",
    ...CONNECTION,
    command: approving({ digest: "" }, "U0ANA00001"),
    in: { pending: "no: self-approval" },
    otherwise: "no: already-decided",
  },
];
