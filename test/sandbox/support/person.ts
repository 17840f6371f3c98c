import {
  type Block,
  type PlacedElement,
  placedElements,
} from "../../../src/sandbox/slack-workspace/blocks/block.ts";
import {
  type ActionElement,
  allOptions,
} from "../../../src/sandbox/slack-workspace/blocks/elements.ts";
import type { Outcome } from "../../../src/sandbox/slack-workspace/interactions/interact.ts";
import type { Submission } from "../../../src/sandbox/slack-workspace/interactions/submit.ts";
import type { SurfaceName } from "../../../src/sandbox/slack-workspace/interactions/surface.ts";
import type { ElementInput } from "../../../src/sandbox/slack-workspace/kept/element-values.ts";
import type {
  HomeView,
  ModalView,
  SeenMessage,
} from "../../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";

/**
 * The place in which something is pressed or filled in: a message, the modal on top, or the app's
 * Home.
 */
export type Target = { channel: string; ts: string } | "modal" | "home";

/** A person of a sandbox workspace, who does and sees what the page lets them do and see. */
export interface Person {
  readonly id: string;
  /** Types a line into a conversation: a slash command, or a message. */
  command(channelId: string, text: string): Promise<Outcome>;
  /** Takes a shortcut of the app on a message. */
  shortcut(message: { channel: string; ts: string }, callbackId: string): Promise<Outcome>;
  /** Presses a button, found by action_id or by its visible text; a confirm dialog is agreed to. */
  click(target: Target, action: string): Promise<Outcome>;
  /**
   * Fills an input, found by its label, block_id or action_id. Choices are named by their text or
   * value. With `enter`, a text field also gets the Enter key.
   */
  fill(
    field: string,
    value: ElementInput,
    how?: { target?: Target; enter?: boolean },
  ): Promise<void>;
  /** The same as `fill`, for what reads better as a choice. */
  choose(field: string, value: ElementInput, how?: { target?: Target }): Promise<void>;
  /** Deletes a message: one's own, or anybody's as an administrator. */
  remove(message: { channel: string; ts: string }): Promise<void>;
  /** Uninstalls the app, as an administrator. */
  uninstall(): Promise<void>;
  submit(): Promise<Submission>;
  /** Closes the modal on top, or all of them. */
  close(which?: "top" | "all"): Promise<void>;
  /** The modal on top, with its current values in `state.values` and its `errors`. */
  modal(): Promise<ModalView | undefined>;
  messages(channelId: string): Promise<SeenMessage[]>;
  /** The direct conversation with the app. */
  directMessages(): Promise<SeenMessage[]>;
  /** Opens the app's Home, which tells the app. */
  openHome(): Promise<void>;
  home(): Promise<HomeView | undefined>;
  /** Asks until the answer is neither undefined, null nor false; an error counts as "not yet". */
  waitFor<T>(
    ask: () => Promise<T> | T,
    what: string,
    options?: { withinMs?: number },
  ): Promise<Exclude<T, undefined | null | false>>;
}

