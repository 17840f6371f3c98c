import type {
  AllMiddlewareArgs,
  BlockAction,
  MessageShortcut,
  Middleware,
  SlackActionMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import type { Actor, Offices } from "../../authority/judge.ts";
import { roleFor, whyMayNot } from "../../authority/judge.ts";
import type { Act, GateDeed } from "../../authority/kinds.ts";
import type { Standing } from "../../authority/roster.ts";
import { NOBODY_KNOWN } from "../../authority/roster.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { overForm } from "../../platform/slack/intake/over-form.ts";
import { tellPrivately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Freshness } from "../../platform/slack/slack.ts";
import type { Context, SetupParts } from "../../request/context.ts";
import { findPolicy } from "../../request/queries/companies.ts";
import type { WorkspaceSetup } from "../../request/queries/setups.ts";
import { findSetup, isChannelGoverned, isGoverned } from "../../request/queries/setups.ts";
import { auditorsOf } from "../../request/rules/approval/policy.ts";
import { guestMessage } from "../../request/screens/refusals.ts";
import { noAuditRight, noSetupRight, notSetUp } from "./set-up-messages.ts";
import { isSetUp } from "./setup-facts.ts";

export type Judging = Pick<Context, "db" | "people"> &
  Pick<SetupParts, "administrators" | "installerOf">;

interface NoRight {
  because: NonNullable<ReturnType<typeof whyMayNot<GateDeed>>>;
  standing: Standing;
}

/** Why somebody may not do something here, by its row of the authority table; undefined if they may. */
export async function whyNoRight(
  context: Judging,
  workspaceId: string,
  by: string,
  deed: GateDeed,
  freshness: Freshness = "of-the-deed",
): Promise<NoRight | undefined> {
  const standing = await context.people.standingOf(workspaceId, by, freshness);
  const { isSetUp, ...person } = await personIn(context, workspaceId, by, deed, freshness);
  const offices = await officesFor(context, workspaceId, deed, freshness);
  const roster = { ...offices.roster, standings: new Map([[by, standing]]) };
  const because = whyMayNot(deed, { by, ...person }, { ...offices, roster, isSetUp });
  return because && { because, standing };
}

/** Whether they administer the workspace is looked up only if it matters. */
async function personIn(
  { db, administrators, installerOf }: Omit<Judging, "people">,
  workspaceId: string,
  by: string,
  deed: GateDeed,
  freshness: Freshness,
): Promise<Omit<Actor, "by"> & { isSetUp: boolean }> {
  const role = roleFor(deed, false);
  if (role !== "administrator" && role !== "auditor") return { isSetUp: true };
  const [isAdministrator, installer, setup] = await Promise.all([
    administrators.isAdministrator(workspaceId, by, freshness),
    installerOf(workspaceId),
    findSetup(db, workspaceId),
  ]);
  return { isAdministrator, isFirstInstaller: installer === by, isSetUp: isSetUpFor(deed, setup) };
}

/** The first installer comes this far: to the first channel, which is often the last part. */
const UNTIL_THE_CHANNEL: ReadonlySet<GateDeed> = new Set(["open-set-up", "change-channel"]);

const isSetUpFor = (deed: GateDeed, setup: WorkspaceSetup) =>
  UNTIL_THE_CHANNEL.has(deed) ? isChannelGoverned(setup) : isGoverned(setup);

/** The auditors are looked up only where they matter. */
async function officesFor(
  { db, people }: Pick<Judging, "db" | "people">,
  workspaceId: string,
  deed: GateDeed,
  freshness: Freshness,
): Promise<Offices> {
  if (roleFor(deed, true) !== "auditor") return { roster: NOBODY_KNOWN };
  const auditors = auditorsOf(await findPolicy(db, workspaceId));
  return { auditors, roster: await people.whoIs(workspaceId, [], auditors.groups, freshness) };
}

/** Null once the set-up has been complete: every member can install the app again, as Slack is set by default. */
export async function installerWhoMaySetUp(
  { db, installerOf }: Pick<Judging, "db" | "installerOf">,
  workspaceId: string,
): Promise<string | null> {
  const setup = await findSetup(db, workspaceId);
  return isChannelGoverned(setup) ? null : installerOf(workspaceId);
}

type Gating = Pick<Context, "people" | "command" | "db" | "setup">;

interface Gate {
  /** It opens while Slack is silent. */
  isUrgent?: boolean;
  /** It changes nothing: at most it shows something, or opens a form whose submission asks anew. */
  isReading?: boolean;
}

/** Why somebody may not do something, in words for them; undefined if they may. */
export async function whyRefused(
  context: Gating,
  workspaceId: string,
  userId: string,
  deeds: Act,
  { isUrgent = false, isReading = false }: Gate = {},
): Promise<Message | undefined> {
  const judging = { ...context, ...context.setup };
  for (const deed of [deeds].flat()) {
    const age = deed === "look" ? "of-an-hour" : "of-a-minute";
    const freshness = isReading ? age : "of-the-deed";
    const found = await whyNoRight(judging, workspaceId, userId, deed, freshness);
    // A form that stops something opens while Slack is silent: its submission decides.
    const isLetIn = isUrgent && found?.because === "standing-not-known";
    if (found && !isLetIn) return noRightMessage(context, workspaceId, deed, found);
  }
  return undefined;
}

async function noRightMessage(
  { db, setup, command }: Gating,
  workspaceId: string,
  deed: GateDeed,
  { because, standing }: NoRight,
): Promise<Message> {
  if (because === "no-right" && roleFor(deed, true) === "auditor") return noAuditRight(command);
  if (because === "no-right" || because === "right-not-known") {
    const installer = await installerWhoMaySetUp({ db, ...setup }, workspaceId);
    return noSetupRight(because, { installer, command });
  }
  return guestMessage(standing, command);
}

/** Undefined if the workspace is set up. */
export async function whyNotYet(
  { db, command }: Pick<Context, "db" | "command">,
  workspaceId: string,
): Promise<Message | undefined> {
  return isSetUp(await findSetup(db, workspaceId)) ? undefined : notSetUp(command);
}

/** Everything but the set-up itself waits for the set-up. */
async function whyNotNow(
  context: Gating,
  workspaceId: string,
  userId: string,
  deeds: Act,
  gate?: Gate,
): Promise<Message | undefined> {
  const why = await whyRefused(context, workspaceId, userId, deeds, gate);
  const isOfSetUp = [deeds].flat().some((deed) => roleFor(deed, false) === "administrator");
  return why ?? (isOfSetUp ? undefined : whyNotYet(context, workspaceId));
}

type PressArgs =
  | SlackActionMiddlewareArgs<BlockAction>
  | SlackShortcutMiddlewareArgs<MessageShortcut>;

/** Guards a button or a shortcut: tells a person who may not use it why. */
export function pressed<Args extends PressArgs>(
  context: Gating,
  deeds: Act,
  listener: (args: Args & AllMiddlewareArgs) => Promise<void>,
  gate?: Gate,
): Middleware<Args> {
  return async (args) => {
    const { body } = args;
    const why = await whyNotNow(context, workspaceOf(body), body.user.id, deeds, gate);
    if (why) await tellPrivately(args, why);
    else await listener(args);
  };
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

/** Guards a form: the right may be gone since it was opened. Slack may also be silent, so what was typed stays below. */
export function submitted(
  context: Gating,
  deeds: Act,
  listener: (args: SubmitArgs & AllMiddlewareArgs) => Promise<void>,
): Middleware<SubmitArgs> {
  return async (args) => {
    const { body } = args;
    const message = await whyNotNow(context, workspaceOf(body), body.user.id, deeds);
    if (!message) return listener(args);
    await args.ack(overForm(args.view, refusalModal({ title: "Nothing was done", message })));
  };
}
