import { setTimeout as pause } from "node:timers/promises";
import type { Block } from "../../../src/sandbox/slack-workspace/blocks/block.ts";
import { allOptions } from "../../../src/sandbox/slack-workspace/blocks/choices.ts";
import type { ActionElement } from "../../../src/sandbox/slack-workspace/blocks/elements.ts";
import {
  type PlacedElement,
  placedElements,
} from "../../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import type { Submission } from "../../../src/sandbox/slack-workspace/interactions/submit.ts";
import type {
  ModalView,
  SeenMessage,
} from "../../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";

/**
 * Ana requests a destination in #treasury, and Ben and Cal approve it, through the page as its
 * visitors do. `fields`: what is typed or chosen, by the beginning of its label. What a start that
 * was killed has done is not done again.
 */
export async function register(
  page: string,
  command: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const ana = createPerson(page, acme.ANA);
  const name = fields.Name ?? "";
  if (!(await ana.findCard(name))) {
    await ana.say(acme.TREASURY, `${command} destinations add`);
    for (const [label, value] of Object.entries(fields)) await ana.fill(label, value);
    await ana.submit("Review");
    await ana.submit("Request approval");
  }
  const card = () => until(`the card of ${name}`, () => ana.findCard(name));
  const [, given = "2"] = /(\d) of 2/.exec(plainTextOf(await card())) ?? [];
  for (const id of [acme.BEN, acme.CAL].slice(Number(given))) {
    const approver = createPerson(page, id);
    await approver.press(await card(), "Review");
    await approver.submit("Approve");
  }
  await until(`${name} usable`, async () => plainTextOf(await card()).includes("Usable"));
}

function createPerson(page: string, id: string) {
  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${page}/page/people/${id}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${id} ${path}: ${await response.text()}`);
    // A boundary: the page's routes belong to this sandbox.
    return (await response.json()) as T;
  }

  const modal = async () => (await call<ModalView[]>("/modals")).at(-1);

  async function act(surface: object, blocks: readonly Block[], words: string, value?: string) {
    const placed = placedElements(blocks).find((each) => labelOf(each).startsWith(words));
    if (!placed) return null;
    const ids = { blockId: placed.block.block_id, actionId: placed.element.action_id };
    return call("/act", { surface, ...ids, value: choiceOf(placed.element, value) });
  }

  return {
    say: (channel: string, text: string) => call("/send", { channel, text }),

    /** The newest card in the approvals channel that names it. */
    async findCard(name: string) {
      const all = await call<SeenMessage[]>(`/channels/${acme.APPROVALS}/messages`);
      return all.findLast((message) => plainTextOf(message).includes(name));
    },

    press: ({ ts, blocks = [] }: SeenMessage, words: string) =>
      act({ kind: "message", channel: acme.APPROVALS, ts }, blocks, words),

    /** On the form that is open or opens. */
    fill: (label: string, value: string) =>
      until(`an input ${label}`, async () =>
        act({ kind: "modal" }, (await modal())?.blocks ?? [], label, value),
      ),

    /** Submits the view whose button says so, once it is there. */
    async submit(words: string): Promise<void> {
      await until(words, async () => (await modal())?.submit?.text === words);
      const { errors } = await call<Submission>("/submit", {});
      if (errors) throw new Error(`${words}: ${Object.values(errors).join(" ")}`);
    },
  };
}

const labelOf = ({ block, element }: PlacedElement) =>
  block.type === "input" ? block.label.text : element.type === "button" ? element.text.text : "";

/** The page sends the value of an option, and people know its words. */
function choiceOf(element: ActionElement, words: string | undefined): string | undefined {
  if (element.type !== "static_select" && element.type !== "radio_buttons") return words;
  const options = allOptions<{ value: string; text: { text: string } }>(element);
  return options.find(({ text }) => text.text === words)?.value;
}

/** Asks again and again for half a minute, as somebody who watches the page. */
async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 750; tries += 1) {
    const answer = await ask();
    if (answer) return answer;
    await pause(40);
  }
  throw new Error(`The sandbox did not show ${what} in half a minute.`);
}
