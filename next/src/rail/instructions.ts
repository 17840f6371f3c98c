import type { RichTextBlock, RichTextBlockElement } from "@slack/types";
import { networkName } from "../platform/payment-details/network-name.ts";
import type { BankAccount, Rail } from "../platform/rail-api/rail.ts";
import { actions, context, header, ours } from "../platform/slack/blocks/blocks.ts";
import {
  bold,
  date,
  type Line,
  preformatted,
  richText,
  section,
  user,
} from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { cleanText, isCopyable } from "../platform/text/shown-text.ts";
import { faceBlocks } from "../request/card/body.ts";
import { quoted } from "../request/card/change-lines.ts";
import { press } from "../request/card/face.ts";
import { faceOf, titleLine } from "../request/card/faces.ts";
import { accountText, type CardFacts, numberOf } from "../request/card/facts.ts";
import type { Post } from "../request/posts/posts-for.ts";
import { isOfKind } from "../request/rules/content.ts";

/** The messages of a `create-rail` beside its card: instructions, once the Rail matched. */
export function railPosts(facts: CardFacts): Post[] {
  const { request, trust } = facts;
  const { state, content, requestedBy, askedIn } = request;
  if (!isOfKind(content, "create-rail") || state.is !== "done" || !state.result) return [];
  if (!("issued" in state.result) || !state.result.matched) return [];
  const { issued } = state.result;
  const number = numberOf(request);
  const placeholder = message(
    `Deposit instructions for ${number}`,
    richText(section([user(requestedBy), ` Deposit instructions for ${number}`])),
  );
  return [
    {
      key: "instructions",
      to: askedIn,
      instead: "person" in askedIn ? [] : [{ person: requestedBy }],
      show:
        trust?.is === "payable" ? instructions(facts, issued, state.at) : heldInstructions(facts),
      placeholder,
    },
  ];
}

/** What takes their place while nobody should pay: nothing of it can be paid into. */
export function heldInstructions(facts: CardFacts): Message {
  const face = faceOf(facts);
  const small = context(accountText(facts.account));
  return message(face.says, header(titleLine(facts)), ...faceBlocks(face), small);
}

/** How to pay into a payable Rail, with the service's values of `checkedAt` byte for byte. */
export function instructions(
  { request, account }: Pick<CardFacts, "request" | "account">,
  rail: Rail,
  checkedAt: string,
): Message {
  const { change } = request.content;
  if (change.kind !== "create-rail") throw new TypeError("Only a Rail has deposit instructions");
  const asset = cleanText(change.source.asset, 20);
  const { value, name, asset: into } = change.destination;
  const network = value.kind === "wallet" ? ` on ${networkName(value.network)}` : "";
  const [verb, blocks] =
    rail.source.kind === "fiat"
      ? ["Pay", accountBlocks(rail.source.bankAccount)]
      : ["Send", walletBlocks(asset, rail.source.wallet)];
  return message(
    `Deposit instructions for ${numberOf(request)}`,
    header(`${verb} ${asset} into Rail ${numberOf(request)}`),
    ...blocks,
    richText(
      section(
        [
          `${quoted(change.name)} arrives as ${cleanText(into, 20)} in `,
          bold(cleanText(name, 60)),
          `${network}.`,
        ],
        ["Send a small amount first. Signalbox cannot see deposits, fees or timing."],
      ),
    ),
    context(ours("Checked ", date(checkedAt)), accountText(account)),
    actions(press(request, "Check again", "check-again")),
  );
}

function accountBlocks(account: BankAccount): RichTextBlock[] {
  const { iban, reference, displayName, sortCode, accountNumber, bicSwift } = account;
  const boxes = { IBAN: iban, Reference: reference };
  const fields = {
    "Account name, exactly": displayName,
    "Sort code": sortCode,
    "Account number": accountNumber,
    BIC: bicSwift,
  };
  const all = Object.entries({ ...boxes, ...fields });
  const labelsOf = (those: typeof all) => those.map(([label]) => label.split(",")[0]).join(", ");
  const empty = labelsOf(all.filter(([, value]) => !value));
  const hidden = labelsOf(all.filter(([, value]) => value && !isCopyable(value)));
  const always = reference ? " Always include the reference." : "";
  const lines: Part<Line>[] = [
    ...Object.entries(fields).map(([label, value]) =>
      value && isCopyable(value) ? [`${label}: `, verbatim(value)] : null,
    ),
    empty !== "" && [`Left empty by the service: ${empty}`],
    hidden !== "" && [`Not shown, as it has hidden characters: ${hidden}`],
  ];
  return [
    richText(
      section(["⚠️ ", bold(`Only from a bank account your company has whitelisted.${always}`)]),
    ),
    richText(
      ...Object.entries(boxes).flatMap(([label, value]) => boxed(label, value)),
      lines.some(Boolean) && section(...lines),
    ),
  ];
}

function walletBlocks(
  asset: string,
  { network, address }: { network: string; address: string },
): RichTextBlock[] {
  const place = networkName(network);
  const warning = `Only ${asset}, and only on ${place}. Anything else may be lost.`;
  const box = boxed(`Address on ${place}`, address);
  const missing = section(["The service shows no address that can be copied."]);
  return [
    richText(section(["🔴 ", bold(warning)])),
    richText(...(box.length > 0 ? box : [missing])),
  ];
}

/** A box keeps a wrapped value one value. */
function boxed(label: string, value: string | null): RichTextBlockElement[] {
  return value && isCopyable(value) ? [section([bold(label)]), preformatted(value)] : [];
}

/** A value as a leaf, without a change: its spaces too. */
const verbatim = (text: string) => ({ type: "text", text, style: { code: true } }) as const;
