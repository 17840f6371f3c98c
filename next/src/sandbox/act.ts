import { setTimeout as pause } from "node:timers/promises";
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
  fields: Readonly<Record<"Name" | (string & {}), string>>,
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

  const actOn = (surface: object, { block, element }: PlacedElement, value: string | null) =>
    call("/act", { surface, blockId: block.block_id, actionId: element.action_id, value });

  return {
    say: (channel: string, text: string) => call("/send", { channel, text }),

    /** The newest card in the approvals channel that names it. */
    async findCard(name: string) {
      const all = await call<SeenMessage[]>(`/channels/${acme.APPROVALS}/messages`);
      return all.findLast((message) => plainTextOf(message).includes(name));
    },

    async press({ ts, blocks = [] }: SeenMessage, words: string): Promise<void> {
      const placed = placedElements(blocks).find(
        ({ element }) => element.type === "button" && element.text.text === words,
      );
      const surface = { kind: "message", channel: acme.APPROVALS, ts };
      if (placed) await actOn(surface, placed, null);
    },

    /** On the form that is open or opens. */
    fill: (label: string, value: string) =>
      until(`an input ${label}`, async () => {
        const placed = placedElements((await modal())?.blocks ?? []).find(
          ({ block }) => block.type === "input" && block.label.text.startsWith(label),
        );
        return placed && actOn({ kind: "modal" }, placed, choiceOf(placed.element, value));
      }),

    /** Submits the view whose button says so, once it is there. */
    async submit(words: string): Promise<void> {
      await until(words, async () => (await modal())?.submit?.text === words);
      const { errors } = await call<Submission>("/submit", {});
      if (errors) throw new Error(`${words}: ${Object.values(errors).join(" ")}`);
    },
  };
}

/** The page sends the value of an option, and people know its words. */
function choiceOf(element: ActionElement, words: string): string {
  if (element.type !== "static_select" && element.type !== "radio_buttons") return words;
  const options = allOptions<{ value: string; text: { text: string } }>(element);
  return options.find(({ text }) => text.text === words)?.value ?? words;
}

const PATIENCE_MS = 30_000;
const PAUSE_MS = 40;

/** Asks again and again, as somebody who watches the page. */
async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
    const answer = await ask();
    if (answer) return answer;
    await pause(PAUSE_MS);
  }
  throw new Error(`The sandbox did not show ${what} in ${PATIENCE_MS / 1_000} seconds.`);
}
