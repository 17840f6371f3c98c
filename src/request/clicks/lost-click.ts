import { note } from "../../platform/slack/blocks/note.ts";
import type { Message } from "../../platform/slack/message.ts";

/** The clicks that are acknowledged before they are saved. Stored: a name stays. */
export type ClickKind = keyof typeof CLICKS;

/** The name of the click, and the next step. */
const CLICKS = {
  withdraw: ["withdrawal", "Open the card and withdraw the request again."],
  freeze: ["emergency stop", "Type the command again now if sending must stop."],
  resume: ["agreement to resume sending", "Open the question about sending and press again."],
  "link-rail": ["link to a Rail", "Open the card and link the Rail again."],
  "rule-out": ["decision about a vanished Rail", "Open health and press again."],
  dispute: ["mark on a disputed Rail", "Open the report and press again."],
  retry: ["order to try failed jobs again", "Open health and press again."],
  "export-audit": ["audit export", "Type the command again."],
  token: ["token for the Rail service", "Open the set-up and enter the token again."],
  "remove-token": ["removal of the token", "Open the set-up and remove the token again."],
  "carry-over": ["request to carry the register over", "Open the set-up and press again."],
} as const;

/** Tells the person who clicked. `wasSaved`: the change, or why it was refused, is in the database, and only the answer was lost. */
export function lostClick(what: string, wasSaved: boolean, command: string): Message {
  const [did, again] = isKind(what) ? CLICKS[what] : ["click", "Look where you clicked."];
  return wasSaved
    ? note(
        `Signalbox restarted before it answered your ${did}.`,
        `The click took effect, or was refused. Type ${command} to see the current state.`,
      )
    : note(`Signalbox restarted before it saved your ${did}.`, `Nothing was changed. ${again}`);
}

const isKind = (what: string): what is ClickKind => Object.hasOwn(CLICKS, what);
