import type { RichTextList, RichTextText } from "@slack/types";
import { section } from "../platform/slack/blocks/blocks.ts";
import { bold, lines, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { shortened } from "../platform/text/shown-text.ts";
import type { CommandName } from "./parse-rail-command.ts";

export interface Help {
  /** The slash command, such as `/rail`. */
  command: string;
  topic?: CommandName | undefined;
  /** The word that is no command, as it was typed. */
  unknown?: string | undefined;
  nearest?: CommandName | undefined;
  /** What the command named by `topic` would have needed. */
  problem?: string | undefined;
}

/** Says what there is to type; first of all why, where that is not what was meant. */
export function help({ command, topic, unknown, nearest, problem }: Help): Message {
  const first = reason({ command, unknown, nearest, problem });
  const topics = topic === undefined ? FIRST_FIVE : [topic];
  const others = topic === undefined ? OTHERS : [];
  return {
    text:
      unknown === undefined ? (problem ?? `What ${command} does`) : `Not a command of ${command}`,
    blocks: [
      ...(first === undefined ? [] : [section(first)]),
      richText(lines([bold(`What ${command} does`)]), usages(command, topics)),
      ...(others.length === 0 ? [] : [richText(lines(["Also:"]), usages(command, others))]),
      ...(topic === undefined ? [section(`${command} alone shows what waits for you.`)] : []),
    ],
  };
}

const USAGE: Record<CommandName, { takes: string; does: string }> = {
  new: { takes: "[on|off]", does: "asks for a Rail: on-ramp or off-ramp" },
  list: { takes: "[page]", does: "lists the Rails of this connection" },
  show: {
    takes: "<name|id|R-142>",
    does: "shows one Rail with its deposit instructions, read afresh, or one request",
  },
  pending: { takes: "", does: "lists the requests that have not ended" },
  withdraw: { takes: "<R-142>", does: "takes back a request of yours" },
  destinations: {
    takes: "[words|add|import]",
    does: "lists the wallets and bank accounts into which Rails may deliver, or those with these words; add and import open the form, with wallet or bank after them if you like",
  },
  check: {
    takes: "<IBAN|address|text>",
    does: "says of each IBAN and blockchain address whether it is known here, looks like a known one, or neither",
  },
  freeze: {
    takes: "[reason]",
    does: "stops all sending to the Rail service at once, in an emergency; approvers only",
  },
  resume: {
    takes: "",
    does: "shows why sending is frozen, and asks whether it goes on; it takes the quorum of the approvers",
  },
  health: {
    takes: "",
    does: "says how everything is doing, and how what is broken is mended; for approvers and administrators",
  },
  setup: {
    takes: "",
    does: "shows and changes the connection, the approvals channel and the approvers; administrators only",
  },
  policy: {
    takes: "[show|test|propose|history]",
    does: "shows who approves what; test says which rule would decide, such as test on GBP first-use; propose asks for other rules; history shows the versions before",
  },
  help: { takes: "[command]", does: "says what a command does" },
};

const FIRST_FIVE = ["new", "list", "show", "pending", "withdraw"] as const;
const OTHERS = [
  "destinations",
  "check",
  "freeze",
  "resume",
  "health",
  "setup",
  "policy",
  "help",
] as const;

function reason({ command, unknown, nearest, problem }: Omit<Help, "topic">): string | undefined {
  if (problem !== undefined) return problem;
  if (unknown === undefined) return undefined;
  const known = nearest === undefined ? "" : ` Did you mean ${command} ${nearest}?`;
  return `“${shortened(unknown, 40)}” is not a command of ${command}.${known}`;
}

function usages(command: string, names: readonly CommandName[]): RichTextList {
  return {
    type: "rich_text_list",
    style: "bullet",
    elements: names.map((name) => {
      const { takes, does } = USAGE[name];
      return lines([
        typed([command, name, takes].filter((part) => part !== "").join(" ")),
        `: ${does}`,
      ]);
    }),
  };
}

function typed(text: string): RichTextText {
  return { type: "text", text, style: { code: true } };
}
