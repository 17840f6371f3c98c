import type { RichTextBlock } from "@slack/types";
import { groupsOf } from "../platform/payment-details/destination-value.ts";
import { actions, header, context as small } from "../platform/slack/blocks/blocks.ts";
import { button } from "../platform/slack/blocks/elements.ts";
import {
  bold,
  code,
  date,
  type Line,
  richText,
  section,
} from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { placeText, quoted } from "../request/card/change-lines.ts";
import { markOf } from "../request/card/faces.ts";
import { numberOf, usableFrom } from "../request/card/facts.ts";
import type { Asking } from "../request/forms/admit.ts";
import { openForm } from "../request/forms/ask-screen.ts";
import { sentence } from "../request/forms/refusals.ts";
import type { Button, Command } from "../request/forms/surface.ts";
import type { Settings } from "../request/rules/settings.ts";
import { type RailRow, readRails } from "../request/store/mirror.ts";
import { addScreen, importScreen } from "./destination-form.ts";
import { isContradicted, type Known, readKnown } from "./known.ts";

export const destinationsCommand: Command = {
  name: "destinations",
  usage: "[add|import]",
  says: "Approved wallets and bank accounts, and those that wait for approval",
  async run(asking, words) {
    const word = words.toLowerCase();
    if (word === "add") return openForm(addScreen, asking, {});
    if (word === "import") return openForm(importScreen, asking, {});
    if (word !== "") return sentence("After destinations only add or import can follow.");
    return readRegister(asking, 1);
  },
};

/** `value`: the number of the page. */
export const nextDestinations: Button = {
  verb: "destinations-next",
  press: async (asking, value) => ({ inPlace: await readRegister(asking, Number(value)) }),
};

async function readRegister(asking: Asking, page: number): Promise<Message> {
  const { context, account, ground, inForce, service } = asking;
  const known = await readKnown(context.db, service);
  const rails = await readRails(context.db, service);
  const { settings } = inForce;
  return registerMessage({ known, rails, settings, now: ground.now, account }, page);
}

interface Register {
  known: readonly Known[];
  rails: readonly RailRow[];
  settings: Settings;
  now: string;
  account: string;
}

const ON_A_PAGE = 10;

/** A page of a list, from 1; in place of one that there is not the first. */
export function pageOf<T>(all: readonly T[], page: number) {
  const pages = Math.max(1, Math.ceil(all.length / ON_A_PAGE));
  const at = page >= 1 && page <= pages ? Math.floor(page) : 1;
  return { pages, at, shown: all.slice((at - 1) * ON_A_PAGE, at * ON_A_PAGE) };
}

/** The register as a private list: what waits first, then by name. */
export function registerMessage(register: Register, page: number): Message {
  const { known, account } = register;
  const sorted = known.toSorted(
    (one, other) =>
      Number(one.isRegistered) - Number(other.isRegistered) || one.name.localeCompare(other.name),
  );
  const { pages, at, shown } = pageOf(sorted, page);
  const title = known.length === 0 ? "No destinations yet" : counted(known.length, "destination");
  return message(
    title,
    header(title),
    ...shown.map((each) => destinationRow(each, register)),
    actions(
      button("Add a destination", "add-destination", "wallet"),
      at < pages && button("Next", nextDestinations.verb, String(at + 1), { says: "Next page" }),
    ),
    small(pages > 1 && `Page ${at} of ${pages}`, account),
  );
}

function destinationRow(known: Known, register: Register): RichTextBlock {
  const { request, value } = known;
  const place = `${placeText(value)} · ${numberOf(request)}`;
  return richText(section(stateLine(known, register), [place], [code(groupsOf(value).join(" "))]));
}

/** A name that nobody approved is quoted, and never bold. */
function stateLine(
  { request, name, value, serviceId, isRegistered }: Known,
  register: Register,
): Line {
  const { rails, settings, now } = register;
  const { sign, state } = markOf({ request, settings, now, trust: null });
  if (!isRegistered) return [`${sign} `, quoted(name), ` · ${state}`];
  const shown = bold(cleanText(name, 60));
  if (serviceId !== null && isContradicted(rails, { id: serviceId, value })) {
    return ["🔴 ", shown, " · The Rail service shows another value"];
  }
  const from = usableFrom(request, settings);
  return from > now
    ? [`${sign} `, shown, " · Usable from ", date(from)]
    : [`${sign} `, shown, ` · ${state}`];
}
