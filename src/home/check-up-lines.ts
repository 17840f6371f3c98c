import type { RichTextBlock } from "@slack/types";
import { MOST_OFF_MS } from "../platform/process/clock.ts";
import { serviceTroubleSentence } from "../platform/rail-api/service-trouble.ts";
import type { Leaf } from "../platform/slack/blocks/rich-text.ts";
import { ago, bold, date, lines, richText } from "../platform/slack/blocks/rich-text.ts";
import { BOT_SCOPES } from "../platform/slack/scopes.ts";
import type { Place } from "../platform/slack/slack.ts";
import type { SlackState } from "../platform/slack/slack-probe.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import type { RuleHealth } from "../policy/rules/quorum-health.ts";
import { ruleLeaves } from "../policy/screens/rule-health-lines.ts";
import type { AuditState } from "../request/queries/audit-checks.ts";
import { approvalsObstacle } from "../request/screens/asking.ts";
import type { TokenState } from "../workspace/connection/try-token.ts";

/** The look-up did not come back in time. */
export type Late = "late";

export interface CheckUp {
  slack: SlackState | Late;
  /** In milliseconds, our clock before Slack's above 0; null where that is not known. */
  skewMs: number | null;
  /** In milliseconds, this machine's clock before the database's above 0. */
  clockOffMs: number;
  /** Null where no approvals channel is chosen. */
  channel: { channelId: string; place: Place } | null | Late;
  rules: readonly RuleHealth[] | Late;
  token: TokenState | Late;
  /** Null where no Rail that was made here has been shown yet. */
  isTagEchoed: boolean | null | Late;
  /** Jobs that could be done now. */
  waiting: number | Late;
  /** ISO 8601; null where none waits. */
  oldestWaiting: string | null;
  databaseMs: number | Late;
  audit: AuditState | Late;
  version: string;
  now: string;
}

/** Said in words too, since colour alone tells nobody. */
const LEVELS = {
  fine: "🟢 Fine",
  attention: "🟠 Attention",
  broken: "🔴 Broken",
  unknown: "⚪ Not known yet",
} as const;

interface Line {
  level: keyof typeof LEVELS;
  what: string;
  says: readonly Leaf[];
}

/** One line for each thing that was looked at; whatever is broken says how it is mended. */
export function checkUpLines(checkUp: CheckUp, command: string): RichTextBlock[] {
  const found = [
    scopes(checkUp.slack),
    channel(checkUp.channel, command),
    ...rules(checkUp.rules, command),
    token(checkUp.token, command),
    tag(checkUp.isTagEchoed),
    clock(checkUp),
    ownClock(checkUp),
    queue(checkUp),
    database(checkUp.databaseMs),
    audit(checkUp.audit),
    ...(checkUp.audit === "late" ? [] : [rights(checkUp.audit)]),
  ];
  const rows = found.map(({ level, what, says }) => [
    bold(`${LEVELS[level]} · ${what}: `),
    ...says,
  ]);
  return [richText(lines(...rows, [bold("Version: "), checkUp.version]))];
}

const late = (what: string): Line => ({
  level: "attention",
  what,
  says: ["did not answer in time. Type the command again in a minute."],
});

const REINSTALL =
  "An administrator installs Signalbox again: on the app's page at api.slack.com/apps, OAuth & Permissions, Reinstall.";

function scopes(slack: CheckUp["slack"]): Line {
  const what = "Scopes";
  if (slack === "late") return late(what);
  if (!slack.ok) {
    if (slack.because === null) return late(what);
    const code = shortened(slack.because, 60);
    return {
      level: "broken",
      what,
      says: [`Slack refuses the bot's token (${code}). ${REINSTALL}`],
    };
  }
  const { scopes: granted } = slack;
  if (granted === null) {
    return { level: "unknown", what, says: ["Slack did not say what the bot may do."] };
  }
  const missing = BOT_SCOPES.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) {
    return { level: "fine", what, says: [`all ${BOT_SCOPES.length} are granted`] };
  }
  return { level: "broken", what, says: [`missing ${missing.join(", ")}. ${REINSTALL}`] };
}

