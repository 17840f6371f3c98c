import { header } from "../../platform/slack/blocks/blocks.ts";
import { code, type Line, richText, section } from "../../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../../platform/slack/blocks/views.ts";
import type { Surface } from "./surface.ts";

/** What people need most often. */
const FIRST = 5;

/** The most needed commands come first. Guests may see it: it says nothing of the company. */
export function helpOf({ home, commands }: Surface, slash: string): Message {
  const all = [home, ...commands, { name: "help", usage: "", says: "This list" }];
  const lines = all.map(({ name, usage, says }): Line => {
    const typed = [slash, name, usage].filter((part) => part !== "").join(" ");
    return [code(typed), ` ${says}`];
  });
  const title = `What ${slash} can do`;
  return message(
    title,
    header(title),
    richText(section(...lines.slice(0, FIRST))),
    richText(section(["Also"], ...lines.slice(FIRST))),
  );
}
