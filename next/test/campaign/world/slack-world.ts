import { headerOf, shownText } from "./blocks.ts";
import type { Json } from "./json.ts";
import { isJson, jsonIn, listAt, textAt } from "./json.ts";
import { createViews } from "./slack-views.ts";

export const SLACK_BASE = "https://slack.test/api/";
export const HOOKS = "https://hooks.slack.test";
export const BOT_TOKEN = "xoxb-campaign";
const BOT = "U0BOT";

export interface Version {
  seq: number;
  at: number;
  text: string;
  blocks: readonly unknown[];
}

export interface Message {
  channel: string;
  ts: string;
  threadTs: string | null;
  /** Null where everybody in the conversation sees it. */
  onlyTo: string | null;
  isDeleted: boolean;
  history: Version[];
}

export type SlackWorld = ReturnType<typeof createSlackWorld>;
export type Standing = "active" | "deactivated" | "guest";

/** A Slack workspace. `later` does something after so many virtual ms. */
export function createSlackWorld(world: {
  now(): number;
  mark(): number;
  later(ms: number, work: () => void): void;
}) {
  const { now, mark } = world;
  const messages: Message[] = [];
  const views = createViews(now);
  const hooks = new Map<string, { channel: string; by: string }>();
  const state = {
    people: new Map<string, Standing>(),
    channels: new Map<string, { name: string; isBotIn: boolean }>(),
    /** What the product must never do: unknown methods, wrong tokens, what Slack would refuse. */
    surprises: [] as string[],
  };

  const fail = (error: string): Json => ({ ok: false, error });

  function find(args: Json): Message | undefined {
    const [channel, ts] = [textAt(args, "channel"), textAt(args, "ts")];
    return messages.find((each) => each.channel === channel && each.ts === ts && !each.isDeleted);
  }

  function post(args: Json, onlyTo: string | null): Json {
    const channel = textAt(args, "channel");
    const known = state.channels.get(channel);
    if (known ? !known.isBotIn : !/^[DU]/.test(channel)) return fail("not_in_channel");
    const ts = `${Math.floor(now() / 1000)}.${`${messages.length + 1}`.padStart(6, "0")}`;
    const threadTs = textAt(args, "thread_ts") || null;
    const place = channel.startsWith("U") ? `D${channel}` : channel;
    const message = { channel: place, ts, threadTs, onlyTo, isDeleted: false, history: [] };
    messages.push(message);
    say(message, args);
    return { ok: true, channel: place, ts, message: { ts } };
  }

  function say(message: Message, args: Json): void {
    const [text, blocks] = [textAt(args, "text"), listAt(args, "blocks")];
    message.history.push({ seq: mark(), at: now(), text, blocks });
  }

  function user(id: string): Json {
    const standing = state.people.get(id);
    if (!standing) return fail("user_not_found");
    const isGuest = standing === "guest";
    return {
      ok: true,
      user: {
        ...{ id, team_id: "T0ACME", name: id.toLowerCase(), deleted: standing === "deactivated" },
        ...{ real_name: id, is_bot: false, is_app_user: false, is_admin: false, is_owner: false },
        ...{ is_restricted: isGuest, is_ultra_restricted: false, tz: "Europe/London" },
        profile: { real_name: id, display_name: id, team: "T0ACME" },
      },
    };
  }

  function channelInfo(id: string): Json {
    const known = state.channels.get(id);
    if (!known && !id.startsWith("D")) return fail("channel_not_found");
    const name = { id, name: known?.name ?? "", is_im: !known, is_channel: Boolean(known) };
    const shared = { is_shared: false, is_ext_shared: false, is_org_shared: false };
    const isMember = { is_member: known?.isBotIn ?? true, is_archived: false, is_private: false };
    return { ok: true, channel: { ...name, ...shared, ...isMember } };
  }

  function call(method: string, args: Json): Json {
    switch (method) {
      case "auth.test":
        return {
          ...{ ok: true, url: "https://acme.slack.test/", team: "Acme", team_id: "T0ACME" },
          ...{ user: "signalbox", user_id: BOT, bot_id: "B0BOT", is_enterprise_install: false },
        };
      case "bots.info":
        return { ok: true, bot: { id: "B0BOT", app_id: "A0APP", user_id: BOT, name: "Signalbox" } };
      case "users.info":
        return user(textAt(args, "user"));
      case "conversations.info":
        return channelInfo(textAt(args, "channel"));
      case "conversations.open":
        return { ok: true, channel: { id: `D${textAt(args, "users")}` } };
      case "chat.postMessage":
        return post(args, null);
      case "chat.postEphemeral":
        return post(args, textAt(args, "user"));
      case "chat.getPermalink": {
        const place = `${textAt(args, "channel")}/${textAt(args, "message_ts")}`;
        return { ok: true, permalink: `https://acme.slack.test/archives/${place}` };
      }
      case "chat.update": {
        const message = find(args);
        if (!message) return fail("message_not_found");
        say(message, args);
        return { ok: true, ts: message.ts, channel: message.channel, message: { ts: message.ts } };
      }
      case "chat.delete": {
        const message = find(args);
        if (message) message.isDeleted = true;
        return message ? { ok: true } : fail("message_not_found");
      }
      case "views.open":
      case "views.push":
      case "views.update":
      case "views.publish":
        return views.call(method, args);
      default:
        return fail("unknown_method");
    }
  }

  /** What was asked for wrongly is a fault of the product, also where Slack is in a fault of ours. */
  function answerCall(method: string, args: Json, token: string): Json {
    if (token !== BOT_TOKEN) state.surprises.push(`${method} with the token ${token}`);
    if (method.startsWith("chat.p") || method === "chat.update") {
      const isLong = listAt(args, "blocks").length > 50 || textAt(args, "text").length > 4_000;
      if (textAt(args, "text") === "" || isLong) state.surprises.push(`${method}: bad message`);
    }
    const result = call(method, args);
    const isBad = ["unknown_method", "invalid_arguments", "push_limit_reached"];
    if (isBad.includes(textAt(result, "error"))) {
      state.surprises.push(`${method}: ${textAt(result, "error")}`);
    }
    return result;
  }

  return {
    state,
    views,
    /** Every message there ever was, deleted ones too. */
    messages: (): readonly Message[] => messages,

    hook(channel: string, by: string): string {
      const id = `${HOOKS}/actions/${hooks.size + 1}`;
      hooks.set(id, { channel, by });
      return id;
    },

    /** An answer to a slash command, or through a response_url. */
    whisper(channel: string, by: string, args: Json): void {
      if (textAt(args, "text") === "" && listAt(args, "blocks").length === 0) return;
      post({ ...args, channel: state.channels.has(channel) ? channel : by }, by);
    },

    answer(url: URL, body: string, token: string, fault: string | null): Response {
      const hook = hooks.get(url.href);
      if (hook) {
        const args = jsonIn(body);
        if (isJson(args)) this.whisper(hook.channel, hook.by, args);
        return new Response("ok");
      }
      const method = url.pathname.slice(new URL(SLACK_BASE).pathname.length);
      const args = argsOf(body);
      if (fault === "500") return new Response("Oops", { status: 500 });
      if (fault === "429") {
        const headers = { "retry-after": "7" };
        return Response.json({ ok: false, error: "ratelimited" }, { status: 429, headers });
      }
      if (fault === "late") {
        world.later(25_000, () => answerCall(method, args, token));
        return new Response("Oops", { status: 504 });
      }
      if (fault === "deleted") {
        const message = find(args);
        if (message) message.isDeleted = true;
      }
      if (fault !== null && fault !== "deleted") return Response.json(fail(fault));
      return Response.json(answerCall(method, args, token));
    },
  };
}

/** The arguments of a call: a form whose objects are JSON, or JSON. */
function argsOf(body: string): Json {
  const json = jsonIn(body);
  if (isJson(json)) return json;
  const pairs = [...new URLSearchParams(body)];
  return Object.fromEntries(
    pairs.map(([key, text]) => [key, /^[[{]/.test(text) ? (jsonIn(text) ?? text) : text]),
  );
}

export const newestOf = ({ history }: Message): Version =>
  history.at(-1) ?? { seq: 0, at: 0, text: "", blocks: [] };

/** A message as it reads now. */
export function read(message: Message) {
  const { text, blocks } = newestOf(message);
  return { header: headerOf(blocks), text, says: shownText(blocks), blocks };
}