function channel(found: CheckUp["channel"], command: string): Line {
  const what = "Approvals channel";
  if (found === "late") return late(what);
  if (found === null) {
    const says = [`none is chosen. An administrator types ${command} setup.`];
    return { level: "broken", what, says };
  }
  const mention: Leaf = { type: "channel", channel_id: found.channelId };
  if (found.place === "not-known") {
    return { level: "attention", what, says: [mention, ": Slack did not say how it stands."] };
  }
  const obstacle = approvalsObstacle(found.place);
  return obstacle === undefined
    ? { level: "fine", what, says: [mention, ", of which the bot is a member"] }
    : { level: "broken", what, says: [mention, `: ${obstacle}`] };
}

/** So many rules are named; what can be mended comes first. */
const MOST_RULES = 3;
const LEVEL_OF = {
  "cannot-be-met": "broken",
  "no-reserve": "attention",
  enough: "fine",
} as const satisfies Record<RuleHealth["verdict"], Line["level"]>;
const ORDER = Object.keys(LEVEL_OF);

function rules(found: CheckUp["rules"], command: string): Line[] {
  const what = "Approvers";
  if (found === "late") return [late(what)];
  if (found.length === 0) {
    const says = [`nobody is named. An administrator types ${command} setup.`];
    return [{ level: "broken", what, says }];
  }
  const worst = found.toSorted(
    (one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict),
  );
  const left = found.length - MOST_RULES;
  return [
    ...worst.slice(0, MOST_RULES).map(
      (rule): Line => ({
        level: LEVEL_OF[rule.verdict],
        what: `Approvers of “${shortened(rule.rule, 60)}”`,
        says: ruleLeaves(rule, command),
      }),
    ),
    ...(left > 0
      ? [{ level: "fine", what, says: [`${counted(left, "more rule")} not shown here`] } as const]
      : []),
  ];
}

function token(found: CheckUp["token"], command: string): Line {
  const what = "Token of the Rail service";
  if (found === "late") return late(what);
  const replace = `An administrator replaces it by ${command} setup, or in RAIL_API_TOKEN where it is configured.`;
  switch (found.is) {
    case "missing":
      return { level: "broken", what, says: [`there is none. ${replace}`] };
    case "accepted":
      return { level: "fine", what, says: [`${ends(found)} was accepted just now`] };
    case "refused":
      return { level: "broken", what, says: [`${ends(found)} is refused. ${replace}`] };
    case "not-listed":
      return { level: "broken", what, says: [serviceTroubleSentence("not-listed")] };
    case "sealed":
      return {
        level: "broken",
        what,
        says: [
          `${ends(found)} cannot be opened. Either its key is missing: whoever runs Signalbox has to put the key that sealed it back into ENCRYPTION_KEYS. Or somebody changed its row in the database: check its address there. Where the key is lost for good, the token has to be replaced. ${replace}`,
        ],
      };
    case "of-another-company":
      return {
        level: "broken",
        what,
        says: [
          `${ends(found)} does not see a Rail that is known here, as if it were another company's. ${replace}`,
        ],
      };
    case "not-known":
      return {
        level: "attention",
        what,
        says: [`${ends(found)}: ${serviceTroubleSentence(found.because)}`],
      };
  }
}

/** Of a token that is kept since before that was noted, nothing is shown. */
const ends = ({ lastFour }: { lastFour: string }) => (lastFour === "" ? "it" : `…${lastFour}`);

function tag(isEchoed: CheckUp["isTagEchoed"]): Line {
  const what = "Metadata";
  switch (isEchoed) {
    case "late":
      return late(what);
    case null:
      return { level: "unknown", what, says: ["until a Rail is made here"] };
    case true:
      return { level: "fine", what, says: ["the Rail service shows it, so a Rail is found by it"] };
    case false:
      return {
        level: "attention",
        what,
        says: [
          "the Rail service does not show it. A Rail whose creation was not answered is looked for by what it is, and a person has to confirm it. Ask the Rail service to show metadata.external_id.",
        ],
      };
  }
}

