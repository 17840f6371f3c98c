import type { AllMiddlewareArgs, AnyMiddlewareArgs, Middleware } from "@slack/bolt";
import type { Logger } from "pino";
import { z } from "zod";
import { inTurnOf } from "../../database/fair-turns.ts";
import { NotInstalled } from "../bot-tokens.ts";
import type { InNameOf } from "../web-client.ts";
import { workspaceOf } from "./delivery.ts";
import type { DeliveryClient } from "./delivery-client.ts";

/** Which workspaces are served. */
export interface Serving {
  /** Throws `NotInstalled` for a workspace that is not served, and what else `BotTokens` throws. */
  as(workspaceId: string): Promise<InNameOf>;
  /** A workspace of an organisation is heard of for the first time; an empty name is one that is not known. */
  meet?(workspace: { id: string; name: string }, enterpriseId: string): Promise<void>;
  /** The id that Slack gave the app; undefined if it is not known. */
  appId(): Promise<string | undefined>;
}

interface Intake extends Serving, Pick<DeliveryClient, "within"> {
  logger: Pick<Logger, "warn">;
}

/** As they come: Slack's words for these are the same in commands, clicks, forms and events. */
const origin = z.object({
  api_app_id: z.string().optional(),
  team_id: z.string().optional(),
  team: z.object({ id: z.string(), domain: z.string().optional() }).nullish(),
  team_domain: z.string().optional(),
  is_enterprise_install: z.union([z.boolean(), z.string()]).optional(),
  user: z.object({ team_id: z.string().optional() }).optional(),
  view: z.object({ app_installed_team_id: z.string().nullish() }).optional(),
  event: z.object({ type: z.string() }).optional(),
});

type Origin = z.infer<typeof origin>;
type Delivery = AnyMiddlewareArgs & AllMiddlewareArgs;

/**
 * Answers what comes from the workspaces in which the app is installed, each in its own name, and nothing else: who is
 * refused gets no acknowledgement, and nothing has changed.
 */
export function fromServed(intake: Intake): Middleware<AnyMiddlewareArgs> {
  return async (args) => {
    const from = origin.safeParse(args.body).data;
    // The receiver has taken them in: of the installation that they are about nothing is left.
    if (from?.event && REMOVALS.has(from.event.type)) return;
    const workspaceId = from ? workspaceIn(from) : undefined;
    const answer = async () => {
      const name =
        from && workspaceId !== undefined && (await isOurs(intake, from))
          ? await nameFor(intake, { id: workspaceId, name: nameIn(from) }, args)
          : undefined;
      if (name) return intake.within(name, args.next);
      intake.logger.warn(
        { workspaceId },
        "a delivery from a workspace that is not served is refused",
      );
    };
    return inTurnOf(workspaceId ?? "", answer);
  };
}

const REMOVALS: ReadonlySet<string> = new Set([
  "app_uninstalled",
  "tokens_revoked",
  "team_access_revoked",
]);

/** Never an organisation; and nothing that was opened in one workspace and sent from another. */
function workspaceIn({ view, ...from }: Origin): string | undefined {
  const workspaceId = workspaceOf(from);
  const openedIn = view?.app_installed_team_id ?? workspaceId;
  const isWorkspace = /^T[A-Z0-9]+$/.test(workspaceId);
  return isWorkspace && (openedIn === workspaceId || openedIn.startsWith("E"))
    ? workspaceId
    : undefined;
}

const nameIn = ({ team_domain, team }: Origin) => team_domain ?? team?.domain ?? "";

async function isOurs({ appId }: Intake, from: Origin): Promise<boolean> {
  const ours = await appId();
  return ours === undefined || from.api_app_id === ours;
}

/** Undefined if it is not served. */
async function nameFor(
  intake: Intake,
  workspace: { id: string; name: string },
  { context }: Delivery,
): Promise<InNameOf | undefined> {
  const known = await installed(intake, workspace.id);
  const { isEnterpriseInstall, enterpriseId } = context;
  if (known || !isEnterpriseInstall || !enterpriseId || !intake.meet) return known;
  await intake.meet(workspace, enterpriseId);
  return installed(intake, workspace.id);
}

async function installed({ as }: Intake, workspaceId: string): Promise<InNameOf | undefined> {
  try {
    return await as(workspaceId);
  } catch (error) {
    if (error instanceof NotInstalled) return undefined;
    throw error;
  }
}
