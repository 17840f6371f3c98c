import { SERVICE_TROUBLE } from "../platform/rail-api/rail-api-error.ts";
import { actions, header, context as small } from "../platform/slack/blocks/blocks.ts";
import { button } from "../platform/slack/blocks/elements.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { foldName } from "../platform/text/names.ts";
import { heldInstructions, instructions } from "../rail/instructions.ts";
import { drawCard } from "../request/card/body.ts";
import { titleOf } from "../request/card/change-lines.ts";
import { press } from "../request/card/face.ts";
import { type CardFacts, isOfItsRail, numberIn, numberOf } from "../request/card/facts.ts";
import { type Context, kindOf } from "../request/engine/context.ts";
import { type Asking, admit, type Refused, refused } from "../request/forms/admit.ts";
import { sentence } from "../request/forms/refusals.ts";
import { withdraw } from "../request/forms/request-form.ts";
import type { Button, Command, Shown } from "../request/forms/surface.ts";
import { readFacts } from "../request/posts/read-facts.ts";
import { attest } from "../request/rules/attest.ts";
import { issuedRail } from "../request/rules/request.ts";
import { trustOf } from "../request/rules/trust.ts";
import { readRail, serviceOf } from "../request/store/mirror.ts";
import { readByNumber, readRequest } from "../request/store/requests.ts";
import { readHistoryLines } from "./history.ts";
import { drawList, wordsIn } from "./list.ts";
import { EXCHANGE, type Row, readRows, rowLines, rowsWith } from "./rows.ts";

