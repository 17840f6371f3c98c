import type { Stage } from "../stage.ts";
import { elementsIn, menuOption, type Placed, valueFor } from "./blocks.ts";
import { dig, type Json, textAt } from "./json.ts";
import { type OpenView, saysOf, shape, submitOf, titleOf } from "./slack-views.ts";
import { type Message, read, type SlackWorld } from "./slack-world.ts";

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
type About = Pick<Delivered, "kind" | "label" | "title" | "says" | "metadata">;

const ACK_MS = 3_000;

/** Somebody who knows only what Slack shows, and acts as Slack lets them. */
export function createPerson(parts: {
  id: string;
  stage: Stage;
  slack: SlackWorld;
  deliver(payload: Json): Promise<{ body: unknown } | null>;
  history: Delivered[];
}) {
  const { id, stage, slack, deliver, history } = parts;
  const top = () => slack.views.top(id);
  const common = () => ({
    ...{ team: { id: "T0ACME", domain: "acme" }, user: { id, name: id, team_id: "T0ACME" } },
    ...{ api_app_id: "A0APP", token: "t", enterprise: null, is_enterprise_install: false },
    ...{ trigger_id: slack.views.trigger(id), response_url: slack.hook("any", id) },
  });

  async function send(payload: Json, about: About): Promise<{ body: unknown } | null> {
    const seq = stage.mark();
    const none = { answer: undefined, answeredSeq: null };
    const act: Delivered = { ...about, ...none, seq, at: stage.now(), by: id };
    history.push(act);
    const given: { body: unknown }[] = [];
    deliver(payload).then((answer) => answer && given.push(answer));
    await stage.until(() => given.length > 0, ACK_MS);
    const [answer = null] = given;
    if (answer) Object.assign(act, { answer: answer.body, answeredSeq: stage.mark() });
    return answer;
  }

  const aboutView = (open: OpenView, kind: "press" | "submit", label: string): About => {
    const metadata = textAt(open.view, "private_metadata");
    return { kind, label, title: titleOf(open), says: saysOf(open), metadata };
  };

  /** Tells the app of something that was pressed or chosen. */
  function act(on: Message | "view", placed: Placed, label: string, value: Json) {
    const { blockId, actionId, element } = placed;
    const ids = { block_id: blockId, action_id: actionId, action_ts: "1.1" };
    const payload = {
      type: "block_actions",
      ...common(),
      actions: [{ ...element, ...ids, ...value }],
    };
    const open = top();
    if (on === "view") {
      if (!open) return null;
      const where = { container: { type: "view", view_id: open.id }, view: shape(open) };
      return send({ ...payload, ...where }, aboutView(open, "press", label));
    }
    const { channel, ts } = on;
    const { header: title, says, text, blocks } = read(on);
    const container = { type: "message", message_ts: ts, channel_id: channel };
    const message = { ts, text, blocks, user: "U0BOT", type: "message" };
    const where = { channel: { id: channel, name: "" }, container, message };
    return send({ ...payload, ...where }, { kind: "press", label, title, says, metadata: "" });
  }

  return {
    id,
    top,

    async command(line: string, channel: string): Promise<boolean> {
      const [command = "", ...words] = line.split(" ");
      const payload = {
        ...{ ...common(), team_id: "T0ACME", team_domain: "acme", channel_id: channel },
        ...{ user_id: id, user_name: id, command, text: words.join(" ") },
      };
      const about = { label: line, title: "", says: "", metadata: "" };
      return (await send(payload, { kind: "command", ...about })) !== null;
    },

    /**
     * A button or a choice behind ⋯, by its words. False where it is not there, or nobody answered.
     */
    async press(message: Message, words: string): Promise<boolean> {
      for (const placed of elementsIn(read(message))) {
        const option = menuOption(placed, words);
        if (!option && placed.label !== words) continue;
        return (
          (await act(message, placed, words, option ? { selected_option: option } : {})) !== null
        );
      }
      return false;
    },

    /** Fills the input whose label begins so; false where there is none, or no such choice. */
    async fill(label: string, input: string): Promise<boolean> {
      const open = top();
      const placed = elementsIn(open?.view).find(
        (each) => each.isInput && each.label.startsWith(label),
      );
      if (!open || !placed) return false;
      const { blockId, actionId, element, isTold } = placed;
      const value = offered(element, input);
      if (!value) return false;
      if (JSON.stringify(open.values[blockId]?.[actionId]) === JSON.stringify(value)) return true;
      open.values[blockId] = { ...open.values[blockId], [actionId]: value };
      if (!isTold) return true;
      const { hash } = open;
      await act("view", placed, label, { ...value });
      // The app may draw the view anew.
      await stage.until(() => open.hash !== hash, 1_000);
      return true;
    },

    /** Presses the view's own button. */
    async submit(): Promise<"closed" | "shown" | "errors" | "lost"> {
      const open = top();
      if (!open || submitOf(open) === "") return "lost";
      const payload = { type: "view_submission", ...common(), view: shape(open) };
      const answer = await send(payload, aboutView(open, "submit", submitOf(open)));
      if (!answer) return "lost";
      const action = textAt(answer.body, "response_action");
      if (action === "errors") return "errors";
      if (action === "update") slack.views.replace(open, dig(answer.body, "view"));
      else if (action === "push") slack.views.push(id, dig(answer.body, "view"));
      else slack.views.close(id, action === "clear");
      return action === "update" || action === "push" ? "shown" : "closed";
    },

    dismiss: () => slack.views.close(id, true),

    /** Waits for a view like this on top. */
    waitFor: (isIt: (open: OpenView) => boolean) =>
      stage.until(() => {
        const open = top();
        return open !== undefined && isIt(open);
      }, 5_000),
  };
}

function offered(...asked: Parameters<typeof valueFor>): ReturnType<typeof valueFor> | null {
  try {
    return valueFor(...asked);
  } catch {
    return null;
  }
}
