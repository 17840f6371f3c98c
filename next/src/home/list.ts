import { z } from "zod";
import { pageOf } from "../destination/destinations.ts";
import { actions, header, context as small } from "../platform/slack/blocks/blocks.ts";
import { button, option, select } from "../platform/slack/blocks/elements.ts";
import { richText, section } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { LIMITS } from "../platform/slack/limits.ts";
import { counted } from "../platform/text/times.ts";
import { quoted } from "../request/card/change-lines.ts";
import type { Asking } from "../request/forms/admit.ts";
import type { Button, Command } from "../request/forms/surface.ts";
import { readConnection } from "../request/store/connections.ts";
import { type Row, readRows, rowLines, rowsWith } from "./rows.ts";

const asked = z.object({
  isPending: z.boolean(),
  /** What narrows the list; empty for nothing. */
  words: z.string(),
  /** From 1. */
  page: z.int(),
});

type Asked = z.infer<typeof asked>;

/** What a button can carry, and far more than anybody types. */
const LONGEST_WORDS = 200;

const commandOf = (name: string, says: string, isPending: boolean): Command => ({
  ...{ name, usage: "[words]", says },
  async run(asking, typed) {
    const words = typed.slice(0, LONGEST_WORDS).toWellFormed();
    return drawList(asking, { isPending, words, page: 1 });
  },
});

export const listCommand = commandOf("list", "Rails and requests, held ones first", false);
export const pendingCommand = commandOf("pending", "Open requests", true);

/** Another page in place of the one before. Slack takes no verb twice in one row of buttons. */
export const listButtons = ["next", "first-page", "show-all"].map(
  (verb): Button => ({
    verb,
    press: async (asking, value) => ({
      inPlace: await drawList(asking, asked.parse(JSON.parse(value))),
    }),
  }),
);

/** A page of the list. */
export async function drawList(asking: Asking, list: Asked): Promise<Message> {
  const { context, ground, account, connection } = asking;
  const { workspace, now } = ground;
  const { rows, broken } = await readRows(asking);
  const walked = await readConnection(context.db, workspace, connection.id);
  return listMessage(rows, list, { now, account, broken, isWalked: !!walked?.walk });
}

interface Around {
  now: string;
  account: string;
  broken: number;
  /** The service's list was read completely at least once. */
  isWalked: boolean;
}

export function listMessage(list: readonly Row[], asked: Asked, around: Around): Message {
  const { isPending, words, page } = asked;
  const all = isPending ? list.filter(({ isOpen }) => isOpen) : list;
  const found = words === "" ? all : rowsWith(all, words);
  const { pages, at, shown } = pageOf(found, page);
  const { broken, isWalked, now, account } = around;
  const options = optionsOf(shown);
  const toPage = (changes: Partial<Asked>) => JSON.stringify({ ...asked, ...changes });
  return message(
    isPending ? "Open requests" : "Rails and requests",
    header(titleOf(all.length, found.length, asked, isWalked)),
    ...shown.map((row) => richText(section(...rowLines(row, now)))),
    actions(
      options.length > 0 && select("open", options, null, "Open…"),
      at < pages && button("Next", "next", toPage({ page: at + 1 }), { says: "Next page" }),
      at > 1 && button("First page", "first-page", toPage({ page: 1 })),
      found.length < all.length && button("Show all", "show-all", toPage({ words: "", page: 1 })),
      options.length === 0 && button("New Rail", "new-rail", "new"),
    ),
    small(
      words !== "" && `With the words ${quoted(words)}`,
      found.length > 1 && "Held first",
      pages > 1 && `Page ${at} of ${pages}`,
      !isWalked && "The Rail service's list was not read yet",
      broken > 0 && `Left out: ${counted(broken, "record")} changed outside Signalbox`,
      account,
    ),
  );
}

function titleOf(all: number, found: number, { isPending, words }: Asked, isWalked: boolean) {
  if (words !== "") return found === 0 ? "No match" : `${found} of ${all}`;
  if (isPending) return all === 0 ? "No open requests" : counted(all, "open request");
  // Before the service has answered nobody knows that there are none.
  if (all === 0) return isWalked ? "No Rails yet" : "No Rails known yet";
  return counted(all, "Rail or request", "Rails and requests");
}

/** A Rail whose id is too long for a menu can be shown by its id. */
const optionsOf = (rows: readonly Row[]) =>
  rows
    .filter(({ value }) => value.length <= LIMITS.option.value[1])
    .map(({ value, noun, name }) =>
      option(name === null ? noun : `${noun} · ${quoted(name)}`, value),
    );
