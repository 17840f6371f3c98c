import type { ModalView } from "@slack/types";
import type { MiddleGroup } from "../../platform/payment-details/middle-group.ts";
import { networkName } from "../../platform/payment-details/network-name.ts";
import { alert, context, input } from "../../platform/slack/blocks/blocks.ts";
import { option, select, textInput } from "../../platform/slack/blocks/elements.ts";
import { bold, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import { cleanText } from "../../platform/text/shown-text.ts";
import { quoted } from "../card/change-lines.ts";
import { accountText, type CardFacts, numberOf } from "../card/facts.ts";
import { warningTexts } from "../card/warnings.ts";
import { CHECKED_IN } from "../rules/challenge.ts";
import { valueIn } from "../rules/content.ts";
import { SOURCES } from "./reasons.ts";
import type { Frame } from "./review-blocks.ts";

/** Before the review of a first use or a look-alike. Shows neither the value nor what differs. */
export function questionModal(
  { request, account }: Pick<CardFacts, "request" | "account">,
  group: MiddleGroup,
  frame: Frame,
): ModalView {
  const { content } = request;
  const { change } = content;
  const value = valueIn(content.change);
  const what = value?.kind === "account" ? "IBAN" : "address";
  const place = value?.kind === "wallet" ? ` on ${networkName(value.network)}` : "";
  const name =
    change.kind === "create-rail"
      ? bold(cleanText(change.destination.name, 60))
      : quoted(change.kind === "add-destination" ? change.name : "");
  const caseMatters = group.ignoresCase ? "" : " Upper and lower case matter.";
  const length = group.last - group.first + 1;
  const sources = CHECKED_IN.map((each) => option(SOURCES[each], each));
  return modal({
    id: frame.id,
    title: `Check ${numberOf(request)}`,
    submit: "Next",
    metadata: frame.metadata,
    blocks: [
      ...warningTexts(content).map(alert),
      richText(
        section(
          ["To ", name, place],
          [bold(`Look its ${what} up in your own records, not in Slack.`)],
        ),
      ),
      input(
        "group",
        `Characters ${group.first}–${group.last} of the ${what}`,
        textInput("group", null, { min: length, max: length, isFocused: true }),
        { hint: `The ${ordinal(group.number)} group when written in fours.${caseMatters}` },
      ),
      input("checked-in", "Where did you look it up?", select("checked-in", sources), {
        hint: "Kept in the audit.",
      }),
      context(accountText(account)),
    ],
  });
}

const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  ...{ zero: "th", one: "st", two: "nd", few: "rd", many: "th", other: "th" },
};
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

const ordinal = (number: number) => `${number}${SUFFIXES[ORDINALS.select(number)]}`;
