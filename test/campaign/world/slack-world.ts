import { headerIn, saysIn } from "../../harness/blocks.ts";
import { isJson, type Json, jsonIn, listAt, textAt } from "../../harness/json.ts";
import { createViews } from "../../harness/slack-views.ts";

export const SLACK_BASE = "https://slack.test/api/";
export const HOOKS = "https://hooks.slack.test/";
export const BOT_TOKEN = "xoxb-campaign";

/** What a message says, as it was sent and as it reads; `bare` is without white space. */
type Version = ReturnType<typeof versionOf>;

export interface Message {
  channel: string;
  ts: string;
  threadTs: string | null;
  isDeleted: boolean;
  /** At first, and after each update. */
  history: Version[];
}

/** What only one person sees, as the answer to something that they did. */
export interface Whisper extends Message {
  to: string;
  seq: number;
  at: number;
}

export type SlackWorld = ReturnType<typeof createSlackWorld>;

const fail = (error: string): Json => ({ ok: false, error });
/** What Slack answers to a call that should never be made. */
const SURPRISES = ["unknown_method", "invalid_arguments", "push_limit_reached"];

/** A Slack workspace with these people; the bot is in its channels. */
export function createSlackWorld(world: {
  now(): number;
  mark(): number;
  /** After so many virtual ms. */
  later(ms: number, work: () => void): void;
  people: readonly string[];
  channels: readonly string[];
}) {
  const { now, people, channels } = world;
  const messages: Message[] = [];
  const whispers: Whisper[] = [];
  const views = createViews(now);
  const state = {
    /** Since when somebody is deactivated. */
    gone: new Map<string, number>(),
    /** What the product must never do: unknown methods, wrong tokens, what Slack would refuse. */
    surprises: [] as string[],
  };

  function find(args: Json): Message | undefined {
    const [channel, ts] = [textAt(args, "channel"), textAt(args, "ts")];
    return messages.find((each) => each.channel === channel && each.ts === ts && !each.isDeleted);
  }

  function post(args: Json): Json {
    const to = textAt(args, "channel");
    const channel = to.startsWith("U") ? `D${to}` : to;
    if (!channels.includes(channel) && !channel.startsWith("D")) return fail("channel_not_found");
    const ts = `${Math.floor(now() / 1000)}.${`${messages.length + 1}`.padStart(6, "0")}`;
    const threadTs = textAt(args, "thread_ts") || null;
    const message: Message = { channel, ts, threadTs, isDeleted: false, history: [] };
    messages.push(message);
    return say(message, args);
  }

  function say(message: Message | undefined, args: Json): Json {
    if (!message) return fail("message_not_found");
    const version = versionOf(textAt(args, "text"), listAt(args, "blocks"));
    const { text, blocks } = version;
    if (text === "" || blocks.length > 50) state.surprises.push("A message without text");
    message.history.push(version);
    const { channel, ts } = message;
    return { ok: true, channel, ts, message: { ts } };
  }

  function whisper(to: string, args: Json): Response {
    const version = versionOf(textAt(args, "text"), listAt(args, "blocks"));
    const place = { channel: `D${to}`, ts: `${now()}.${whispers.length}`, threadTs: null };
    const when = { seq: world.mark(), at: now() };
    whispers.push({ ...place, ...when, to, isDeleted: false, history: [version] });
    return new Response("ok");
  }

  function call(method: string, args: Json): Json {
    switch (method) {
      case "auth.test":
        return {
          ...{ ok: true, url: "https://acme.slack.test/", team: "Acme", team_id: "T0ACME" },
          ...{ user: "signalbox", user_id: "U0BOT", bot_id: "B0BOT" },
        };
      case "bots.info":
        return { ok: true, bot: { id: "B0BOT", app_id: "A0APP", user_id: "U0BOT" } };
      case "users.info": {
        const id = textAt(args, "user");
        if (!people.includes(id)) return fail("user_not_found");
        const user = { id, team_id: "T0ACME", name: id, deleted: state.gone.has(id) };
        return { ok: true, user: { ...user, is_bot: false } };
      }
      case "conversations.info": {
        const id = textAt(args, "channel");
        const kind = { is_im: !channels.includes(id), is_archived: false, is_ext_shared: false };
        return { ok: true, channel: { id, name: id, is_member: true, ...kind } };
      }
      case "conversations.open":
        return { ok: true, channel: { id: `D${textAt(args, "users")}` } };
      case "chat.postMessage":
        return post(args);
      case "chat.postEphemeral":
        return { ok: true, message_ts: "1.1" };
      case "chat.getPermalink":
        return { ok: true, permalink: `https://acme.slack.test/${textAt(args, "message_ts")}` };
      case "chat.update":
        return say(find(args), args);
      default:
        return method.startsWith("views.") ? views.call(method, args) : fail("unknown_method");
    }
  }

  function answerCall(method: string, args: Json, token: string): Json {
    if (token !== BOT_TOKEN) state.surprises.push(`${method} with the token ${token}`);
    const result = call(method, args);
    const error = textAt(result, "error");
    if (SURPRISES.includes(error)) state.surprises.push(`${method}: ${error}`);
    return result;
  }

  return {
    state,
    views,
    /** Every message that all could see, deleted ones too. */
    messages: (): readonly Message[] => messages,
    whispersTo: (person: string) => whispers.filter(({ to }) => to === person),

    answer(url: URL, body: string, token: string, fault: string | null): Response {
      if (url.href.startsWith(HOOKS)) return whisper(url.href.slice(HOOKS.length), argsOf(body));
      const method = url.pathname.slice(new URL(SLACK_BASE).pathname.length);
      const args = argsOf(body);
      if (fault === "500") return new Response("Oops", { status: 500 });
      if (fault === "429") {
        const headers = { "retry-after": "7" };
        return Response.json(fail("ratelimited"), { status: 429, headers });
      }
      if (fault === "late") {
        world.later(25_000, () => answerCall(method, args, token));
        return new Response("Oops", { status: 504 });
      }
      const message = fault === "deleted" ? find(args) : undefined;
      if (message) message.isDeleted = true;
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

function versionOf(text: string, blocks: readonly unknown[]) {
  const [header, says] = [headerIn({ blocks }), saysIn({ blocks })];
  return {
    text,
    blocks,
    header,
    says,
    bare: says.replace(/\s/g, ""),
    json: JSON.stringify(blocks),
  };
}

const NOTHING = versionOf("", []);

/** A message as it reads now. */
export const read = ({ history }: Message): Version => history.at(-1) ?? NOTHING;
