import { header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import { pageButtons, pageText } from "../../platform/slack/blocks/pages.ts";
import { bold, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { PolicyVersion } from "../../request/queries/setups.ts";
import { policyDifferenceList } from "./policy-difference-rows.ts";
import type { Origin } from "./policy-message.ts";
import { originLeaves } from "./policy-message.ts";

export interface PolicyHistory extends Page {
  /** Newest first, each with the one before it; null before the first. */
  versions: readonly { version: PolicyVersion; before: PolicyVersion | null; origin: Origin }[];
}

export const VERSIONS_PER_PAGE = 4;
const MOST_NAMED = 5;
/** Of one version, in characters of JSON. */
const SIZE = 2_000;

/** The versions of the policy, newest first, each with what it changed. */
export function policyHistory(props: PolicyHistory): Message {
  const { versions, total } = props;
  const title = `Versions of the policy${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      ...(total === 0 ? [section("There is none yet: nobody may approve anything.")] : []),
      ...versions.map(({ version, before, origin }) =>
        richText(
          lines([bold(`Version ${version.version}`)], originLeaves(origin)),
          ...(before
            ? policyDifferenceList(before, version, { most: MOST_NAMED, size: SIZE })
            : policyDifferenceList({ ...version, rules: [] }, version, {
                most: MOST_NAMED,
                size: SIZE,
              })),
        ),
      ),
      ...pageButtons(props, {
        previous: action.policyHistoryPreviousPage,
        next: action.policyHistoryNextPage,
      }),
    ],
  };
}
