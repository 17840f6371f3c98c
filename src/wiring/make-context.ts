import { randomBytes, randomUUID } from "node:crypto";
import { NO_PINS } from "../authority/pins.ts";
import { COMMANDS } from "../capabilities.ts";
import type { SlackConfig } from "../config/config.ts";
import { openMarkerFiles } from "../freeze/restored-database.ts";
import { meteredRailApi } from "../platform/metrics/metered-rail-api.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { MeasuredClock } from "../platform/process/clock.ts";
import type { Tell } from "../platform/process/outage-log.ts";
import { readVersion } from "../platform/process/version.ts";
import type { JobQueue } from "../platform/queue/queue.ts";
import { type Access, listedClients } from "../platform/rail-api/listed-clients.ts";
import { createLastAnswers } from "../platform/slack/last-answers.ts";
import { createMessenger } from "../platform/slack/messenger.ts";
import { createPeople } from "../platform/slack/people.ts";
import type { Pace } from "../platform/slack/slack.ts";
import { createSlackProbe } from "../platform/slack/slack-probe.ts";
import { createUserGroups } from "../platform/slack/user-groups.ts";
import type { SlackClients } from "../platform/slack/web-client.ts";
import { rememberingRails } from "../rail/creating/remember-rails.ts";
import type { Context } from "../request/context.ts";
import { findAuditCheck, findAuditEnd } from "../request/queries/audit-checks.ts";
import { readAccess } from "../request/queries/companies.ts";
import { findApprovalsChannel } from "../request/queries/setups.ts";
import { type Linking, newSetupLink } from "../workspace/connection/setup-link.ts";
import { tokenPageUrl } from "../workspace/connection/token-routes.ts";
import { whyNoRight } from "../workspace/set-up/gates.ts";
import type { Bots } from "./bots.ts";

export interface Parts
  extends Pick<Context, "db" | "transaction" | "seal" | "clock" | "skewMs" | "logger"> {
  bots: Bots;
  clients: SlackClients;
  queue: JobQueue;
  time: MeasuredClock;
  pace: Pace;
  metrics: Metrics;
  links: Linking;
  /** Whether this process could change the audit. */
  canBeRewritten: boolean;
  tell: Tell;
}

/** Makes what all listeners, jobs and chores take their part of. */
export async function makeContext(config: SlackConfig, parts: Parts) {
  const { db, transaction, seal, clock, skewMs, logger, bots, clients, queue, time, tell } = parts;
  const { railApis: offered } = config;
  const pins = config.settings.pins ?? NO_PINS;
  const clientFor = listedClients(offered);
  const railApiAt = (access: Access) => meteredRailApi(parts.metrics, clientFor(access));
  const people = createPeople({
    ...clients,
    logger,
    clock,
    lastAnswers: createLastAnswers(db, clock),
  });
  const right = {
    administrators: people,
    installerOf: bots.installerOf,
  };
  const publicUrl = bots.installed?.access.publicUrl;
  // The chore runs by itself: the answer to the person who froze or changed something is true in any case.
  const hastening = (chore: string, late: string) => () =>
    queue.hasten(chore).catch((error) => tell(error, late));
  return {
    ...{ db, transaction, seal, pins, people, clock, logger, skewMs, queue, pace: parts.pace },
    draftsPerPerson: config.DRAFTS_PER_PERSON,
    marker: await openMarkerFiles(config.DATA_DIR),
    railApis: async (workspaceId, connectionId, purpose) => {
      const access = await readAccess(db, seal, workspaceId, connectionId, offered);
      const rails = railApiAt(access);
      if (purpose === "to-compare") return rails;
      const kept = { db, transaction, seal, pins, clock };
      return rememberingRails(kept, workspaceId, connectionId, rails);
    },
    slackProbe: createSlackProbe(clients),
    clockOffMs: time.offMs,
    checkClock: time.check,
    auditState: async (workspaceId) => ({
      check: await findAuditCheck(db, workspaceId),
      ends: await findAuditEnd(db, workspaceId),
      canBeRewritten: parts.canBeRewritten,
    }),
    evidence: {
      signingKey: config.AUDIT_SIGNING_KEY ?? null,
      tsaUrl: config.AUDIT_TSA_URL ?? null,
      directory: config.DATA_DIR,
    },
    version: readVersion(process.env),
    maySetUp: async (workspaceId, userId) =>
      !(await whyNoRight(
        { db, people, ...right },
        workspaceId,
        userId,
        "open-set-up",
        "of-a-minute",
      )),
    setup: {
      ...{ offered, railApiAt, ...right },
      groups: createUserGroups({ ...clients, logger }),
      ...(publicUrl !== undefined && {
        linkFor: async (about) => {
          const secret = randomBytes(32).toString("base64url");
          return tokenPageUrl(publicUrl, await newSetupLink(parts.links, about, secret));
        },
      }),
    },
    messenger: createMessenger({ ...clients, pace: parts.pace, logger, clock }),
    command: config.SLACK_COMMAND,
    verbs: COMMANDS,
    catalogue: {
      fiatAssets: config.RAIL_FIAT_ASSETS,
      stablecoins: config.RAIL_STABLECOINS,
      networks: config.RAIL_NETWORKS,
    },
    ...(config.RAIL_LOOK_PAUSES && { pauses: config.RAIL_LOOK_PAUSES }),
    announceFreeze: hastening("announce-freeze", "a freeze is told in the channel a little later"),
    announceChanges: hastening(
      "announce-changes",
      "a change is told to the approvers a little later",
    ),
    approvalsChannelOf: (workspaceId) => findApprovalsChannel(db, workspaceId),
    newId: randomUUID,
    newNonce: () => randomBytes(16).toString("hex"),
    openRequests: {
      perPerson: config.OPEN_REQUESTS_PER_PERSON,
      perWorkspace: config.OPEN_REQUESTS_PER_WORKSPACE,
    },
    reviewMonths: config.REVIEW_MONTHS,
    questionsAMinute: config.QUESTIONS_A_MINUTE,
  } satisfies Context & { pauses?: unknown };
}
