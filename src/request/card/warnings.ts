import type { RichTextBlock } from "@slack/types";
import { bold, type Line, richText } from "../../platform/slack/blocks/rich-text.ts";
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
  const noun = valueIn(change)?.kind === "account" ? "account" : "wallet";
  const held = change.kind === "trust-rail" ? doubts(change) : [];
  if (warnings.length === 0) return held;
  return warnings.flatMap((warning) => {
    const alike = warnings.filter(({ is }) => is === warning.is);
    const at = alike.indexOf(warning);
    if (warning.is === "second-rail" && at > 0) return [];
    const text = detail(warning) ?? warningText(warning, warnings, noun);
    if (at < MOST_ALIKE) return warning.is === "first-use" ? [...held, text] : [text];
    const looks = warning.is === "name-alike" ? "Its name looks like" : "Looks like";
    const more = counted(alike.length - at, "more destination");
    return at > MOST_ALIKE ? [] : [`${looks} ${more}`];
  });
}

/** ` and 3 more`: what else has this route, or was requested for it. */
export function moreOfRoute(warnings: readonly Warning[]): string {
  const count = warnings.filter(({ is }) => is === "second-rail").length;
  return count > 1 ? ` and ${count < MOST_OF_ROUTE ? count - 1 : "many"} more` : "";
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

function warningText(warning: Warning, warnings: readonly Warning[], noun: string): string {
  switch (warning.is) {
    case "token-contract":
      return "This address is a token contract";
    case "looks-like":
      return `Looks like ${quoted(warning.name)}`;
    case "name-alike":
      return `Its name looks like ${quoted(warning.name)}`;
    case "first-use":
      return `First Rail to this ${noun}`;
    case "second-rail": {
      const others = moreOfRoute(warnings);
      const names = `${quoted(warning.name)}${others}`;
      if (warning.isWaiting) return `Requested for this route before: ${names}`;
      return `A second Rail: ${names} ${others === "" ? "has" : "have"} this route`;
    }
  }
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
  richText(...warnings.map((text): Line => ["🔴 ", bold(text)]));
