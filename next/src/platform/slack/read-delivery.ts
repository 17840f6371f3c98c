import { z } from "zod";
import type { Delivery } from "./delivery.ts";
import { textOfMessage } from "./message-text.ts";
import { element, toView, valueIn, view } from "./read-view.ts";

// Slack's payloads as far as we read them
// (https://docs.slack.dev/interactivity/handling-user-interaction).

/** Never an organisation. */
const workspace = z.string().startsWith("T");
const named = z.object({ id: z.string() });

const command = z
  .object({
    command: z.string(),
    team_id: workspace,
    user_id: z.string(),
    channel_id: z.string(),
    text: z.string().default(""),
    trigger_id: z.string(),
    response_url: z.string(),
  })
  .transform((body) => ({
    ...toDelivery("command", body.team_id, body.user_id, body.trigger_id),
    triggerId: body.trigger_id,
    channel: body.channel_id,
    text: body.text,
    responseUrl: body.response_url,
  }));

const interaction = z.object({
  team: z.object({ id: workspace }),
  user: named,
  trigger_id: z.string(),
  channel: named.nullish(),
  response_url: z.string().nullish(),
  view: view.nullish(),
});

const press = interaction
  .extend({
    type: z.literal("block_actions"),
    container: z.object({ message_ts: z.string().nullish(), is_ephemeral: z.boolean().nullish() }),
    actions: z.tuple([element.extend({ action_id: z.string() })]).rest(z.unknown()),
  })
  .refine(isOfItsWorkspace)
  .transform(({ container, actions: [action], ...body }) => {
    const value = valueIn(action);
    const ts = container.is_ephemeral ? null : container.message_ts;
    return {
      ...interactionOf("button", body),
      action: { id: action.action_id, value: typeof value === "string" ? value : null },
      message: body.channel && ts ? { channel: body.channel.id, ts } : null,
    };
  });

const submission = interaction
  .extend({ type: z.literal("view_submission"), view })
  .refine(isOfItsWorkspace)
  .transform((body) => interactionOf("submit", body));

const shortcut = interaction
  .extend({
    type: z.literal("message_action"),
    callback_id: z.string(),
    channel: named,
    message_ts: z.string(),
    message: z.unknown(),
  })
  .transform(({ callback_id: id, message_ts: ts, message, ...body }) => ({
    ...interactionOf("shortcut", body),
    text: textOfMessage(message),
    action: { id, value: null },
    message: { channel: body.channel.id, ts },
  }));

const homeOpened = z.object({
  type: z.literal("app_home_opened"),
  tab: z.literal("home"),
  user: z.string(),
});

/** Without a subtype or a bot: written by a person, and neither edited nor deleted. */
const directMessage = z.object({
  type: z.literal("message"),
  channel_type: z.literal("im"),
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  text: z.string(),
  subtype: z.undefined().optional(),
  bot_id: z.undefined().optional(),
});

/** A person's own token may be revoked without the bot's. */
const botTokens = z.object({ bot: z.array(z.string()).min(1) });
const removed = z.union([
  z.object({ type: z.literal("app_uninstalled") }),
  z.object({ type: z.literal("tokens_revoked"), tokens: botTokens }),
]);

const event = z
  .object({
    event_id: z.string(),
    team_id: workspace,
    event: z.union([homeOpened, directMessage, removed]),
  })
  .transform(({ event_id: id, team_id: from, event: of }): Delivery => {
    if (of.type === "app_home_opened") return toDelivery("home", from, of.user, id);
    if (of.type !== "message") return toDelivery("removed", from, "", id);
    const { user, channel, ts, text } = of;
    const direct = toDelivery("direct-message", from, user, id);
    return { ...direct, channel, text, message: { channel, ts } };
  });

const known = z.union([command, press, submission, shortcut, event]);

/** Null for what does not concern us, or cannot be read. */
export function readDelivery(body: Record<string, unknown>): Delivery | null {
  return known.safeParse(body).data ?? null;
}

function toDelivery(kind: Delivery["kind"], from: string, person: string, id: string): Delivery {
  const nothing = { action: null, view: null, message: null, responseUrl: null };
  const about = { kind, workspace: from, person, key: `${kind}:${id}` };
  return { ...about, triggerId: null, channel: null, text: "", ...nothing };
}

function interactionOf(kind: Delivery["kind"], body: z.output<typeof interaction>): Delivery {
  return {
    ...toDelivery(kind, body.team.id, body.user.id, body.trigger_id),
    triggerId: body.trigger_id,
    channel: body.channel?.id ?? null,
    view: body.view ? toView(body.view) : null,
    responseUrl: body.response_url ?? null,
  };
}

/** Nothing that was opened in one workspace counts in another. */
function isOfItsWorkspace({ team, view: shown }: z.output<typeof interaction>): boolean {
  return (shown?.app_installed_team_id ?? team.id) === team.id;
}
