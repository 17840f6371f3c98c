import { createPerson as createSlackPerson } from "../campaign/world/person.ts";
import type { Message } from "../campaign/world/slack-world.ts";
import { elementsIn, valueFor } from "../harness/blocks.ts";
import type { Json } from "../harness/json.ts";
import type { Process } from "../harness/seam.ts";
import type { OpenView } from "../harness/slack-views.ts";
import { WORDS } from "../harness/words.ts";
import type { World } from "./world.ts";

export type Person = ReturnType<typeof createPerson>;

/** A person who waits until the app has answered; what comes to nothing is an error. */
export function createPerson(id: string, { slack }: World, process: Process) {
  const person = createSlackPerson({
    ...{ id, slack, until: async (isTrue) => isTrue() },
    async deliver(payload, { kind }) {
      const answer = await process.deliver(payload);
      if (kind !== "submit") await process.idle();
      return answer && { body: answer.payload ?? {} };
    },
  });

  function top(): OpenView {
    const open = person.top();
    if (!open) throw new Error(`${id} has no view open`);
    return open;
  }

  return {
    /** What Slack sends when the view on top is submitted. */
    submission: (): Json => person.submission(top()),

    async command(text: string, channel: string): Promise<void> {
      await person.command(`${WORDS.command} ${text}`, channel);
    },

    async press(on: Message, words: string): Promise<void> {
      if (!(await person.press(on, words))) throw new Error(`There is no ${words} to press`);
    },

    /** The labels of what can be filled in. */
    labels: (): string[] =>
      elementsIn(top().view).flatMap(({ isInput, label }) => (isInput ? [label] : [])),

    /** The input whose label begins so; choices by the beginning of their words. */
    fill(label: string, input: string): void {
      const { view, values } = top();
      const placed = elementsIn(view).find((each) => each.label.startsWith(label));
      const value = placed && valueFor(placed.element, input);
      if (!value) throw new Error(`There is no ${label} to fill in`);
      const { blockId, actionId } = placed;
      values[blockId] = { ...values[blockId], [actionId]: value };
    },

    async submit(): Promise<void> {
      const how = await person.submit();
      if (how !== "closed" && how !== "shown") throw new Error(`Not taken: ${how}`);
    },
  };
}
