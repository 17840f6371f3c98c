import { z } from "zod";
import { addScreen, importScreen } from "../destination/destination-form.ts";
import { actions, header, context as small } from "../platform/slack/blocks/blocks.ts";
import { button, option, select } from "../platform/slack/blocks/elements.ts";
import { code, richText } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { counted } from "../platform/text/times.ts";
import { quoted } from "../request/card/change-lines.ts";
import { menuOf } from "../request/card/face.ts";
import type { Asking } from "../request/forms/admit.ts";
import { sentence } from "../request/forms/refusals.ts";
import type { Button, Command } from "../request/forms/surface.ts";
import { whyNot } from "../request/rules/may.ts";
import { readConnection } from "../request/store/connections.ts";
import { type Row, readRows, rowLines, rowsWith } from "./rows.ts";

/** The lists that there are: what each is called and has. */
const LISTS = {
  all: {
    ...{ none: "No Rails yet", one: "Rail or request", more: "Rails and requests" },
    has: () => true,
  },
  open: {
    ...{ none: "No open requests", one: "open request", more: "open requests" },
    has: ({ isOpen }: Row) => isOpen,
  },
  destinations: {
    ...{ none: "No destinations yet", one: "destination", more: "destinations" },
    has: ({ groups }: Row) => groups !== undefined,
  },
};

export const asked = z.object({
  list: z.enum(["all", "open", "destinations"]),
  /** What narrows it; empty for nothing. */
  words: z.string(),
  /** From 1. */
  page: z.int(),
});

export type Asked = z.infer<typeof asked>;

/** What a button can carry, as long as an id, and far more than anybody types. */
export const LONGEST_WORDS = 255;

export const wordsIn = (typed: string) => typed.slice(0, LONGEST_WORDS).toWellFormed();

const commandOf = (name: string, says: string, list: Asked["list"]): Command => ({
  ...{ name, usage: "[words]", says },
  async run(asking, typed) {
    return drawList(asking, { list, words: wordsIn(typed), page: 1 });
  },
});

export const listCommand = commandOf("list", "Rails and requests, held ones first", "all");
export const pendingCommand = commandOf("pending", "Open requests", "open");

export const destinationsCommand: Command = {
  name: "destinations",
  usage: "[add|import]",
  says: "Approved wallets and bank accounts, and those that wait for approval",
  async run(asking, words) {
    const word = words.toLowerCase();
    if (word === "add") return addScreen.open(asking);
    if (word === "import") return importScreen.open(asking);
    if (word !== "") return sentence("Only “add” or “import” can follow “destinations”.");
    return drawList(asking, { list: "destinations", words, page: 1 });
  },
};

/** Another page in place of the one before. Slack takes no verb twice in one row of buttons. */
export const listButtons = ["next", "show-all", "narrow"].map(
  (verb): Button => ({
    verb,
    press: async (asking, value) => ({
      inPlace: await drawList(asking, asked.parse(JSON.parse(value))),
    }),
  }),
);

/** A page of a list. */
export async function drawList(asking: Asking, list: Asked): Promise<Message> {
  const { context, ground, account, service } = asking;
  const { rows, broken } = await readRows(asking);
  const walked = await readConnection(context.db, service.workspace, service.connection);
  const mayRemove = whyNot("retire", asking.by, null, asking) === null;
  const around = { now: ground.now, account, broken, mayRemove, isWalked: !!walked?.walk };
  return listMessage(rows, list, around);
}

interface Around {
  now: string;
  account: string;
  broken: number;
  mayRemove: boolean;
  /** The service's list was read completely at least once. */
  isWalked: boolean;
}

const ON_A_PAGE = 10;

/** What people look for among many, by the word that rows have for it. */
const STATES = ["", "Held", "Needs review", "Waiting", "Payable"];

/** All rows of a list, and those that have its words. */
export function rowsOn(rows: readonly Row[], { list, words }: Asked) {
  const all = rows.filter(LISTS[list].has);
  return { all, found: words === "" ? all : rowsWith(all, words) };
}

/** In place of a page that there is not it shows the first. */
export function listMessage(rows: readonly Row[], asked: Asked, around: Around): Message {
  const { list, words, page } = asked;
  const { broken, mayRemove, isWalked, now, account } = around;
  const { all, found } = rowsOn(rows, asked);
  const pages = Math.max(1, Math.ceil(found.length / ON_A_PAGE));
  const at = page >= 1 && page <= pages ? Math.floor(page) : 1;
  const shown = found.slice((at - 1) * ON_A_PAGE, at * ON_A_PAGE);
  const toPage = (changes: Partial<Asked>) => JSON.stringify({ ...asked, ...changes });
  const isRegister = list === "destinations";
  const isOfStates = list === "all" && all.length > ON_A_PAGE && STATES.includes(words);
  const states = STATES.map((state) =>
    option(state || "Everything", toPage({ words: state, page: 1 })),
  );
  const removable = isRegister && mayRemove ? shown.filter(({ isOpen }) => !isOpen) : [];
  const title = titleOf(all.length, found.length, asked, isWalked);
  return message(
    title,
    header(title),
    ...shown.map((row) =>
      richText(...rowLines(row, now), isRegister && row.groups !== undefined && [code(row.groups)]),
    ),
    actions(
      menuOf("open", "Open…", shown),
      pages > 1 && button(at < pages ? "Next" : "First page", "next", toPage({ page: at + 1 })),
      isOfStates
        ? select("narrow", states, toPage({ page: 1 }), "Everything")
        : found.length < all.length &&
            button("Show all", "show-all", toPage({ words: "", page: 1 })),
      menuOf("retire", "Remove…", removable),
      all.length > 1 &&
        button("Search", "search", toPage({ page: 1 }), { says: "Search the list" }),
      list === "all" &&
        found.length > 0 &&
        button("CSV", "csv", toPage({ page: 1 }), { says: "Get the list as a CSV file" }),
      isRegister && button("Add a destination", "add-destination", "wallet"),
      shown.length === 0 && !isRegister && button("New Rail", "new-rail", "new"),
    ),
    small(
      words !== "" && `Search: ${quoted(words)}`,
      list === "all" && found[1] && found[0]?.mark.sign === "🔴" && "Held first",
      pages > 1 && `Page ${at} of ${pages}`,
      !isWalked && "The Rail service's list has not been read yet",
      broken > 0 && `Left out: ${counted(broken, "record")} changed outside Signalbox`,
      account,
    ),
  );
}

function titleOf(all: number, found: number, { list, words }: Asked, isWalked: boolean) {
  const { none, one, more } = LISTS[list];
  if (words !== "") return found === 0 ? "No match" : `${found} of ${all}`;
  // Before the service has answered nobody knows that there are none.
  if (all === 0) return list === "all" && !isWalked ? "No Rails known yet" : none;
  return counted(all, one, more);
}
