import type { RichTextBlock } from "@slack/types";
import { MOST_OFF_MS } from "../platform/process/clock.ts";
import { serviceTroubleSentence } from "../platform/rail-api/service-trouble.ts";
import type { Leaf, Line } from "../platform/slack/blocks/rich-text.ts";
import { ago, bold, date, richText } from "../platform/slack/blocks/rich-text.ts";
import { BOT_SCOPES, OFF_WITHOUT } from "../platform/slack/scopes.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import type { RuleHealth } from "../policy/rules/quorum-health.ts";
import { ruleHealthLeaves } from "../policy/screens/quorum-warning.ts";
import { didNotTake } from "../request/posting/reach.ts";
import type { AuditState } from "../request/queries/audit-checks.ts";
import { approvalsObstacle } from "../request/screens/asking.ts";
import type { CheckUp } from "./check-up.ts";

/** Said in words too, since colour alone tells nobody. */
const LEVELS = {
  fine: "🟢 Fine",
  attention: "🟠 Attention",
  broken: "🔴 Broken",
  unknown: "⚪ Not known yet",
} as const;

type Level = keyof typeof LEVELS;

interface Finding {
  level: Level;
  what: string;
  says: Line;
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
    audit(checkUp),
    ...(checkUp.audit === "late" ? [] : [rights(checkUp.audit)]),
  ];
  const rows = found.map((each) => [bold(`${LEVELS[each.level]} · ${each.what}: `), ...each.says]);
  return [richText(...rows, [bold("Version: "), checkUp.version])];
}

const line = (level: Level, what: string, ...says: Line): Finding => ({ level, what, says });

const late = (what: string): Finding =>
  line("attention", what, "did not answer in time. Type the command again in a minute.");

const REINSTALL = "An administrator reinstalls it at api.slack.com/apps, OAuth & Permissions.";

function scopes(slack: CheckUp["slack"]): Finding {
  const what = "Scopes";
  if (slack === "late") return late(what);
  if (!slack.ok) {
    if (!slack.because) return late(what);
    const refused = `Slack refuses the bot's token (${shortened(slack.because, 60)})`;
    return line("broken", what, `${refused}. ${REINSTALL}`);
  }
  if (!slack.scopes) return line("unknown", what, "Slack did not say what the bot may do.");
  const granted = slack.scopes;
  const missing = BOT_SCOPES.filter((scope) => !granted.includes(scope));
  const needed = missing.filter((scope) => !OFF_WITHOUT[scope]);
  if (needed.length > 0) return line("broken", what, `missing ${needed.join(", ")}. ${REINSTALL}`);
  const off = missing.map((scope) => `. Off without ${scope}: ${OFF_WITHOUT[scope]}`);
  return line("fine", what, "all that are needed are granted", ...off);
}

function channel(found: CheckUp["channel"], command: string): Finding {
  const what = "Approvals channel";
  if (found === "late") return late(what);
  if (found === null) {
    return line("broken", what, `none is chosen. An administrator types ${command} setup.`);
  }
  const mention: Leaf = { type: "channel", channel_id: found.channelId };
  if (found.place === "not-known") {
    return line("attention", what, mention, ": Slack did not say whether the bot is in it.");
  }
  const obstacle = approvalsObstacle(found.place);
  if (obstacle !== undefined) return line("broken", what, mention, `: ${obstacle}`);
  if (found.missingCards > 0) return line("attention", what, mention, didNotTake(found));
  return line("fine", what, mention, ", and the bot is in it");
}

/** Rules in trouble come first. */
const MOST_RULES = 3;
const LEVEL_OF = {
  "cannot-be-met": "broken",
  "no-reserve": "attention",
  enough: "fine",
} as const satisfies Record<RuleHealth["verdict"], Level>;
const ORDER = Object.keys(LEVEL_OF);

function rules(found: CheckUp["rules"], command: string): Finding[] {
  const what = "Approvers";
  if (found === "late") return [late(what)];
  if (found.length === 0) {
    return [line("broken", what, `nobody is named. An administrator types ${command} setup.`)];
  }
  const worst = found.toSorted(
    (one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict),
  );
  const shown = worst.slice(0, MOST_RULES).map((rule) => {
    const named = `Approvers of “${shortened(rule.rule, 60)}”`;
    return line(LEVEL_OF[rule.verdict], named, ...ruleHealthLeaves(rule, command));
  });
  const left = found.length - shown.length;
  const more = left > 0 ? [line("fine", what, `${counted(left, "more rule")} not shown here`)] : [];
  return [...shown, ...more];
}

