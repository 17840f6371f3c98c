import type { Block } from "../../../src/sandbox/slack-workspace/blocks/block.ts";
import { allOptions } from "../../../src/sandbox/slack-workspace/blocks/choices.ts";
import type { ActionElement } from "../../../src/sandbox/slack-workspace/blocks/elements.ts";
import {
  type PlacedElement,
  placedElements,
} from "../../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import type { Outcome } from "../../../src/sandbox/slack-workspace/interactions/outcome.ts";
import type { Submission } from "../../../src/sandbox/slack-workspace/interactions/submit.ts";
import type { ElementInput } from "../../../src/sandbox/slack-workspace/kept/element-values.ts";
import type {
  HomeView,
  ModalView,
  SeenMessage,
} from "../../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import type { News } from "./news.ts";

/** Where something is pressed or filled in: a message, the modal on top, or the app's Home. */
export type Place = { channel: string; ts: string } | "modal" | "home";

/** A person of the sandbox's workspace, who does and sees what its page lets people do and see. */
export interface Person {
  readonly id: string;
  /** Types a line into a conversation: a slash command, or a message. */
  say(channel: string, line: string): Promise<Outcome>;
  /** Takes a shortcut of the app on a message, by its callback_id. */
  shortcut(message: { channel: string; ts: string }, callbackId: string): Promise<Outcome>;
  /** Presses a button, or an entry of a ⋯ menu, by its words. Waits until it is there. */
  press(place: Place, words: string): Promise<Outcome>;
  /** Types or chooses in the input whose label begins so; choices by their words. Waits as well. */
  fill(label: string, value: ElementInput, place?: Place): Promise<void>;
  submit(): Promise<Submission>;
  close(which?: "top" | "all"): Promise<void>;
  /** The modal on top, with what was typed in `state.values`, and its `errors`. */
  modal(): Promise<ModalView | undefined>;
  messages(channel: string): Promise<SeenMessage[]>;
  /** The conversation with the app. */
  direct(): Promise<SeenMessage[]>;
  openHome(): Promise<void>;
  home(): Promise<HomeView | undefined>;
  /** As an administrator. */
  uninstall(): Promise<void>;
  /** Deletes a message: one's own, or anybody's as an administrator. */
  remove(message: { channel: string; ts: string }): Promise<void>;
}

interface Where {
  workspaceUrl: string;
  news: News;
  /** By default the first workspace of the server. */
  team?: string;
}

export function createPerson(id: string, { workspaceUrl, news, team }: Where): Person {
  const query = team === undefined ? "" : `?team=${team}`;

  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${workspaceUrl}/page/people/${id}${path}${query}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${id} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  const messages = (channel: string) => call<SeenMessage[]>(`/channels/${channel}/messages`);
  const modal = async () => (await call<ModalView[]>("/modals")).at(-1);
  const home = async () => (await call<HomeView | null>("/home")) ?? undefined;

  async function blocksOn(place: Place): Promise<readonly Block[]> {
    if (place === "modal") return (await modal())?.blocks ?? [];
    if (place === "home") return (await home())?.blocks ?? [];
    return (await messages(place.channel)).find(({ ts }) => ts === place.ts)?.blocks ?? [];
  }

  /** Does it with the element once that is there, which a redraw may replace at any moment. */
  function act(
    place: Place,
    words: string,
    isIt: (placed: PlacedElement) => boolean,
    given?: Given,
  ) {
    const what = `"${words}" for ${id} on ${JSON.stringify(place)}`;
    return news.until(async () => {
      const blocks = await blocksOn(place);
      const placed = placedElements(blocks).find(isIt);
      if (!placed) throw new Error(`It reads:\n${plainTextOf({ blocks })}`);
      const outcome = await call<Outcome>("/act", {
        surface: typeof place === "string" ? { kind: place } : { kind: "message", ...place },
        blockId: placed.block.block_id,
        actionId: placed.element.action_id,
        value: inputFor(placed.element, given ? given.value : words),
      });
      if (given && outcome.failure) throw new Error(outcome.failure);
      return outcome;
    }, what);
  }

  return {
    id,
    messages,
    modal,
    home,
    say: (channel, line) => call("/send", { channel, text: line }),
    shortcut: (message, callbackId) => call("/shortcut", { ...message, callbackId }),
    press: (place, words) => act(place, words, ({ element }) => wordsOn(element).includes(words)),
    async fill(label, value, place = "modal") {
      await act(place, label, (placed) => labelOf(placed).startsWith(label), { value });
    },
    submit: () => call("/submit", {}),
    async close(which = "top") {
      await call("/close", { which });
    },
    async direct() {
      const all = await call<{ id: string; appId?: string }[]>("/channels");
      const withApp = all.find(({ appId }) => appId !== undefined);
      return withApp ? messages(withApp.id) : [];
    },
    openHome: () => call("/home", {}),
    async uninstall() {
      await call("/uninstall", {});
    },
    async remove(message) {
      await call("/remove", message);
    },
  };
}

interface Given {
  value: ElementInput;
}

/** What a person reads of a message or view, line by line; buttons stand in brackets. */
export function reads(seen: SeenMessage | ModalView | HomeView): string {
  const title = "title" in seen ? [seen.title.text] : [];
  return [...title, plainTextOf(seen)].join("\n");
}

function wordsOn(element: ActionElement): string[] {
  if (element.type === "button") return [element.text.text];
  return element.type === "overflow" ? element.options.map(({ text }) => text.text) : [];
}

/** The label above an input, or else the words in it while it is empty. */
function labelOf({ block, element }: PlacedElement): string {
  if (block.type === "input") return block.label.text;
  return "placeholder" in element ? (element.placeholder?.text ?? "") : "";
}

/** The page sends the value of an option, and people know its words. */
function inputFor(element: ActionElement, given: ElementInput): ElementInput {
  switch (element.type) {
    case "button":
      return null;
    case "overflow":
    case "radio_buttons":
    case "checkboxes":
    case "static_select":
    case "multi_static_select": {
      const options = allOptions<{ value: string; text: { text: string } }>(element);
      const valueFor = (words: string) =>
        options.find(({ text }) => text.text === words)?.value ?? words;
      if (typeof given === "string") return valueFor(given);
      return Array.isArray(given) ? given.map(valueFor) : given;
    }
    default:
      return given;
  }
}