/** `team` names a workspace other than the server's first. */
export function person(
  workspaceUrl: string,
  userId: string,
  where: { team?: string } = {},
): Person {
  const base = `${workspaceUrl}/page/people/${userId}`;
  const query = new URLSearchParams(where);

  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${base}${path}?${query}`, {
      method: body ? "POST" : "GET",
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`${userId} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  const messages = (channelId: string) => call<SeenMessage[]>(`/channels/${channelId}/messages`);
  const modal = async () => (await call<ModalView[]>("/modals")).at(-1);
  const home = async () => (await call<HomeView | null>("/home")) ?? undefined;

  async function blocksOn(target: Target): Promise<readonly Block[]> {
    if (target === "modal") return (await modal())?.blocks ?? [];
    if (target === "home") return (await home())?.blocks ?? [];
    const seen = await messages(target.channel);
    return seen.find(({ ts }) => ts === target.ts)?.blocks ?? [];
  }

  /** Finds an element, also on a view that has been asked for and is not there yet. */
  async function find(
    target: Target,
    wanted: string,
    matches: (placed: PlacedElement) => boolean,
  ): Promise<PlacedElement> {
    let blocks: readonly Block[];
    const deadline = Date.now() + PATIENCE_MS;
    do {
      blocks = await blocksOn(target);
      const found = placedElements(blocks).find(matches);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    } while (Date.now() < deadline);
    throw new Error(
      `${userId} finds no "${wanted}" on ${JSON.stringify(target)}. It reads:\n${plainTextOf({ blocks })}`,
    );
  }

  const act = (target: Target, { block, element }: PlacedElement, rest: object) =>
    call<Outcome>("/act", {
      surface: surfaceNamed(target),
      blockId: block.block_id,
      actionId: element.action_id,
      ...rest,
    });

  const fill: Person["fill"] = async (field, value, { target = "modal", enter = false } = {}) => {
    const placed = await find(target, field, (each) => namesOf(each).includes(field));
    const entered = inputFor(placed.element, value);
    const outcome = await act(target, placed, { value: entered });
    if (outcome.failure) throw new Error(outcome.failure);
    if (enter) await act(target, placed, { value: entered, isEnter: true });
  };

  return {
    id: userId,
    messages,
    modal,
    home,
    fill,
    choose: fill,

    command: (channel, text) => call("/send", { channel, text }),

    shortcut({ channel, ts }, callbackId) {
      return call("/shortcut", { channel, ts, callbackId });
    },

    async click(target, action) {
      const press = async () => {
        const placed = await find(target, action, ({ element }) =>
          pressable(element).includes(action),
        );
        return act(target, placed, { value: inputFor(placed.element, action) });
      };
      // A person who clicks while it is being redrawn looks again, once.
      return press().catch((error) => {
        if (!String(error).includes("element_not_found")) throw error;
        return press();
      });
    },

    async remove({ channel, ts }) {
      await call("/remove", { channel, ts });
    },

    async uninstall() {
      await call("/uninstall", {});
    },

    submit: () => call("/submit", {}),
    async close(which = "top") {
      await call("/close", { which });
    },
    async directMessages() {
      const channels = await call<{ id: string; appId?: string }[]>("/channels");
      const direct = channels.find(({ appId }) => appId !== undefined);
      return direct ? messages(direct.id) : [];
    },
    openHome: () => call("/home", {}),

    async waitFor<T>(
      ask: () => Promise<T> | T,
      what: string,
      { withinMs = 30_000 }: { withinMs?: number } = {},
    ) {
      const deadline = Date.now() + withinMs;
      let seen: unknown;
      while (Date.now() < deadline) {
        try {
          const answer = await ask();
          if (isThere(answer)) return answer;
          seen = answer;
        } catch (error) {
          seen = error;
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      const top = await modal();
      throw new Error(
        [
          `${userId} waited ${withinMs} ms for ${what}. The last answer was ${shown(seen)}.`,
          ...(top ? [`The modal reads:\n${top.title.text}\n${plainTextOf(top)}`] : []),
        ].join("\n"),
      );
    },
  };
}

/** A person looks this long for what is not there. */
const PATIENCE_MS = 3_000;

function isThere<T>(seen: T): seen is Exclude<T, undefined | null | false> {
  return seen !== undefined && seen !== null && seen !== false;
}

const shown = (seen: unknown): string =>
  seen instanceof Error ? seen.message : (JSON.stringify(seen) ?? "nothing");

const surfaceNamed = (target: Target): SurfaceName =>
  typeof target === "string" ? { kind: target } : { kind: "message", ...target };

const pressable = (element: ActionElement): string[] => {
  if (element.type === "button") return [element.action_id, element.text.text];
  if (element.type !== "overflow") return [];
  return element.options.flatMap(({ text, value }) => [text.text, value]);
};

function namesOf({ block, element }: PlacedElement): string[] {
  const names = [block.block_id, element.action_id];
  if (block.type === "input") names.push(block.label.text);
  if (block.type === "section" && block.text) names.push(block.text.text);
  if ("placeholder" in element && element.placeholder) names.push(element.placeholder.text);
  return names;
}

/** Turns the visible text of options into their values, which is what the page sends. */
function inputFor(element: ActionElement, input: ElementInput): ElementInput {
  if (element.type === "button") return null;
  if (!("options" in element || "option_groups" in element)) return input;
  const options = allOptions<{ value: string; text: { text: string } }>(element);
  const valueNamed = (name: string) =>
    options.find(({ text, value }) => value === name || text.text === name)?.value ?? name;
  if (typeof input === "string") return valueNamed(input);
  return Array.isArray(input) ? input.map(valueNamed) : input;
}
