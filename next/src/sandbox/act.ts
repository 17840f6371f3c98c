import { setTimeout as pause } from "node:timers/promises";
import type { Block } from "../../../src/sandbox/slack-workspace/blocks/block.ts";
import { allOptions } from "../../../src/sandbox/slack-workspace/blocks/choices.ts";
import type { ActionElement } from "../../../src/sandbox/slack-workspace/blocks/elements.ts";
import { placedElements } from "../../../src/sandbox/slack-workspace/blocks/find-elements.ts";
import type { Submission } from "../../../src/sandbox/slack-workspace/interactions/submit.ts";
import type {
  ModalView,
  SeenMessage,
} from "../../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";

/** A destination as people ask for it, in the words of the form. */
export interface Wanted {
  kind: "Wallet" | "Bank account";
  /** What each input whose label begins so is filled with; of a choice its words. */
  fields: Readonly<Record<string, string>>;
  name: string;
}

/**
 * Ana requests a destination in #treasury, and Ben and Cal approve it: what a start that was killed has done already is
 * not done again. Throws where the app does not answer.
 */
export async function register(page: string, command: string, wanted: Wanted): Promise<void> {
  const ana = createPerson(page, ANA);
  if (!(await ana.findCard(wanted.name))) await request(ana, command, wanted);
  const card = () => until("a card", () => ana.findCard(wanted.name));
  const [, given = "2"] = /(\d) of 2/.exec(plainTextOf(await card())) ?? [];
  for (const id of [BEN, CAL].slice(Number(given))) {
    const approver = createPerson(page, id);
    await approver.press(await card(), "Review");
    await approver.submit("Approve");
  }
  await until("a usable destination", async () => plainTextOf(await card()).includes("Usable"));
}

type Person = ReturnType<typeof createPerson>;

async function request(ana: Person, command: string, { kind, fields, name }: Wanted) {
  await ana.say(TREASURY, `${command} destinations add`);
  if (kind === "Bank account") await ana.fill("Type", kind);
  for (const [label, value] of Object.entries(fields)) await ana.fill(label, value);
  await ana.fill("Name", name);
  await ana.submit("Review");
  await ana.submit("Request approval");
}

interface Place {
  surface: object;
  blocks: readonly Block[];
}

/** A person of the workspace, who does what its page lets people do. */
function createPerson(page: string, id: string) {
  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${page}/page/people/${id}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${id} ${path}: ${await response.text()}`);
    // A boundary: the page's routes are part of this sandbox.
    return (await response.json()) as T;
  }

  async function topModal(): Promise<ModalView | undefined> {
    return (await call<ModalView[]>("/modals")).at(-1);
  }

  function actOn({ surface, blocks }: Place, label: string, value: string | null) {
    const placed = placedElements(blocks).find(({ block, element }) =>
      labelOf(block, element).startsWith(label),
    );
    if (!placed) return null;
    const { block, element } = placed;
    const chosen = value === null ? null : choiceIn(element, value);
    const ids = { blockId: block.block_id, actionId: element.action_id };
    return call("/act", { surface, ...ids, value: chosen });
  }

  return {
    say: (channel: string, text: string) => call("/send", { channel, text }),

    /** The newest card that names it, in the approvals channel. */
    async findCard(name: string): Promise<SeenMessage | undefined> {
      const all = await call<SeenMessage[]>(`/channels/${APPROVALS}/messages`);
      return all.findLast((message) => plainTextOf(message).includes(name));
    },

    async press({ ts, blocks = [] }: SeenMessage, words: string): Promise<void> {
      await actOn({ surface: { kind: "message", channel: APPROVALS, ts }, blocks }, words, null);
    },

    /** The input whose label begins so, on the form that is open or opens. */
    fill: (label: string, value: string) =>
      until(`an input ${label}`, async () => {
        const modal = await topModal();
        return modal && actOn({ surface: { kind: "modal" }, blocks: modal.blocks }, label, value);
      }),

    /** Submits the view whose button says so, once it is there. */
    async submit(words: string): Promise<void> {
      await until(words, async () => (await topModal())?.submit?.text === words);
      const { errors } = await call<Submission>("/submit", {});
      if (errors) throw new Error(`${words}: ${Object.values(errors).join(" ")}`);
    },
  };
}

function labelOf(block: Block, element: ActionElement): string {
  if (block.type === "input") return block.label.text;
  return element.type === "button" ? element.text.text : "";
}

/** The page sends the value of an option, and people know its words. */
function choiceIn(element: ActionElement, words: string): string {
  if (element.type !== "static_select" && element.type !== "radio_buttons") return words;
  const options = allOptions<{ value: string; text: { text: string } }>(element);
  return options.find(({ text }) => text.text === words)?.value ?? words;
}

const PATIENCE_MS = 20_000;
const PAUSE_MS = 40;

/** Asks until the answer is there, as somebody who watches the page. */
async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
    const answer = await ask();
    if (answer) return answer;
    await pause(PAUSE_MS);
  }
  throw new Error(`The sandbox did not show ${what} in ${PATIENCE_MS / 1_000} seconds.`);
}
