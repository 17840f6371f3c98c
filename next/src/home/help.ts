import { header } from "../platform/slack/blocks/blocks.ts";
import { code, type Line, richText, section } from "../platform/slack/blocks/rich-text.ts";
import { message } from "../platform/slack/blocks/views.ts";
import type { Command } from "../request/forms/surface.ts";

/** What people need most often. */
const FIRST = 5;

/** The most needed commands come first. Guests may see it: it says nothing of the company. */
export function helpOf(commands: readonly Command[]): Command {
  return {
    name: "help",
    usage: "",
    says: "This list",
    async run(context) {
      const slash = context.config.SLACK_COMMAND;
      const lines = commands.map(({ name, usage, says }): Line => {
        const typed = [slash, name, usage].filter((part) => part !== "").join(" ");
        return [code(typed), ` ${says}`];
      });
      const title = `What ${slash} can do`;
      const also = lines.slice(FIRST);
      return message(
        title,
        header(title),
        richText(section(...lines.slice(0, FIRST))),
        also.length > 0 && richText(section(["Also"], ...also)),
      );
    },
  };
}
