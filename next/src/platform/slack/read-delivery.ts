import { z } from "zod";
import type { Delivery } from "./delivery.ts";
import { textOfMessage } from "./message-text.ts";
import { element, toView, valueIn, view } from "./read-view.ts";

// Slack's payloads as far as we read them
// (https://docs.slack.dev/interactivity/handling-user-interaction).

const text = z.string().nullish();
const named = z.object({ id: z.string() });
/** Never an organisation. */
const workspace = z.string().startsWith("T");

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
    ...delivery("command", body.team_id, body.user_id, body.trigger_id),
    triggerId: body.trigger_id,
    channel: body.channel_id,
    text: body.text,
    responseUrl: body.response_url,
  }));

const interaction = z.object({
  team: z.object({ id: workspace }),
  user: named,
  trigger_id: z.string(),
  view: view.nullish(),
});

const press = interaction
  .extend({
    type: z.literal("block_actions"),
    response_url: text,
    channel: named.nullish(),
    container: z.object({ message_ts: text, is_ephemeral: z.boolean().nullish() }),
    actions: z
      .tuple([element.extend({ action_id: z.string(), block_id: z.string() })])
      .rest(z.unknown()),
  })
  .refine(isOfItsWorkspace)
  .transform(({ container, channel, actions: [action], ...body }) => {
    const value = valueIn(action);
    const ts = container.is_ephemeral ? null : container.message_ts;
    return {
      ...interactionOf("button", body),
      channel: channel?.id ?? null,
      action: {
        id: action.action_id,
        blockId: action.block_id,
        value: typeof value === "string" ? value : null,
      },
      message: channel && ts ? { channel: channel.id, ts } : null,
      responseUrl: body.response_url ?? null,
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
    response_url: z.string(),
  })
  .transform((body) => ({
    ...interactionOf("shortcut", body),
    channel: body.channel.id,
    text: textOfMessage(body.message),
    action: { id: body.callback_id, blockId: "", value: null },
    message: { channel: body.channel.id, ts: body.message_ts },
    responseUrl: body.response_url,
  }));

const event = z.object({ event_id: z.string(), team_id: workspace });

const homeOpened = event
  .extend({
    event: z.object({
      type: z.literal("app_home_opened"),
      tab: z.literal("home"),
      user: z.string(),
    }),
  })
  .transform((body) => delivery("home", body.team_id, body.event.user, body.event_id));

/** Without a subtype or a bot: written by a person, and neither edited nor deleted. */
const directMessage = event
  .extend({
    event: z.object({
      type: z.literal("message"),
      channel_type: z.literal("im"),
      user: z.string(),
      channel: z.string(),
      ts: z.string(),
      text: z.string(),
      subtype: z.undefined().optional(),
      bot_id: z.undefined().optional(),
    }),
  })
  .transform(({ event: { user, channel, ts, text: typed }, ...body }) => ({
    ...delivery("direct-message", body.team_id, user, body.event_id),
    channel,
    text: typed,
    message: { channel, ts },
  }));

/** A person's own token may be revoked without the bot's. */
const botTokens = z.object({ bot: z.array(z.string()).min(1) });
const removal = z.union([
  z.object({ type: z.literal("app_uninstalled") }),
  z.object({ type: z.literal("tokens_revoked"), tokens: botTokens }),
]);
const removed = event
  .extend({ event: removal })
  .transform((body) => delivery("removed", body.team_id, "", body.event_id));

const known = z.union([command, press, submission, shortcut, homeOpened, directMessage, removed]);

/** Null for what does not concern us, or cannot be read. */
export function readDelivery(body: Record<string, unknown>): Delivery | null {
  return known.safeParse(body).data ?? null;
}

function delivery(kind: Delivery["kind"], from: string, person: string, id: string): Delivery {
  return {
    kind,
    workspace: from,
    person,
    key: `${kind}:${id}`,
    triggerId: null,
    channel: null,
    text: "",
    action: null,
    view: null,
    message: null,
    responseUrl: null,
  };
}

function interactionOf(kind: Delivery["kind"], body: z.output<typeof interaction>): Delivery {
  return {
    ...delivery(kind, body.team.id, body.user.id, body.trigger_id),
    triggerId: body.trigger_id,
    view: body.view ? toView(body.view) : null,
  };
}

/** Nothing that was opened in one workspace counts in another. */
function isOfItsWorkspace({ team, view: shown }: z.output<typeof interaction>): boolean {
  return (shown?.app_installed_team_id ?? team.id) === team.id;
}
