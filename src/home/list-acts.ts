import { z } from "zod";
import { modal } from "../platform/slack/blocks/views.ts";
import { csv } from "../platform/text/csv.ts";
import { counted } from "../platform/text/times.ts";
import { admit } from "../request/forms/admit.ts";
import { carriedBy, text, textField, typedIn } from "../request/forms/fields.ts";
import { sentence } from "../request/forms/refusals.ts";
import { sendFiles } from "../request/forms/send-files.ts";
import type { Button, Form } from "../request/forms/surface.ts";
import { asked, drawList, LONGEST_WORDS, rowsOn, wordsIn } from "./list.ts";
import { type Row, readRows } from "./rows.ts";

const searched = asked.extend({
  /** Where the list was asked for; null for a view. */
  channel: z.string().nullable(),
});

const typed = z.object({ words: text });

/** *Search*: a form of one field, and then the list that has its words. */
export const searchButton: Button = {
  verb: "search",
  async press({ delivery: { channel } }, value) {
    const list = asked.parse(JSON.parse(value));
    const field = { label: "Words", max: LONGEST_WORDS, isFocused: true };
    const hint = "Of a name, number, state, asset or destination.";
    return modal({
      ...{ id: searchForm.id, title: "Search", submit: "Search", close: "Cancel" },
      metadata: JSON.stringify({ ...list, channel } satisfies z.infer<typeof searched>),
      blocks: [textField("words", list.words, { ...field, hint })],
    });
  },
};

export const searchForm: Form = {
  id: "search",
  async submit(act) {
    const { context, delivery, answer } = act;
    const asking = await admit(act);
    if (!asking.ok) return asking;
    const { channel, list } = carriedBy(delivery, searched);
    const { words } = typed.parse(typedIn(delivery));
    answer.ack({ clear: true });
    const narrowed = { list, words: wordsIn(words), page: 1 };
    const shown = await drawList(asking, narrowed);
    const { workspace, person } = delivery;
    await context.slack.whisper(workspace, { channel, person }, shown);
    return { clear: true };
  },
};

/** *CSV*: all that the list is narrowed to, as a file to the person alone. */
export const csvButton: Button = {
  verb: "csv",
  async press(asking, value) {
    const { ground, account } = asking;
    const list = asked.parse(JSON.parse(value));
    const { rows } = await readRows(asking);
    const { found } = rowsOn(rows, list);
    const what = counted(found.length, "Rail or request", "Rails and requests");
    return sendFiles(
      asking,
      {
        says: sentence(`Your list: ${what}. ${account}`),
        done: `Sent to you by direct message: ${what}.`,
      },
      { [`rails-${ground.now.slice(0, 10)}.csv`]: listFile(found) },
    );
  },
};

const COLUMNS = [
  ...["Request", "State", "Why", "Name", "Since", "Route", "Rail id", "Pay into", "Reference"],
  "Arrives at",
];

/** A line a row. Payment details only of what is payable. */
export function listFile(rows: readonly Row[]): string {
  const lines = rows.map(({ noun, mark, progress, why, name, since, route, railId, paid }) => [
    ...[noun, `${mark.state}${progress}`, why && sentence(...why).text, name, since, route, railId],
    ...[paid?.into ?? null, paid?.reference ?? null, paid?.arrives ?? null],
  ]);
  return csv([COLUMNS, ...lines]);
}
