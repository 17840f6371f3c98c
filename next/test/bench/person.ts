import { elementsIn, valueFor } from "../campaign/world/blocks.ts";
import { isJson, type Json, textAt } from "../campaign/world/json.ts";
import { type OpenView, shape } from "../campaign/world/slack-views.ts";
import { type Message, read } from "../campaign/world/slack-world.ts";
import type { Process } from "../harness/seam.ts";
import type { World } from "./world.ts";

const TEAM = { id: "T0ACME", domain: "acme" };

export type Person = ReturnType<typeof createPerson>;

/** A person who acts as Slack lets people act, and waits until the app has answered. */
export function createPerson(id: string, { slack }: World, process: Process) {
  const common = () => ({
    ...{ team: TEAM, user: { id, username: id, name: id, team_id: TEAM.id } },
    ...{ api_app_id: "A0APP", trigger_id: slack.views.trigger(id) },
  });

  function top(): OpenView {
    const open = slack.views.top(id);
    if (!open) throw new Error(`${id} has no view open`);
    return open;
  }

  /** What Slack sends when the view on top is submitted. */
  const submission = (): Json => ({
    ...common(),
    type: "view_submission",
    view: structuredClone(shape(top())),
    response_urls: [],
  });

  return {
    submission,

    async command(text: string, channel: string): Promise<void> {
      await process.deliver({
        ...common(),
        ...{ team_id: TEAM.id, channel_id: channel, user_id: id, user_name: id },
        ...{ command: "/rail", text, response_url: slack.hook(channel, id) },
      });
      await process.idle();
    },

    /** A button of a message, by its words. */
    async press(on: Message, words: string): Promise<void> {
      const { blocks, text } = read(on);
      const placed = elementsIn({ blocks }).find(({ label }) => label === words);
      if (!placed) throw new Error(`There is no ${words} to press`);
      const { blockId: block_id, actionId: action_id, element } = placed;
      const { channel, ts } = on;
      await process.deliver({
        ...common(),
        type: "block_actions",
        actions: [{ ...element, block_id, action_id, action_ts: "1.1" }],
        channel: { id: channel, name: "" },
        container: { type: "message", message_ts: ts, channel_id: channel, is_ephemeral: false },
        message: { ts, text, blocks, user: "U0BOT", type: "message" },
        response_url: slack.hook(channel, id),
      });
      await process.idle();
    },

    /** The labels of what can be filled in. */
    labels: (): string[] =>
      elementsIn(top().view).flatMap(({ isInput, label }) => (isInput ? [label] : [])),

    /** The input whose label begins so; choices by the beginning of their words. */
    fill(label: string, input: string): void {
      const { view, values } = top();
      const placed = elementsIn(view).find((each) => each.label.startsWith(label));
      if (!placed) throw new Error(`There is no ${label} to fill in`);
      const { blockId, actionId, element } = placed;
      values[blockId] = { ...values[blockId], [actionId]: valueFor(element, input) };
    },

    /** Does what the answer says. Throws where a field is refused. */
    async submit(): Promise<void> {
      const open = top();
      const answer = await process.deliver(submission());
      const action = textAt(answer, "response_action");
      if (answer === null || action === "errors") {
        throw new Error(`Not taken: ${JSON.stringify(answer)}`);
      }
      const view = isJson(answer) && "view" in answer ? answer.view : null;
      if (action === "push") slack.views.push(id, view);
      else if (action === "update") slack.views.replace(open, view);
      else slack.views.close(id, action === "clear");
    },
  };
}
