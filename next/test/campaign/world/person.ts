import type { Stage } from "../stage.ts";
import type { Placed } from "./blocks.ts";
import { elementsIn, optionsOf, shownText, valueFor } from "./blocks.ts";
import type { Json } from "./json.ts";
import { dig, isJson, textAt } from "./json.ts";
import type { OpenView } from "./slack-views.ts";
import { shape } from "./slack-views.ts";
import type { Message, SlackWorld } from "./slack-world.ts";
import { read } from "./slack-world.ts";

/** One thing that somebody did in Slack, with all that they had before their eyes. */
export interface Delivered {
  seq: number;
  at: number;
  by: string;
  kind: "command" | "press" | "submit";
  /** The command, or the words on the button. */
  label: string;
  title: string;
  says: string;
  metadata: string;
  /** The body of the acknowledgement; undefined where none came within three seconds. */
  answer: unknown;
  answeredSeq: number | null;
}

export type Person = ReturnType<typeof createPerson>;
export type Deliver = (payload: Json) => Promise<{ body: unknown } | null>;

const TEAM = { id: "T0ACME", domain: "acme" };
const ACK_MS = 3_000;

/** Somebody who knows only what Slack shows, and acts as Slack lets them. */
export function createPerson(parts: {
  id: string;
  stage: Stage;
  slack: SlackWorld;
  deliver: Deliver;
  history: Delivered[];
}) {
  const { id, stage, slack, deliver, history } = parts;
  const top = () => slack.views.top(id);
  const user = { id, username: id.toLowerCase(), name: id.toLowerCase(), team_id: TEAM.id };
  const common = () => ({
    ...{ team: TEAM, user, api_app_id: "A0APP", token: "t", enterprise: null },
    ...{ is_enterprise_install: false, trigger_id: slack.views.trigger(id) },
  });

  async function send(
    payload: Json,
    about: Pick<Delivered, "kind" | "label" | "title" | "says" | "metadata">,
  ): Promise<{ body: unknown } | null> {
    const seq = stage.mark();
    const act: Delivered = {
      ...about,
      seq,
      at: stage.now(),
      by: id,
      answer: undefined,
      answeredSeq: null,
    };
    history.push(act);
    let answer: { body: unknown } | null = null;
    let isOver = false;
    deliver(payload).then((given) => {
      answer = given;
      isOver = true;
    });
    await stage.until(() => isOver, ACK_MS);
    const given: { body: unknown } | null = answer;
    if (given) Object.assign(act, { answer: dig(given, "body"), answeredSeq: stage.mark() });
    return given;
  }

  async function command(text: string, channel: string): Promise<boolean> {
    const name = slack.state.channels.get(channel)?.name ?? "";
    const [first = "", ...rest] = text.split(" ");
    const payload = {
      ...common(),
      ...{ team_id: TEAM.id, team_domain: TEAM.domain, channel_id: channel, channel_name: name },
      ...{ user_id: id, user_name: user.name, command: first, text: rest.join(" ") },
      ...{ is_enterprise_install: "false", response_url: slack.hook(channel, id) },
    };
    const about = { label: text, title: "", says: "", metadata: "" };
    const answer = await send(payload, { kind: "command", ...about });
    if (isJson(answer?.body)) slack.whisper(channel, id, answer.body);
    return answer !== null;
  }

  function find(on: Message | "view", label: string): { placed: Placed; option?: Json } | null {
    const shown = on === "view" ? top()?.view : { blocks: read(on).blocks };
    for (const placed of elementsIn(shown)) {
      if (placed.element.type === "button" && placed.label === label) return { placed };
      if (placed.element.type !== "overflow" && placed.element.type !== "static_select") continue;
      const option = optionsOf(placed.element).find(
        (each) => textAt(each, "text", "text") === label,
      );
      if (option && !placed.isInput) return { placed, option };
    }
    return null;
  }

  /** Tells the app of something that was pressed or changed. */
  async function act(on: Message | "view", placed: Placed, label: string, value: Json) {
    const { blockId, actionId, element } = placed;
    const action: Json = { type: element.type, block_id: blockId, action_id: actionId };
    Object.assign(action, { text: element.text, value: element.value, action_ts: "1.1" }, value);
    const payload = { type: "block_actions", ...common(), actions: [action] };
    if (on === "view") {
      const open = top();
      if (!open) return null;
      const container = { type: "view", view_id: open.id };
      const view = shape(open);
      const about = { label, title: titleOf(open), says: shownText(open.view.blocks) };
      const metadata = textAt(view, "private_metadata");
      return send({ ...payload, container, view }, { kind: "press", ...about, metadata });
    }
    const { channel, ts, onlyTo } = on;
    const { header: title, says, text, blocks } = read(on);
    const container = { type: "message", message_ts: ts, channel_id: channel };
    const where = { channel: { id: channel, name: "" }, container, state: { values: {} } };
    const message = { ts, text, blocks, user: "U0BOT", type: "message" };
    const full = { ...payload, ...where, message, response_url: slack.hook(channel, id) };
    Object.assign(container, { is_ephemeral: onlyTo !== null });
    return send(full, { kind: "press", label, title, says, metadata: JSON.stringify(blocks) });
  }

  return {
    id,
    command,
    top,

    /** Whether it is there to be pressed. */
    canPress: (on: Message | "view", label: string) => find(on, label) !== null,

    /** A button or a choice behind ⋯, by its words. False where it is not there, or nobody answered. */
    async press(on: Message | "view", label: string): Promise<boolean> {
      const found = find(on, label);
      if (!found) return false;
      const value = found.option ? { selected_option: found.option } : {};
      return (await act(on, found.placed, label, value)) !== null;
    },

    /** Fills the input whose label begins so; false where there is none. */
    async fill(label: string, input: string): Promise<boolean> {
      const open = top();
      const placed = elementsIn(open?.view).find(
        (each) => each.isStateful && each.label.startsWith(label),
      );
      if (!open || !placed) return false;
      const value = valueFor(placed.element, input);
      const before = open.values[placed.blockId]?.[placed.actionId];
      if (JSON.stringify(before) === JSON.stringify(value)) return true;
      open.values[placed.blockId] = { ...open.values[placed.blockId], [placed.actionId]: value };
      const { hash } = open;
      if (!placed.isTold) return true;
      await act("view", placed, label, value);
      // The app may draw the view anew.
      await stage.until(() => open.hash !== hash, 1_000);
      return true;
    },

    /** Presses the view's own button. */
    async submit(): Promise<"closed" | "shown" | "errors" | "lost"> {
      const open = top();
      if (!open) return "lost";
      const view = shape(open);
      const [label, says] = [textAt(open.view, "submit", "text"), shownText(open.view.blocks)];
      const about = {
        label,
        title: titleOf(open),
        says,
        metadata: textAt(view, "private_metadata"),
      };
      const payload = { type: "view_submission", ...common(), view, response_urls: [] };
      const answer = await send(payload, { kind: "submit", ...about });
      if (!answer) return "lost";
      switch (dig(answer.body, "response_action")) {
        case "errors":
          return "errors";
        case "update":
          slack.views.replace(open, dig(answer.body, "view"));
          return "shown";
        case "push":
          slack.views.push(id, dig(answer.body, "view"));
          return "shown";
        case "clear":
          slack.views.close(id, true);
          return "closed";
        default:
          slack.views.close(id, false);
          return "closed";
      }
    },

    dismiss: () => slack.views.close(id, true),

    /** Waits for a view like this on top. */
    waitFor: (isIt: (open: OpenView) => boolean, withinMs = 5_000) =>
      stage.until(() => {
        const open = top();
        return open !== undefined && isIt(open);
      }, withinMs),
  };
}

export const titleOf = ({ view }: OpenView) => textAt(view, "title", "text");
export const submitOf = ({ view }: OpenView) => textAt(view, "submit", "text");
export const saysOf = ({ view }: OpenView) => shownText(view.blocks);