const SECOND = 1_000;
/** Slack's signed requests count for five minutes. */
const SKEW = { attention: 10 * SECOND, broken: 60 * SECOND };

function clock({ skewMs }: CheckUp): Line {
  const what = "Clock";
  if (skewMs === null) {
    return { level: "unknown", what, says: ["Slack has not said what time it is."] };
  }
  const off = Math.abs(skewMs);
  const says = `${Math.round(off / SECOND)} s ${skewMs < 0 ? "behind" : "ahead of"} Slack's`;
  if (off <= SKEW.attention) return { level: "fine", what, says: ["agrees with Slack's"] };
  return {
    level: off <= SKEW.broken ? "attention" : "broken",
    what,
    says: [
      `${says}. From five minutes on nothing that Slack sends is taken. Whoever runs Signalbox has its clock set by NTP.`,
    ],
  };
}

function ownClock({ clockOffMs }: CheckUp): Line {
  const what = "Clock of this process";
  const off = Math.abs(clockOffMs);
  if (off <= SKEW.attention) return { level: "fine", what, says: ["agrees with the database's"] };
  const says = `${Math.round(off / SECOND)} s ${clockOffMs < 0 ? "behind" : "ahead of"} the database's`;
  const next = "Whoever runs Signalbox has it set by NTP.";
  return off <= MOST_OFF_MS
    ? { level: "attention", what, says: [`${says}, which Signalbox allows for. ${next}`] }
    : { level: "broken", what, says: [`${says}. This process sends nothing. ${next}`] };
}

const MINUTE = 60 * SECOND;
const WAIT = { attention: 2 * MINUTE, broken: 15 * MINUTE };

function queue({ waiting, oldestWaiting, now }: CheckUp): Line {
  const what = "Background work";
  if (waiting === "late") return late(what);
  if (oldestWaiting === null || waiting === 0) {
    return { level: "fine", what, says: ["nothing waits"] };
  }
  const age = Date.parse(now) - Date.parse(oldestWaiting);
  const says = [
    `${counted(waiting, "job")} could be done now, the oldest since `,
    ago(oldestWaiting),
  ];
  if (age <= WAIT.attention) return { level: "fine", what, says };
  return {
    level: age <= WAIT.broken ? "attention" : "broken",
    what,
    says: [
      ...says,
      ". Whoever runs Signalbox looks whether its processes run, and into their log.",
    ],
  };
}

const SLOW_MS = 250;

function database(ms: CheckUp["databaseMs"]): Line {
  const what = "Database";
  if (ms === "late") return late(what);
  const says = [`answered in ${Math.max(1, Math.round(ms))} ms`];
  return { level: ms <= SLOW_MS ? "fine" : "attention", what, says };
}

function audit(found: CheckUp["audit"]): Line {
  const what = "Audit";
  if (found === "late") return late(what);
  const { check, ends } = found;
  if (check === undefined) return { level: "unknown", what, says: ["not verified yet"] };
  const { entries, brokenAt, checkedAt } = check;
  if (brokenAt !== null) {
    const says = [
      `entry ${brokenAt} is not the one that was written, seen `,
      ago(checkedAt),
      ". Somebody changed the database. Whoever runs Signalbox finds out who could write to it.",
    ];
    return { level: "broken", what, says };
  }
  const count = entries === 1 ? "1 entry" : `${entries} entries`;
  const says = [`${count} verified `, ago(checkedAt), ", none changed"];
  if (!ends) return { level: "fine", what, says };
  const deleted = `. The app was removed here once: entries up to ${ends.sequence} are deleted after `;
  return { level: "fine", what, says: [...says, deleted, date(ends.at)] };
}

function rights({ canBeRewritten }: AuditState): Line {
  const what = "Rights in the database";
  return canBeRewritten
    ? {
        level: "attention",
        what,
        says: [
          "Signalbox's own role can change the audit. Whoever runs Signalbox gives it a role that does not own the tables.",
        ],
      }
    : { level: "fine", what, says: ["Signalbox can add to the audit, and change nothing in it"] };
}
