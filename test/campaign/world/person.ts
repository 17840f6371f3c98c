import { elementsIn, type Placed, valueFor } from "../../harness/blocks.ts";
import { dig, type Json, jsonIn, textAt } from "../../harness/json.ts";
import { type OpenView, saysOf, shape, submitOf, titleOf } from "../../harness/slack-views.ts";
import { HOOKS, type Message, read, type SlackWorld } from "./slack-world.ts";

/** What somebody does in Slack, with all that they have before their eyes. */
export interface Act {
  by: string;
  kind: "command" | "press" | "submit";
  /** The command, or the words on the button. */
  label: string;
  title: string;
  says: string;
  /** The request and the digest that its view carries. */
  about: { request: string; digest: string };
}

export interface Delivered extends Act {
  seq: number;
  at: number;
  /** The body of the acknowledgement; undefined where none came within three seconds. */
  answer: unknown;
  answeredSeq: number | null;
}

const NOTHING: Act["about"] = { request: "", digest: "" };

export type Person = ReturnType<typeof createPerson>;

/** Somebody who knows only what Slack shows, and acts as Slack lets them. */
export function createPerson(parts: {
  id: string;
  slack: SlackWorld;
  /** What the app acknowledged; null where it did not in time. */
  deliver(payload: Json, act: Act): Promise<{ body: unknown } | null>;
  /** Waits until it is true, for so many ms at most. */
  until(isTrue: () => boolean, withinMs: number): Promise<boolean>;
}) {
  const { id, slack, deliver, until } = parts;
  const top = () => slack.views.top(id);
  const common = () => ({
    ...{ team: { id: "T0ACME", domain: "acme" }, user: { id, name: id, team_id: "T0ACME" } },
    ...{ api_app_id: "A0APP", token: "t", enterprise: null, is_enterprise_install: false },
    ...{ trigger_id: slack.views.trigger(id), response_url: `${HOOKS}${id}` },
  });
  const aboutView = (open: OpenView, kind: Act["kind"], label: string): Act => {
    const text = textAt(open.view, "private_metadata");
    const carried = jsonIn(text);
    const about = {
      request: textAt(carried, "request") || text,
      digest: textAt(carried, "digest"),
    };
    return { by: id, kind, label, title: titleOf(open), says: saysOf(open), about };
  };

  /** Tells the app of something that was pressed or chosen. */
  function act(on: Message | OpenView, placed: Placed, label: string, value: object) {
    const { blockId, actionId, element } = placed;
    const action = { ...element, block_id: blockId, action_id: actionId, action_ts: "1.1" };
    const payload = { type: "block_actions", ...common(), actions: [{ ...action, ...value }] };
    if ("view" in on) {
      const where = { container: { type: "view", view_id: on.id }, view: shape(on) };
      return deliver({ ...payload, ...where }, aboutView(on, "press", label));
    }
    const { channel, ts } = on;
    const { header: title, says, text, blocks } = read(on);
    const container = { type: "message", message_ts: ts, channel_id: channel };
    const message = { ts, text, blocks, user: "U0BOT", type: "message" };
    const where = { channel: { id: channel, name: "" }, container, message };
    const pressed = { by: id, kind: "press", label, title, says, about: NOTHING } as const;
    return deliver({ ...payload, ...where }, pressed);
  }

  /** What Slack sends when a view is submitted. */
  const submission = (open: OpenView): Json => {
    return { type: "view_submission", ...common(), view: structuredClone(shape(open)) };
  };

  return {
    id,
    top,
    submission,

    async command(line: string, channel: string): Promise<boolean> {
      const [command = "", ...words] = line.split(" ");
      const payload = {
        ...{ ...common(), team_id: "T0ACME", team_domain: "acme", channel_id: channel },
        ...{ user_id: id, user_name: id, command, text: words.join(" ") },
      };
      const said = { by: id, label: line, title: "", says: "", about: NOTHING };
      return (await deliver(payload, { kind: "command", ...said })) !== null;
    },

    /**
     * A button or a choice, also behind ⋯, by its words. False where it is not there, or nobody
     * answered.
     */
    async press(message: Message, words: string): Promise<boolean> {
      for (const placed of elementsIn(read(message))) {
        const { element, label } = placed;
        const entries =
          element.type === "overflow" || element.type === "static_select" ? element.options : [];
        const option = entries?.find(({ text }) => text.text === words);
        if (!option && label !== words) continue;
        const chosen = option ? { selected_option: option } : {};
        return (await act(message, placed, words, chosen)) !== null;
      }
      return false;
    },

    /** Fills the input whose label begins so, where there is one, and such a choice. */
    async fill(label: string, input: string | readonly string[]): Promise<void> {
      const open = top();
      const placed = elementsIn(open?.view).find(
        (each) => each.isInput && each.label.startsWith(label),
      );
      const value = placed && valueFor(placed.element, input);
      if (!open || !value) return;
      const { blockId, actionId, isTold } = placed;
      if (JSON.stringify(open.values[blockId]?.[actionId]) === JSON.stringify(value)) return;
      open.values[blockId] = { ...open.values[blockId], [actionId]: value };
      if (!isTold) return;
      const { hash } = open;
      await act(open, placed, label, value);
      // The app may draw the view anew.
      await until(() => open.hash !== hash, 1_000);
    },

    /** Presses the view's own button. */
    async submit(): Promise<"closed" | "shown" | "errors" | "lost"> {
      const open = top();
      if (!open || submitOf(open) === "") return "lost";
      const answer = await deliver(submission(open), aboutView(open, "submit", submitOf(open)));
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
      until(() => {
        const open = top();
        return open !== undefined && isIt(open);
      }, 5_000),
  };
}
