import { z } from "zod";
import { actions, header, context as small } from "../platform/slack/blocks/blocks.ts";
import { button, option, select } from "../platform/slack/blocks/elements.ts";
import { bold, richText, section } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import type { Delivery } from "../platform/slack/delivery.ts";
import { LIMITS } from "../platform/slack/limits.ts";
import { counted, shortAgeOf } from "../platform/text/times.ts";
import { quoted } from "../request/card/change-lines.ts";
import { accountText } from "../request/card/facts.ts";
import type { Context } from "../request/engine/context.ts";
import { admit } from "../request/forms/admit.ts";
import type { Button, Command } from "../request/forms/surface.ts";
import { refusalMessage, tell } from "../request/forms/tell.ts";
import { readConnection } from "../request/store/connections.ts";
import { type Row, readRows, rowsWith } from "./rows.ts";

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

const command = (name: string, isPending: boolean, says: string): Command => ({
  ...{ name, usage: "[words]", says },
  async run(context, delivery, typed, answer) {
    answer.ack();
    const words = typed.slice(0, LONGEST_WORDS).toWellFormed();
    await tell(context, delivery, await drawList(context, delivery, { isPending, words, page: 1 }));
  },
});

export const listCommand = command("list", false, "Rails and requests, held ones first");
export const pendingCommand = command("pending", true, "Open requests");

/** The next page, in place of the one before. */
export const nextButton: Button = {
  verb: "next",
  async press(context, delivery, value, answer) {
    answer.ack();
    const list = await drawList(context, delivery, asked.parse(JSON.parse(value)));
    if (delivery.responseUrl === null) return tell(context, delivery, list);
    await context.slack.respond(delivery.responseUrl, list, { replaceOriginal: true });
  },
};

/** A page of the list; a refusal for those who may not look. */
export async function drawList(
  context: Context,
  delivery: Delivery,
  list: Asked,
): Promise<Message> {
  const admitted = await admit(context, delivery, "look");
  if (!admitted.ok) return refusalMessage(admitted.because, null);
  const { ground, inForce } = admitted;
  const { workspace, connection, now } = ground;
  const { rows, broken } = await readRows(context, ground, inForce);
  const walked = await readConnection(context.db, workspace, inForce.settings.connectionId);
  const account = { name: context.self.team, environment: connection?.environment ?? "" };
  const all = list.isPending ? rows.filter(({ isOpen }) => isOpen) : rows;
  return listMessage(all, list, {
    now,
    account: accountText(account),
    broken,
    isWalked: !!walked?.walk,
  });
}

interface Around {
  now: string;
  account: string;
  broken: number;
  /** The service's list was read completely at least once. */
  isWalked: boolean;
}

const ON_A_PAGE = 10;

export function listMessage(
  all: readonly Row[],
  { isPending, words, page }: Asked,
  around: Around,
) {
  const found = words === "" ? all : rowsWith(all, words);
  const pages = Math.max(1, Math.ceil(found.length / ON_A_PAGE));
  const at = page >= 1 && page <= pages ? page : 1;
  const rows = found.slice((at - 1) * ON_A_PAGE, at * ON_A_PAGE);
  const what = isPending
    ? counted(all.length, "open request")
    : counted(all.length, "Rail or request", "Rails and requests");
  const title = all.length === 0 ? emptyText(isPending, around) : what;
  const { broken, isWalked, now, account } = around;
  const options = optionsOf(rows);
  const next = JSON.stringify({ isPending, words, page: at + 1 } satisfies Asked);
  return message(
    isPending ? "Open requests" : "Rails and requests",
    header(
      words === "" ? title : rows.length === 0 ? "No match" : `${found.length} of ${all.length}`,
    ),
    ...rows.map((row) => richText(section(...linesOf(row, now)))),
    actions(
      options.length > 0 && select("open", options, null, "Open…"),
      at < pages && button("Next", "next", next, { says: "Next page" }),
      rows.length === 0 && button("New Rail", "new-rail", "new"),
    ),
    small(
      words !== "" && `With the words ${quoted(words)}`,
      found.length > 1 && (pages > 1 ? `Held first · page ${at} of ${pages}` : "Held first"),
      !isWalked && "The Rail service's list was not read yet",
      broken > 0 && `Left out: ${counted(broken, "record")} changed outside Signalbox`,
      account,
    ),
  );
}

function emptyText(isPending: boolean, { isWalked }: Around): string {
  if (isPending) return "No open requests";
  return isWalked ? "No Rails yet" : "No Rails known yet";
}

function linesOf({ noun, mark, progress, name, since, route, why }: Row, now: string) {
  return [
    [
      `${mark.sign} `,
      bold(`${noun} · ${mark.state}${progress}`),
      name !== null && ` · ${quoted(name)}`,
    ],
    [[shortAgeOf(since, now), route].filter((part) => part !== "").join(" · ")],
    why !== null && [why],
  ];
}

/** A Rail whose id is too long for a menu can be shown by its id. */
const optionsOf = (rows: readonly Row[]) =>
  rows
    .filter(({ value }) => value.length <= LIMITS.option.value[1])
    .map(({ value, noun, name }) =>
      option(name === null ? noun : `${noun} · ${quoted(name)}`, value),
    );
