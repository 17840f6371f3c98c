import { healthMessage, type Part } from "../../src/home/health.ts";
import * as findings from "../../src/home/health-findings.ts";
import { SlackError } from "../../src/platform/slack/slack-error.ts";
import { CLOCKS_DIFFER_MS } from "../../src/request/engine/send.ts";
import { at, NOW } from "../rules/company.ts";
import { settingsOf, type World } from "./world.ts";

const DATABASE = {
  ...{ version: "15.6 (Debian)", startedAt: at(-90_000), now: NOW, isReadOnly: false },
  ...{ isolation: "read committed", isOwner: false, role: "signalbox_app" },
};
const WALK = { began: at(-63), ended: at(-60), fault: null };
const CHECKED = { now: 142, at: at(-3_600), isLate: false };
const PLACES = [
  ...(["not-a-member", "not-found", "archived", "shared", "direct-message"] as const),
  "not-known",
] as const;

/** `/rail health`: all is well, each fault once, and what cannot be looked at. */
export function healthScreens(world: World) {
  const { channel, requirements } = settingsOf(world);
  const named = requirements.flatMap(({ people }) => people);
  const active = new Map(named.map((each) => [each, "active"] as const));
  const [first = "", second = ""] = [...active.keys()];
  const fewer = new Map([...active].filter(([person]) => person === first || person === second));
  const left = new Map(named.map((each) => [each, "deactivated"] as const));
  const failing = (["advance", "sync", "walk"] as const).map((loop) => ({
    ...{ loop, count: 2, late: 600 },
    worst: { times: 7, fault: "TypeError", number: loop === "walk" ? null : 142 },
  }));
  const faults: Part[] = [
    [
      "Database",
      findings.databaseFindings(
        { ...DATABASE, isReadOnly: true, isolation: "repeatable read", isOwner: true },
        true,
      ),
    ],
    ["Clocks", findings.clockFindings(-2 * CLOCKS_DIFFER_MS)],
    ["Slack", findings.scopeFindings([])],
    ["Connections", findings.connectionFindings(2)],
    ["Approvals channel", findings.channelFindings(channel, "ours", 3)],
    ["Approvers", findings.approverFindings(requirements, left)],
    ["Rail service", findings.serviceFindings({ ...WALK, fault: "unavailable" }, NOW)],
    ["Sending", findings.sendingFindings(true)],
    ["Work", findings.workFindings(failing)],
    ["Records", findings.recordFindings(["R-141", "the settings"], CHECKED)],
  ];
  const isLate = { ...CHECKED, at: at(-200_000), isLate: true };
  // No two of a label are there at once.
  const others: Part[] = [
    ["Clocks", findings.clockFindings(6_000)],
    ["Connections", findings.connectionFindings(null)],
    ...PLACES.map(
      (state): Part => ["Approvals channel", findings.channelFindings(channel, state, 0)],
    ),
    ["Approvers", findings.approverFindings(requirements, fewer)],
    ["Records", findings.recordFindings([], isLate)],
    ...(["no-token", "not-listed", { ...WALK, ended: null, fault: "TypeError" }] as const).map(
      (state): Part => ["Rail service", findings.serviceFindings(state, NOW)],
    ),
  ];
  const fine: Part[] = [
    ["Database", findings.databaseFindings(DATABASE, false)],
    ["Clocks", findings.clockFindings(0)],
    ["Slack", findings.scopeFindings(null)],
    ["Connections", findings.connectionFindings(1)],
    ["Approvals channel", findings.channelFindings(channel, "ours", 0)],
    ["Approvers", findings.approverFindings(requirements, active)],
    ["Rail service", findings.serviceFindings(WALK, NOW)],
    ["Sending", findings.sendingFindings(false)],
    ["Work", findings.workFindings([])],
    ["Records", findings.recordFindings([], CHECKED)],
  ];
  const unknown: Part[] = [
    ["Database", findings.troubleFindings(new TypeError("lost"))],
    ["Slack", findings.troubleFindings(new SlackError("not-installed", "token_revoked"))],
    ["Approvals channel", findings.noSettings(false)],
    ["Approvers", findings.noSettings(true)],
    ["Rail service", findings.troubleFindings(new SlackError("unavailable", "timeout"))],
    ["Connections", findings.connectionFindings(undefined)],
    ["Records", findings.missingKeys(["key-1", "key-2"])],
  ];
  const account = `${world.account} · SANDBOX`;
  const all = { health: fine, "health, faults": faults, "health, other faults": others };
  return Object.entries({ ...all, "health, unread": unknown }).map(([name, parts]) => ({
    ...{ name, shown: healthMessage(parts, account) },
  }));
}