/** One Rail or request, by its number, its id, its Rail's id, or words of its name. */
export const showCommand: Command = {
  name: "show",
  usage: "<R-142, words or id>",
  says: "One Rail with its deposit instructions, or one request with its history",
  run: (asking, typed) => find(asking, wordsIn(typed.replace(/^["']+|["']+$/g, "").trim())),
};

/** Opens the form, which says no to anybody but the requester. */
export const withdrawCommand: Command = {
  name: "withdraw",
  usage: "<R-142>",
  says: "Withdraw your own request before it is sent",
  async run(asking, typed) {
    const id = await idByNumber(asking, typed);
    if (id === null) return sayWhich(asking, "withdraw");
    if (typeof id !== "string") return id;
    const own = await admit(asking, "withdraw", id);
    return own.ok ? withdraw.button.press(own, id) : own;
  },
};

/** Each shows it to the person who pressed it, and to nobody else. */
export const showButtons = (["open", "instructions", "check-again"] as const).map(
  (verb): Button => ({
    verb,
    async press(asking, value) {
      const isCheck = verb === "check-again";
      // What everybody reads is `sync`'s alone to draw: an answer of ours could land on a hold.
      const isShared = isCheck && asking.delivery.message !== null;
      const shown = (await show(asking, value, isShared)) ?? NOT_KNOWN;
      return isCheck && !isShared && "text" in shown ? { inPlace: shown } : shown;
    },
  }),
);

export const historyButton: Button = {
  ...{ verb: "history", deed: "look" },
  async press({ context, ground: { request }, account }) {
    if (!request) return null;
    return message(
      `History of ${numberOf(request)}`,
      header(`History of ${titleOf(request)}`),
      richText(...(await readHistoryLines(context, request, MOST_STEPS))),
      small(account),
    );
  },
};

/** Of a history alone, and below a card. */
const MOST_STEPS = 20;
const STEPS_ON_CARD = 10;

const NOT_KNOWN = refused({ is: "not-known" });

const sayWhich = ({ context }: Asking, word: string) =>
  sentence(`Say which one, for example ${context.config.SLACK_COMMAND} ${word} R-142.`);

/** The id of the request whose number this is, or what to say; null for other words. */
async function idByNumber(asking: Asking, words: string) {
  const { context, service } = asking;
  const number = numberIn(words);
  if (number === null) return null;
  const found = await readByNumber(context.db, service.workspace, number);
  if (found?.is === "broken") return refused({ is: "broken" });
  return found ? found.request.id : drawList(asking, { list: "all", words, page: 1 });
}

async function find(asking: Asking, words: string): Promise<Shown> {
  if (words === "") return sayWhich(asking, "show");
  const id = await idByNumber(asking, words);
  if (typeof id === "string") return show(asking, id);
  if (id) return id;
  const shown = await show(asking, words);
  if (shown) return shown;
  const { rows } = await readRows(asking);
  const folded = foldName(words);
  const exact = rows.filter(({ name }) => name !== null && foldName(name) === folded);
  const named = rowsWith(rows, words, ({ name }) => [name ?? ""]);
  const found = [exact, named, rowsWith(rows, words)];
  const [only, ...others] = found.find((some) => some.length > 0) ?? [];
  if (only && others.length === 0) return (await show(asking, only.value)) ?? NOT_KNOWN;
  return drawList(asking, { list: "all", words, page: 1 });
}

/**
 * A request by its id, or a Rail by its id or its key in the mirror; null for what nobody knows.
 * `isAbove`: the person has its instructions before them.
 */
async function show(
  asking: Asking,
  value: string,
  isAbove = false,
): Promise<Message | Refused | null> {
  const { context, service, ground, account } = asking;
  const { workspace } = service;
  const read = await readFacts(context, workspace, value);
  if (read) return showRequest(context, read.facts, isAbove);
  if (await readRequest(context.db, workspace, value)) return refused({ is: "broken" });
  const rail = await readRail(context.db, service, value);
  if (!rail) return null;
  const naming = rail.owner ?? rail.namedBy;
  if (naming) return show(asking, naming);
  const { rows } = await readRows(asking);
  const outside = rows.find((row) => row.value === rail.key);
  return outside ? outsideMessage(outside, ground.now, account) : null;
}

/** A Rail of ours as the service shows it now; anything else with its history. */
async function showRequest(context: Context, facts: CardFacts, isAbove: boolean): Promise<Message> {
  const railId = issuedRail(facts.request)?.railId;
  if (railId === undefined || !isOfItsRail(facts)) {
    return drawCard(facts, await readHistoryLines(context, facts.request, STEPS_ON_CARD));
  }
  const checked = await checkRail(context, facts, railId);
  if (!("trust" in checked)) return checked;
  const shown = { ...facts, trust: checked.trust };
  if (checked.trust.is === "held") return heldInstructions(shown);
  const number = numberOf(facts.request);
  return isAbove
    ? sentence(`${number} was checked just now. It still matches what was approved.`)
    : instructions(shown, checked.rail, facts.now, [press(facts.request, "History", "history")]);
}

/** Reads the Rail afresh: details only of what the service shows now, if people may pay there. */
async function checkRail(context: Context, facts: CardFacts, railId: string) {
  const { request, naming, now, account } = facts;
  const { content } = request;
  const read = await kindOf(context.kinds, content).read?.(context, request, railId);
  const isIt =
    typeof read !== "object" ||
    ((read.id === null || read.id === railId) &&
      attest(naming ?? request, { railId, issued: null }, read).is !== "unclear");
  const rail = isIt ? (read ?? "not-found") : "unexpected-response";
  if (typeof rail === "string") {
    const why = SERVICE_TROUBLE[rail];
    const text = `${numberOf(request)} could not be checked. ${why} Do not pay before it is.`;
    const buttons = [
      press(request, "Check again", "check-again"),
      press(request, "Report a problem", "report"),
    ];
    return message(text, richText([text]), actions(...buttons), small(account));
  }
  const row = await readRail(context.db, serviceOf(content), railId);
  const mirrored = { hasTwin: false, missedSince: null, ...row, rail };
  return { rail, trust: trustOf(naming, mirrored, now) };
}

/** Without details. The document does not say where people would pay into an exchange. */
function outsideMessage(row: Row, now: string, account: string): Message {
  const isExchange = row.noun === EXCHANGE;
  const [title, ...about] = rowLines(row, now);
  return message(
    isExchange ? "This Rail is held" : "Do not pay into this Rail",
    richText(title, !isExchange && [bold("Do not pay into this Rail.")], ...about),
    small(account),
    !isExchange && actions(button("Trust", "trust", row.value, { says: "Review to trust it" })),
  );
}
