import { z } from "zod";
import type { DeliveredView, Delivery, Value } from "./delivery.ts";
import { textOfMessage } from "./message-text.ts";

// Slack's payloads as far as we read them
// (https://docs.slack.dev/interactivity/handling-user-interaction).

/** Never an organisation. */
const workspace = z.string().startsWith("T");
const named = z.object({ id: z.string() });
const text = z.string().nullish();
const option = z.object({ value: z.string() });

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

/** What was typed or chosen, and what a button carries. */
const field = {
  value: text,
  selected_option: option.nullish(),
  selected_options: z.array(option).nullish(),
  selected_users: z.array(z.string()).nullish(),
  selected_conversation: text,
};
const element = z.object(field).transform(valueIn);
const values = z.record(z.string(), z.record(z.string(), element));

/** https://docs.slack.dev/reference/views */
const view = z
  .object({
    id: z.string(),
    hash: z.string(),
    type: z.enum(["modal", "home"]),
    callback_id: z.string().default(""),
    private_metadata: z.string().default(""),
    previous_view_id: text,
    root_view_id: text,
    app_installed_team_id: text,
    state: z.object({ values }).nullish(),
  })
  .transform((shown) => {
    const below = shown.previous_view_id;
    const seen: DeliveredView = {
      id: shown.id,
      hash: shown.hash,
      surface: shown.type,
      callbackId: shown.callback_id,
      metadata: shown.private_metadata,
      values: shown.state?.values ?? {},
      isTop: Boolean(below) && below !== shown.root_view_id,
    };
    return { seen, workspace: shown.app_installed_team_id ?? null };
  });

const KINDS = {
  block_actions: "button",
  view_submission: "submit",
  message_action: "shortcut",
} as const;

const interaction = z
  .object({
    type: z.enum(["block_actions", "view_submission", "message_action"]),
    callback_id: text,
    message: z.unknown().optional(),
    team: z.object({ id: workspace }),
    user: named,
    trigger_id: z.string(),
    channel: named.nullish(),
    response_url: text,
    container: z
      .object({ message_ts: text, thread_ts: text, is_ephemeral: z.boolean().nullish() })
      .nullish(),
    actions: z.array(z.object({ ...field, action_id: z.string() })).nullish(),
    view: view.nullish(),
  })
  .refine(({ type, view: shown }) => shown || type !== "view_submission")
  .refine(({ type, actions }) => actions?.length || type !== "block_actions")
  // Nothing that was opened in one workspace counts in another.
  .refine(({ team, view: shown }) => (shown?.workspace ?? team.id) === team.id)
  .transform(({ container, view: shown, ...body }): Delivery => {
    const [action] = body.actions ?? [];
    const value = action && valueIn(action);
    const shortcut = body.type === "message_action" ? body.callback_id : null;
    const ts = container?.is_ephemeral ? null : container?.message_ts;
    // An answer over its response URL would be in the thread, and calls are read in the channel.
    const isReply = ts && container?.thread_ts && container.thread_ts !== ts;
    return {
      ...toDelivery(KINDS[body.type], body.team.id, body.user.id, body.trigger_id),
      triggerId: body.trigger_id,
      channel: body.channel?.id ?? null,
      action: action
        ? { id: action.action_id, value: typeof value === "string" ? value : null }
        : shortcut
          ? { id: shortcut, value: null }
          : null,
      text: shortcut ? textOfMessage(body.message) : "",
      message: body.channel && ts ? { channel: body.channel.id, ts } : null,
      responseUrl: isReply ? null : (body.response_url ?? null),
      view: shown?.seen ?? null,
    };
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

const homeOpened = z.object({
  type: z.literal("app_home_opened"),
  tab: z.literal("home"),
  user: z.string(),
  view: view.nullish(),
});

/** They come in either order. */
const removed = z.object({ type: z.enum(["app_uninstalled", "tokens_revoked"]) });

const event = z
  .object({
    event_id: z.string(),
    team_id: workspace,
    event: z.discriminatedUnion("type", [homeOpened, directMessage, removed]),
  })
  .transform(({ event_id: id, team_id: from, event: of }): Delivery => {
    if (!("user" in of)) return toDelivery("removed", from, "", id);
    if (of.type === "app_home_opened") {
      return { ...toDelivery("home", from, of.user, id), view: of.view?.seen ?? null };
    }
    const { user, channel, ts, text: said } = of;
    const direct = toDelivery("direct-message", from, user, id);
    return { ...direct, channel, text: said, message: { channel, ts } };
  });

const known = z.union([command, interaction, event]);

/** Null for what does not concern us, or cannot be read. */
export function readDelivery(body: Record<string, unknown>): Delivery | null {
  return known.safeParse(body).data ?? null;
}

function toDelivery(kind: Delivery["kind"], from: string, person: string, id: string): Delivery {
  const nothing = { action: null, view: null, message: null, responseUrl: null };
  const about = { kind, workspace: from, person, key: `${kind}:${id}` };
  return { ...about, triggerId: null, channel: null, text: "", ...nothing };
}

function valueIn(found: z.output<z.ZodObject<typeof field>>): Value {
  if (found.selected_options) return found.selected_options.map(({ value }) => value);
  if (found.selected_users) return found.selected_users;
  return found.selected_option?.value ?? found.selected_conversation ?? found.value ?? null;
}