function token(found: CheckUp["token"], command: string): Finding {
  const what = "Token of the Rail service";
  if (found === "late") return late(what);
  const replace = `An administrator replaces it by ${command} setup, or in RAIL_API_TOKEN where it is configured.`;
  if (found.is === "missing") return line("broken", what, `not set. ${replace}`);
  const ends = found.lastFour === "" ? "it" : `…${found.lastFour}`;
  switch (found.is) {
    case "accepted":
      return line("fine", what, `${ends} was accepted just now`);
    case "sealed":
      return line(
        "broken",
        what,
        `${ends} cannot be opened. Its key may be missing: the operator puts that key back into ENCRYPTION_KEYS. Or somebody changed its row in the database: check its address there. A token whose key is lost has to be replaced. ${replace}`,
      );
    case "of-another-company":
      return line(
        "broken",
        what,
        `${ends} does not see a Rail known here, so it may belong to another company. ${replace}`,
      );
    case "not-accepted":
      if (found.because === "unauthenticated") {
        return line("broken", what, `${ends} is refused. ${replace}`);
      }
      return found.because === "not-listed"
        ? line("broken", what, serviceTroubleSentence("not-listed"))
        : line("attention", what, `${ends}: ${serviceTroubleSentence(found.because)}`);
  }
}

function tag(isEchoed: CheckUp["isTagEchoed"]): Finding {
  const what = "Matching of Rails";
  switch (isEchoed) {
    case "late":
      return late(what);
    case null:
      return line("unknown", what, "no Rail was created here yet");
    case true:
      return line("fine", what, "Rails created here show their request");
    case false:
      return line("attention", what, NOT_ECHOED);
  }
}

const NOT_ECHOED =
  "the Rail service does not show metadata.external_id. After an unclear answer Signalbox looks for a Rail with the same details, and a person confirms it. Ask the Rail service to show it.";

const SECOND = 1_000;
/** Slack's signed requests count for five minutes. */
const SKEW = { attention: 10 * SECOND, broken: 60 * SECOND };

const offBy = (ms: number, whose: string) =>
  `${Math.round(Math.abs(ms) / SECOND)} s ${ms < 0 ? "behind" : "ahead of"} ${whose}`;

function clock({ skewMs }: CheckUp): Finding {
  const what = "Clock";
  if (skewMs === null) return line("unknown", what, "Slack has not said what time it is.");
  const off = Math.abs(skewMs);
  if (off <= SKEW.attention) return line("fine", what, "agrees with Slack's");
  return line(
    off <= SKEW.broken ? "attention" : "broken",
    what,
    `${offBy(skewMs, "Slack's")}. At five minutes Signalbox refuses everything from Slack. The operator sets its clock by NTP.`,
  );
}

function ownClock({ clockOffMs }: CheckUp): Finding {
  const what = "Clock of this process";
  const off = Math.abs(clockOffMs);
  if (off <= SKEW.attention) return line("fine", what, "agrees with the database's");
  const says = offBy(clockOffMs, "the database's");
  const next = "The operator sets it by NTP.";
  return off <= MOST_OFF_MS
    ? line("attention", what, `${says}. Signalbox corrects for it. ${next}`)
    : line("broken", what, `${says}. This process sends nothing. ${next}`);
}

const MINUTE = 60 * SECOND;
const WAIT = { attention: 2 * MINUTE, broken: 15 * MINUTE };

function queue({ waiting, oldestWaiting, now }: CheckUp): Finding {
  const what = "Background work";
  if (waiting === "late") return late(what);
  if (oldestWaiting === null || waiting === 0) return line("fine", what, "no overdue jobs");
  const age = Date.parse(now) - Date.parse(oldestWaiting);
  const jobs = `${counted(waiting, "job")} could be done now, the oldest since `;
  if (age <= WAIT.attention) return line("fine", what, jobs, ago(oldestWaiting));
  const next = ". Ask the operator to check the processes and their log.";
  const level = age <= WAIT.broken ? "attention" : "broken";
  return line(level, what, jobs, ago(oldestWaiting), next);
}

const SLOW_MS = 250;

function database(ms: CheckUp["databaseMs"]): Finding {
  if (ms === "late") return late("Database");
  const says = `answered in ${Math.max(1, Math.round(ms))} ms`;
  return line(ms <= SLOW_MS ? "fine" : "attention", "Database", says);
}

function audit({ audit: found, now }: CheckUp): Finding {
  const what = "Audit";
  if (found === "late") return late(what);
  const { check, ends } = found;
  if (check === undefined) return line("unknown", what, "not verified yet");
  const { entries, brokenAt, checkedAt } = check;
  if (brokenAt !== null) {
    const who = ". Somebody changed the database. Ask the operator who could write to it.";
    return line("broken", what, `entry ${brokenAt} was changed, seen `, ago(checkedAt), who);
  }
  const count = entries === 1 ? "1 entry" : `${entries} entries`;
  const says = [`${count} verified `, ago(checkedAt), ", none changed"];
  const isOld = Date.parse(now) - Date.parse(checkedAt) > 2 * 24 * 60 * MINUTE;
  const why = ". It is due daily. Ask the operator what the log says.";
  if (isOld) return line("attention", what, ...says, why);
  if (!ends) return line("fine", what, ...says);
  const deleted = `. The app was removed here once: entries up to ${ends.sequence} are deleted after `;
  return line("fine", what, ...says, deleted, date(ends.at));
}

function rights({ canBeRewritten }: AuditState): Finding {
  const what = "Rights in the database";
  return canBeRewritten
    ? line(
        "attention",
        what,
        "Signalbox's own role can change the audit. Ask the operator for a role that does not own the tables.",
      )
    : line("fine", what, "Signalbox can add to the audit, but not change it");
}
