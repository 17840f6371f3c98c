import type { KnownBlock } from "@slack/types";
import {
  actions,
  divider,
  header,
  rowWith,
  context as small,
} from "../platform/slack/blocks/blocks.ts";
import { button } from "../platform/slack/blocks/elements.ts";
import { bold, code, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Part } from "../platform/slack/blocks/text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { counted, upTo } from "../platform/text/times.ts";
import { quoted, titleOf } from "../request/card/change-lines.ts";
import { menuOf, press } from "../request/card/face.ts";
import type { Asking } from "../request/forms/admit.ts";
import { stopBlock } from "../request/forms/review-blocks.ts";
import type { Surface } from "../request/forms/surface.ts";
import { isAwaited } from "../request/rules/may.ts";
import { issuedRail, type Request } from "../request/rules/request.ts";
import { type Row, readRows, rowLines } from "./rows.ts";

/** What needs a person, their requests and recent Rails: `/rail` alone, and App Home. */
export const home: Surface["home"] = {
  ...{ name: "", usage: "" },
  says: "What needs you, your requests and recent Rails",

  async draw(asking) {
    const { rows, requests } = await readRows(asking);
    return homeMessage(rows, requests, { ...asking, slash: asking.context.config.SLACK_COMMAND });
  },
};

/** Of each part; the lists have the rest. */
const MOST = 5;

interface Around extends Pick<Asking, "by" | "inForce" | "standings" | "account"> {
  ground: Pick<Asking["ground"], "now" | "forces" | "restoredAt">;
  /** Such as `/rail`. */
  slash: string;
}

/** `rows`: the most urgent first, also of all `requests`. */
export function homeMessage(
  rows: readonly Row[],
  requests: readonly Request[],
  { by, inForce, standings, account, ground, slash }: Around,
): Message {
  const { now, forces, restoredAt } = ground;
  const byId = new Map(requests.map((request) => [request.id, request]));
  const needed = rows.flatMap((row) => {
    const request = byId.get(row.value);
    const needs = request && isAwaited(request, by, { inForce, standings, restoredAt });
    return needs ? [{ row, request }] : [];
  });
  const mine = rows
    .filter(({ value }) => byId.get(value)?.requestedBy === by)
    .toSorted((one, other) => Date.parse(other.since) - Date.parse(one.since))
    .slice(0, MOST);
  // Those that are done, or were made elsewhere.
  const isRail = (request?: Request) => !request || issuedRail(request) !== null;
  const rails = rows.filter(({ value }) => isRail(byId.get(value))).slice(0, MOST);
  const title = titleFor(needed.map(({ request }) => request));
  return message(
    title,
    header(title),
    forces.frozen !== null && stopBlock(byId.get(forces.frozen) ?? null),
    ...upTo<Part<KnownBlock>>(
      needed.map(({ row, request }) => neededBlock(row, request)),
      MOST,
      (more) => richText([`${more} more: `, code(`${slash} pending`)]),
    ),
    part("Your requests", "You haven’t made any requests yet.", mine, now),
    part("Recent Rails", "No Rails are known yet.", rails, now),
    actions(
      menuOf("open", "Open…", [...new Set([...mine, ...rails])]),
      button("New Rail", "new-rail", "new"),
      button("Help", "help", "help"),
    ),
    small(`You can also type ${slash} in any channel.`, account),
    divider(),
    actions(button("Stop all sending", "freeze", "all")),
  );
}

function titleFor(needed: readonly Request[]): string {
  if (needed.length === 0) return "You’re all caught up";
  const isApproval = needed.every(({ state }) => state.is === "pending");
  const need = needed.length === 1 ? "needs" : "need";
  return `${counted(needed.length, "request")} ${need} your ${isApproval ? "approval" : "review"}`;
}

/** On one line; its button opens the form in which it is decided. */
function neededBlock({ mark, progress, name, route }: Row, request: Request) {
  const state = `${mark.sign} ${titleOf(request)} · ${mark.state}${progress}`;
  const parts = [state, name === null ? "" : quoted(name), route];
  const act =
    request.state.is === "stuck"
      ? press(request, "Answer", "answer")
      : press(request, "Review", "review");
  return rowWith(parts.filter((each) => each !== "").join(" · "), act);
}

const part = (title: string, none: string, rows: readonly Row[], now: string) =>
  richText(
    [bold(title)],
    rows.length === 0 && [none],
    ...rows.flatMap((row) => rowLines(row, now)),
  );
