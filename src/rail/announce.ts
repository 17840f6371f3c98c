import { actions, header, context as small } from "../platform/slack/blocks/blocks.ts";
import { bold, code, type Line, richText, section } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { SlackError } from "../platform/slack/slack-error.ts";
import { cleanText } from "../platform/text/shown-text.ts";
import { counted, upTo } from "../platform/text/times.ts";
import { assetsText } from "../request/card/change-lines.ts";
import { menuOf } from "../request/card/face.ts";
import { accountText } from "../request/card/facts.ts";
import type { Context } from "../request/engine/context.ts";
import { readTag } from "../request/rules/tag.ts";
import { readGround } from "../request/store/ground.ts";
import type { RailRow, Service } from "../request/store/mirror.ts";
import { markAnnounced, readOutsideRails } from "../request/store/outside-rails.ts";

/** More in one message nobody reads. */
const MOST_NAMED = 10;

/**
 * Tells the approvers, in one message a walk, of Rails that nobody approved here. What Slack did
 * not take is told later.
 */
export async function announceOutsideRails(context: Context, service: Service): Promise<void> {
  const { db, slack, log } = context;
  const { workspace } = service;
  const rails = await readOutsideRails(db, service);
  if (rails.length === 0) return;
  const { inForce, connection } = await readGround(db, { workspace, request: null });
  if (!inForce || connection?.id !== service.connection) return;
  const { channel, requirements } = inForce.settings;
  const { team } = await context.self(workspace);
  const shown = outsideMessage(rails, accountText(team, connection.environment));
  const tell = async (place: string) => {
    try {
      await slack.post(workspace, { channel: place }, shown);
      return "told";
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      log.warn({ err: error, workspace }, "Rails that nobody approved here are not announced");
      return error.code;
    }
  };
  const state = await slack.placeOf(workspace, channel);
  const isOpen = state === "ours" || state === "not-known";
  const answers = [isOpen ? await tell(channel) : "unreachable"];
  if (answers.includes("unreachable")) {
    const people = new Set(requirements.flatMap((each) => each.people));
    for (const person of people) answers.push(await tell(person));
  }
  // Nobody hears it twice because another cannot be reached.
  const keys = rails.map(({ key }) => key);
  if (answers.includes("told")) await markAnnounced(db, service, keys);
}

/** Held, all of them: no payment details, and no name that its maker chose. */
export function outsideMessage(rails: readonly RailRow[], account: string): Message {
  const title = `${counted(rails.length, "Rail")} not approved here`;
  const it = rails.length === 1 ? "it" : "them";
  const rows = rails.slice(0, MOST_NAMED).map(({ key: value, rail }) => {
    return { value, noun: "Rail", name: rail.id, route: assetsText(rail) };
  });
  return message(
    title,
    header(`🔴 ${title}`),
    richText(
      section(
        [bold(`Do not pay into ${it}.`), ` No request here created ${it}.`],
        ...upTo(rails.map(lineOf), MOST_NAMED, (more) => [`And ${more} more.`]),
      ),
    ),
    actions(menuOf("open", "Open…", rows)),
    small(account),
  );
}

function lineOf({ rail, taggedAs }: RailRow): Line {
  // As after a restore of the database.
  const isLost = taggedAs === null && readTag(rail.metadata) !== null;
  return [
    code(cleanText(rail.id ?? "without an id", 60)),
    ` · ${assetsText(rail)}`,
    taggedAs !== null && ` · claims to be R-${taggedAs}, which did not create it`,
    isLost && " · its tag names a request that is not in this database",
  ];
}
