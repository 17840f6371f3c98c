import type { Button, RichTextBlockElement } from "@slack/types";
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
import { type Part, present } from "../platform/slack/blocks/text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { cleanText, isCopyable } from "../platform/text/shown-text.ts";
import { faceBlocks } from "../request/card/body.ts";
import { placeOf, quoted } from "../request/card/change-lines.ts";
import { press } from "../request/card/face.ts";
import { faceOf, titleLine } from "../request/card/faces.ts";
import { type CardFacts, isOfItsRail, numberOf } from "../request/card/facts.ts";
import { payableWarnings, warningBlock } from "../request/card/warnings.ts";
import type { Post } from "../request/posts/posts-for.ts";
import { issuedRail } from "../request/rules/request.ts";

/**
 * The messages about a Rail beside its card: instructions, once it matched or people trusted it,
 * with what the request that names it now has issued.
 */
export function railPosts(facts: CardFacts): Post[] {
  const { request, trust } = facts;
  const { requestedBy, askedIn } = request;
  const naming = facts.naming ?? request;
  const result = issuedRail(naming);
  if (!issuedRail(request) || !isOfItsRail(facts)) return [];
  if (!result?.matched || naming.state.is !== "done") return [];
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
        trust?.is === "payable"
          ? instructions(facts, result.issued, naming.state.at)
          : heldInstructions(facts),
      placeholder,
    },
  ];
}

/** What takes their place while nobody should pay: nothing of it can be paid into. */
export function heldInstructions(facts: CardFacts): Message {
  const face = faceOf(facts);
  const title = header(titleLine(facts));
  const below = [context(facts.account), actions(...face.buttons)];
  return message(face.says, title, ...faceBlocks(face), ...below);
}

/** How to pay into a payable Rail, with the service's values of `checkedAt` byte for byte. */
export function instructions(
  { request, naming, account, register, settings }: CardFacts,
  rail: Rail,
  checkedAt: string,
  more: readonly Button[] = [],
): Message {
  const { change } = (naming ?? request).content;
  const [asset, into] = [rail.source.asset, rail.destination.asset].map((each) =>
    cleanText(each, 20),
  );
  const verb = rail.source.kind === "fiat" ? "Pay" : "Send";
  return message(
    `Deposit instructions for ${numberOf(request)}`,
    header(`${verb} ${asset} into Rail ${numberOf(request)}`),
    warningBlock(payableWarnings(naming ?? request, register, settings)),
    richText(section(warningLine(rail.source))),
    richText(...entryPoint(rail.source)),
    richText(
      section(
        [
          "name" in change && `${quoted(change.name)}: `,
          `deposits arrive as ${into} in `,
          ...placeOf(change, true),
          ".",
        ],
        ["Send a small amount first. Signalbox cannot see deposits, fees or timing."],
      ),
    ),
    context(ours("Checked ", date(checkedAt)), account),
    actions(
      press(request, "Check again", "check-again"),
      press(request, "Report a problem", "report"),
      ...more,
    ),
  );
}

function warningLine(source: Rail["source"]): Line {
  if (source.kind === "fiat") {
    const always = source.bankAccount.reference ? " Always include the reference." : "";
    return ["⚠️ ", bold(`Pay only from a bank account your company has whitelisted.${always}`)];
  }
  const [asset, place] = [cleanText(source.asset, 20), networkName(source.wallet.network)];
  return ["🔴 ", bold(`Send only ${asset}, and only on ${place}. Anything else may be lost.`)];
}

/** Where people pay in, byte for byte. */
export function entryPoint(source: Rail["source"]): RichTextBlockElement[] {
  if (source.kind === "fiat") return accountParts(source.bankAccount);
  const { network, address } = source.wallet;
  const box = boxed(`Address on ${networkName(network)}`, address);
  return box.length > 0 ? box : [section(["The service shows no address that can be copied."])];
}

function accountParts(account: BankAccount): RichTextBlockElement[] {
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
  const lines: Part<Line>[] = [
    ...Object.entries(fields).map(([label, value]) =>
      value && isCopyable(value) ? [`${label}: `, verbatim(value)] : null,
    ),
    empty !== "" && [`Left empty by the service: ${empty}`],
    hidden !== "" && [`Not shown, as it has hidden characters: ${hidden}`],
  ];
  return present([
    ...Object.entries(boxes).flatMap(([label, value]) => boxed(label, value)),
    lines.some(Boolean) && section(...lines),
  ]);
}

/** A box keeps a wrapped value one value. */
function boxed(label: string, value: string | null): RichTextBlockElement[] {
  return value && isCopyable(value) ? [section([bold(label)]), preformatted(value)] : [];
}

/** A value as a leaf, without a change: its spaces too. */
const verbatim = (text: string) => ({ type: "text", text, style: { code: true } }) as const;
