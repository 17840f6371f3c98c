import { type Block, type PlacedElement, placedElements } from "../blocks/block.ts";
import { type ActionElement, allOptions } from "../blocks/elements.ts";
import type { Submission } from "../interactions/submit.ts";
import type { Outcome } from "../interactions/tell-app.ts";
import type { ElementInput } from "../kept/element-values.ts";
import type { HomeView, ModalView, SeenMessage } from "./page-api.ts";

/** Where something is pressed or filled in: a message, the modal on top, or the app's Home. */
export type Place = { channel: string; ts: string } | "modal" | "home";

/** A person of a workspace (`team`, by default the first) who does what its page lets people do. */
export function createPerson(page: string, id: string, team?: string) {
  const query = team === undefined ? "" : `?team=${team}`;
  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${page}/page/people/${id}${path}${query}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${id} ${path}: ${await response.text()}`);
    // A boundary: the page's routes belong to this sandbox.
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

  async function act(place: Place, isIt: (placed: PlacedElement) => boolean, value: ElementInput) {
    const placed = placedElements(await blocksOn(place)).find(isIt);
    if (!placed) return null;
    return call<Outcome>("/act", {
      surface: typeof place === "string" ? { kind: place } : { kind: "message", ...place },
      blockId: placed.block.block_id,
      actionId: placed.element.action_id,
      value: inputFor(placed.element, value),
    });
  }

  return {
    ...{ id, call, messages, modal, home, blocksOn },
    /** Types a line into a conversation: a slash command, or a message. */
    say: (channel: string, text: string) => call<Outcome>("/send", { channel, text }),
    /** A button, or an entry of a ⋯ menu, by its words; null while it is not there. */
    press: (place: Place, words: string) =>
      act(place, ({ element }) => wordsOn(element).includes(words), words),
    /** The input whose label begins so, choices by their words; null while it is not there. */
    fill: (place: Place, label: string, value: ElementInput) =>
      act(place, (placed) => labelOf(placed).startsWith(label), value),
    /** The modal on top. */
    submit: () => call<Submission>("/submit", {}),
  };
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
  if (element.type === "button") return null;
  if (!("options" in element || "option_groups" in element)) return given;
  const options = allOptions<{ value: string; text: { text: string } }>(element);
  const valueFor = (words: string) =>
    options.find(({ text }) => text.text === words)?.value ?? words;
  if (typeof given === "string") return valueFor(given);
  return Array.isArray(given) ? given.map(valueFor) : given;
}
