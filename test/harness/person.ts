import type { ElementInput } from "../../src/sandbox/slack-workspace/kept/element-values.ts";
import * as sandbox from "../../src/sandbox/slack-workspace/page-routes/person.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import type { News } from "./news.ts";

type Seen = Parameters<typeof plainTextOf>[0];
type Message = { channel: string; ts: string };
type Place = Message | "modal" | "home";

export type Person = ReturnType<typeof createPerson>;

/** A person who waits until what they press or fill in is there: a redraw may replace it. */
export function createPerson(id: string, workspaceUrl: string, { until }: News, team?: string) {
  const person = sandbox.createPerson(workspaceUrl, id, team);
  const { call, blocksOn, messages } = person;

  function wait(place: Place, words: string, act: () => ReturnType<typeof person.press>) {
    return until(
      async () => {
        const outcome = await act();
        if (!outcome)
          throw new Error(`It reads:\n${plainTextOf({ blocks: await blocksOn(place) })}`);
        return outcome;
      },
      `"${words}" for ${id} on ${JSON.stringify(place)}`,
    );
  }

  return {
    ...person,
    press: (place: Place, words: string) => wait(place, words, () => person.press(place, words)),

    async fill(label: string, value: ElementInput, place: Place = "modal"): Promise<void> {
      await wait(place, label, async () => {
        const outcome = await person.fill(place, label, value);
        if (outcome?.failure) throw new Error(outcome.failure);
        return outcome;
      });
    },

    async close(which: "top" | "all" = "top"): Promise<void> {
      await call("/close", { which });
    },

    /** The conversation with the app. */
    async direct() {
      const all = await call<{ id: string; appId?: string }[]>("/channels");
      const withApp = all.find(({ appId }) => appId !== undefined);
      return withApp ? messages(withApp.id) : [];
    },

    /** Deletes a message: one's own, or anybody's as an administrator. */
    async remove(message: Message): Promise<void> {
      await call("/remove", message);
    },
  };
}

/** What a person reads of a message or view, line by line; buttons stand in brackets. */
export function reads(seen: Seen & { title?: { text: string } }): string {
  return [...(seen.title ? [seen.title.text] : []), plainTextOf(seen)].join("\n");
}
