import type { RichTextBlock } from "@slack/types";
import { bold, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { counted, upTo } from "../../platform/text/times.ts";
import { fieldName, OBSTACLES } from "../forms/reasons.ts";
import {
  type Content,
  MOST_OF_ROUTE,
  type TrustRail,
  valueIn,
  type Warning,
} from "../rules/content.ts";
import { type Request, serviceIdOf } from "../rules/request.ts";
import type { Settings } from "../rules/settings.ts";
import { quoted } from "./change-lines.ts";

/** A change with its frozen warnings. */
export type Warned = Pick<Content, "change" | "traits">;

/** More would push the facts out of sight; a number says how many more there are. */
export const MOST_ALIKE = 3;

/**
 * The frozen warnings of a change, worst first: at most ten words each, beside the names in them.
 * `detail` may say more of one where there is room.
 */
export function warningTexts(
  { change, traits: { warnings } }: Warned,
  detail: (warning: Warning) => string | null = () => null,
): string[] {
  const isAccount = valueIn(change)?.kind === "account";
  const held = change.kind === "trust-rail" ? doubts(change) : [];
  if (warnings.length === 0) return held;
  return warnings.flatMap((warning) => {
    const alike = warnings.filter(({ is }) => is === warning.is);
    const at = alike.indexOf(warning);
    if (at >= MOST_ALIKE) return at > MOST_ALIKE ? [] : [moreText(warning, alike.length - at)];
    const text = detail(warning) ?? warningText(warning, isAccount ? "account" : "wallet");
    return warning.is === "first-use" ? [...held, text] : [text];
  });
}

/** More would push the facts out of sight; all that is shown stands in the review. */
const MOST_DIFFERENCES = 4;

/** Why a Rail is held that people are asked to trust. */
function doubts({ made, differs, hasTwin, reports }: TrustRail): string[] {
  const all = differs.map((path) => `Its ${fieldName(path)} differs`);
  return [
    ...(made === null ? ["Nobody approved this Rail in Signalbox"] : []),
    ...(hasTwin ? ["The service shows two Rails for one request"] : []),
    ...upTo(all, MOST_DIFFERENCES, (more) => counted(more, "more difference")),
    ...(reports.length > 0 ? [`${counted(reports.length, "report")} of a problem with it`] : []),
  ];
}

function warningText(warning: Warning, noun: string): string {
  switch (warning.is) {
    case "token-contract":
      return "This address is a token contract";
    case "looks-like":
      return `Looks like ${quoted(warning.name)}`;
    case "name-alike":
      return `Its name looks like ${quoted(warning.name)}`;
    case "first-use":
      return `First Rail to this ${noun}`;
    case "second-rail":
      return warning.isWaiting
        ? `Requested for this route before: ${quoted(warning.name)}`
        : `A second Rail: ${quoted(warning.name)} has this route`;
  }
}

function moreText({ is }: Warning, count: number): string {
  const isAll = count < MOST_OF_ROUTE - MOST_ALIKE;
  if (is === "second-rail") return `And ${isAll ? count : "many"} more for this route`;
  return `${is === "name-alike" ? "Its name looks" : "Looks"} like ${counted(count, "more destination")}`;
}

/**
 * What is red about a payable Rail, by the request that names it: nothing can delete it when its
 * destination, which approvers knew as registered, leaves the register (that is all in `register`),
 * nor when another Rail service is used from then on.
 */
export function payableWarnings(
  { content }: Request,
  register: readonly Request[],
  { connectionId }: Settings,
): string[] {
  const { change, connection, traits } = content;
  if (connection.id !== connectionId) return ["Its Rail service is no longer used or checked here"];
  const wasRegistered = change.kind !== "trust-rail" || change.registeredAs !== null;
  const isThere = register.some(
    ({ state, content: other }) =>
      serviceIdOf({ state }) !== null &&
      other.connection.id === connection.id &&
      other.traits.destination === traits.destination,
  );
  return wasRegistered && !isThere ? [OBSTACLES["destination-gone"]] : [];
}

/** After an unclear attempt, on every screen until somebody knows. */
export function askAgainText(change: Content["change"]): string {
  return change.kind === "create-rail"
    ? "Do not request it again: a second Rail is permanent."
    : "Do not request it again: the service may have it.";
}

/** The same while approvers decide once more. */
export const EARLIER = "An earlier attempt may have done this already";

/** Red lines of a message; null where there is no warning. */
export const warningBlock = (warnings: readonly string[]): RichTextBlock | null =>
  richText(...warnings.map((text) => section(["🔴 ", bold(text)])));
